// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A picture with a palette: at most 256 colours, and an index a pixel.
struct IndexedPixels: Hashable, Sendable {
  /// Pixels in a row.
  let width: Int
  /// Rows.
  let height: Int
  /// The colours, the most transparent first.
  private(set) var palette: [RGBA]
  /// Each pixel's colour, row by row.
  private(set) var indices: [UInt8]

  /// A picture with at most `limit` colours, 2...256.
  ///
  /// A picture with fewer keeps them exactly; others are reduced by median cut (Heckbert, "Color
  /// Image Quantization for Frame Buffer Display", 1982). Cost: a sort of its distinct colours for
  /// each doubling of the palette.
  init(_ pixels: Pixels, colors limit: Int) {
    precondition((2...256).contains(limit), "A palette cannot have \(limit) colours.")
    (width, height) = (pixels.width, pixels.height)
    var counts: [UInt32: Int] = [:]
    for color in pixels.colors { counts[color.bits, default: 0] += 1 }
    // In a fixed order, because a dictionary has none.
    var entries = counts.map { Entry(color: RGBA(bits: $0.key), count: $0.value) }
    entries.sort { $0.color.bits < $1.color.bits }
    let boxes = Self.boxes(of: &entries, limit: limit)
    let means = boxes.map { Self.mean(of: entries[$0]) }
    let order = means.indices.sorted {
      (means[$0].alpha, means[$0].bits) < (means[$1].alpha, means[$1].bits)
    }
    palette = order.map { means[$0] }
    var index: [UInt32: UInt8] = [:]
    index.reserveCapacity(entries.count)
    for (place, box) in order.enumerated() {
      for entry in entries[boxes[box]] { index[entry.color.bits] = UInt8(place) }
    }
    indices = []
    indices.reserveCapacity(pixels.colors.count)
    var last: (bits: UInt32, index: UInt8)?
    for color in pixels.colors {
      let bits = color.bits
      if let last, last.bits == bits {
        indices.append(last.index)
        continue
      }
      let own = index[bits] ?? 0
      indices.append(own)
      last = (bits, own)
    }
  }

  private struct Entry {
    var color: RGBA
    var count: Int
  }

  /// Splits the colours into at most `limit` boxes, and sorts them by box.
  private static func boxes(of entries: inout [Entry], limit: Int) -> [Range<Int>] {
    if entries.count <= limit { return entries.indices.map { $0..<($0 + 1) } }
    var boxes = [Box(0..<entries.count, entries)]
    while boxes.count < limit {
      guard let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
        boxes[widest].weight > 0
      else { break }
      let box = boxes[widest]
      entries[box.range].sort {
        ($0.color.lanes[box.channel], $0.color.bits) < ($1.color.lanes[box.channel], $1.color.bits)
      }
      let half = entries[box.range].reduce(0) { $0 + $1.count } / 2
      var (middle, sum) = (box.range.lowerBound, 0)
      while middle < box.range.upperBound - 1, sum < half {
        sum += entries[middle].count
        middle += 1
      }
      middle = max(middle, box.range.lowerBound + 1)
      boxes[widest] = Box(box.range.lowerBound..<middle, entries)
      boxes.append(Box(middle..<box.range.upperBound, entries))
    }
    return boxes.map { $0.range }
  }

  /// Colours next to each other, and how much splitting them is worth.
  private struct Box {
    let range: Range<Int>
    let channel: Int
    /// The widest channel's range times the square root of its pixels; 0 for a single colour.
    let weight: Float

    init(_ range: Range<Int>, _ entries: [Entry]) {
      var (least, most) = (SIMD4<UInt8>(repeating: 255), SIMD4<UInt8>.zero)
      var count = 0
      for entry in entries[range] {
        least = pointwiseMin(least, entry.color.lanes)
        most = pointwiseMax(most, entry.color.lanes)
        count += entry.count
      }
      let spread = most &- least
      let channel = (0..<4).reduce(0) { spread[$1] > spread[$0] ? $1 : $0 }
      self.range = range
      self.channel = channel
      weight = range.count < 2 ? 0 : Float(spread[channel]) * Float(count).squareRoot()
    }
  }

  private static func mean(of entries: ArraySlice<Entry>) -> RGBA {
    var (sum, count) = (SIMD4<Float>.zero, Float(0))
    for entry in entries {
      sum += entry.color.floats * Float(entry.count)
      count += Float(entry.count)
    }
    return RGBA(mixed: sum / count)
  }
}

extension Pixels {
  /// The same picture with at most so many colours, 2...256.
  package func reduced(to colors: Int) -> Pixels {
    let indexed = IndexedPixels(self, colors: colors)
    var pixels = self
    for y in 0..<height {
      for x in 0..<width { pixels[x, y] = indexed.palette[Int(indexed.indices[y * width + x])] }
    }
    return pixels
  }
}

extension RGBA {
  /// The four bytes as a number.
  fileprivate var bits: UInt32 {
    UInt32(lanes.x) << 24 | UInt32(lanes.y) << 16 | UInt32(lanes.z) << 8 | UInt32(lanes.w)
  }

  fileprivate init(bits: UInt32) {
    self.init(
      lanes: SIMD4(
        UInt8(bits >> 24), UInt8(bits >> 16 & 0xff), UInt8(bits >> 8 & 0xff), UInt8(bits & 0xff)))
  }
}
