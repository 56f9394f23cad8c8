// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A threshold on sorted luminance would try five splits of a cell instead of all 31, but red cards
// on green felt have equal luminance: their edges need the others, which are tried four at a time.

/// The best approximation of six pixels in two colours: the split with the least squared error.
struct TwoColors: Hashable, Sendable {
  /// The mask of foreground pieces: bit 0 is the upper left one, bit 1 the upper right; 0 for a
  /// cell of one colour.
  let mask: Int
  /// The mean colour of the pieces in the mask.
  let foreground: Color
  /// The mean colour of the others.
  let background: Color

  /// Cells whose colours differ by at most this are drawn in one colour; nobody sees the
  /// difference, and most cells of a frame are like that.
  static let flatness: UInt8 = 3
  /// The same for cells with motion, where more goes unnoticed.
  static let coarseFlatness: UInt8 = 14

  /// The best split of the two by three pixels at `corner`, in rows of `stride`; one colour if they
  /// differ by at most `flatness`.
  init(
    _ colors: UnsafeBufferPointer<RGBA>, corner: Int, stride: Int,
    flatness: UInt8 = TwoColors.flatness
  ) {
    let (a, b) = (colors[corner], colors[corner + 1])
    let (c, d) = (colors[corner + stride], colors[corner + stride + 1])
    let (e, f) = (colors[corner + 2 * stride], colors[corner + 2 * stride + 1])
    let least = pointwiseMin(
      pointwiseMin(pointwiseMin(a.lanes, b.lanes), pointwiseMin(c.lanes, d.lanes)),
      pointwiseMin(e.lanes, f.lanes))
    let most = pointwiseMax(
      pointwiseMax(pointwiseMax(a.lanes, b.lanes), pointwiseMax(c.lanes, d.lanes)),
      pointwiseMax(e.lanes, f.lanes))
    let range = most &- least
    let isFlat = max(max(range.x, range.y), max(range.z, range.w)) <= flatness
    if isFlat, least == most {
      mask = 0
      background = a.color
      foreground = background
      return
    }
    let pieces = (a.floats, b.floats, c.floats, d.floats, e.floats, f.floats)
    let total = pieces.0 + pieces.1 + pieces.2 + pieces.3 + pieces.4 + pieces.5
    if isFlat {
      mask = 0
      background = Self.mean(total, 6)
      foreground = background
      return
    }
    mask = Self.bestSplit(pieces, total)
    var sum = SIMD4<Float>.zero
    if mask & 1 != 0 { sum += pieces.0 }
    if mask & 2 != 0 { sum += pieces.1 }
    if mask & 4 != 0 { sum += pieces.2 }
    if mask & 8 != 0 { sum += pieces.3 }
    if mask & 16 != 0 { sum += pieces.4 }
    let count = mask.nonzeroBitCount
    foreground = Self.mean(sum, count)
    background = Self.mean(total - sum, 6 - count)
  }

  private typealias Pieces = (
    SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>
  )

  /// The split with the least squared error; of equal ones the first in Gray code order.
  ///
  /// The last piece is always background, or each split would occur twice. With n of six pieces in
  /// front, s their sum and t the sum of all, the error is smallest where |6s - nt|² / (n(6 - n))
  /// is largest. All values are integers below 2^24, which floats represent exactly.
  @inline(__always)
  private static func bestSplit(_ pieces: Pieces, _ total: SIMD4<Float>) -> Int {
    let a = pieces.0 * 6 - total
    let b = pieces.1 * 6 - total
    let c = pieces.2 * 6 - total
    let d = pieces.3 * 6 - total
    let e = pieces.4 * 6 - total
    // The four splits of the upper two pieces, at once.
    let red = SIMD4(0, a.x, b.x, a.x + b.x)
    let green = SIMD4(0, a.y, b.y, a.y + b.y)
    let blue = SIMD4(0, a.z, b.z, a.z + b.z)
    var best = SIMD4<Float>.zero
    var blocks = SIMD4<Float>.zero
    func weigh(_ block: Float, _ lower: SIMD4<Float>, _ weights: SIMD4<Float>) {
      let (r, g, b) = (red + lower.x, green + lower.y, blue + lower.z)
      let gain = (r * r + g * g + b * b) * weights
      let isBetter = gain .> best
      best.replace(with: gain, where: isBetter)
      blocks.replace(with: block, where: isBetter)
    }
    // 360 divided by n(6 - n), for n of nought to two of the upper pieces and more below.
    let (none, one) = (SIMD4<Float>(0, 72, 72, 45), SIMD4<Float>(72, 45, 45, 40))
    let (two, three) = (SIMD4<Float>(45, 40, 40, 45), SIMD4<Float>(40, 45, 45, 72))
    weigh(0, .zero, none)
    weigh(1, c, one)
    weigh(2, c + d, two)
    weigh(3, d, one)
    weigh(4, d + e, two)
    weigh(5, c + d + e, three)
    weigh(6, c + e, two)
    weigh(7, e, one)
    var found = (gain: -Float.infinity, rank: 0)
    for lane in 0..<4 {
      let block = Int(blocks[lane])
      // The lower two bits of the code run to and fro.
      let code = lane ^ (block & 1) << 1
      let rank = block << 2 | code ^ code >> 1
      if best[lane] > found.gain || (best[lane] == found.gain && rank < found.rank) {
        found = (best[lane], rank)
      }
    }
    return found.rank ^ found.rank >> 1
  }

  private static func mean(_ sum: SIMD4<Float>, _ count: Int) -> Color {
    let mean = (sum * 2 + Float(count)) / Float(2 * count)
    return Color(UInt32(mean.x) << 16 | UInt32(mean.y) << 8 | UInt32(mean.z))
  }
}
