// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Writes pictures as sixels (DEC STD 070, chapter 9): bands of six rows, a plane a colour.
enum Sixel {
  /// The control string that draws an opaque picture at the cursor.
  ///
  /// Cost: proportional to the pixels, and to the width for each colour of a band.
  static func encoded(_ picture: IndexedPixels) -> [UInt8] {
    // Pixels that are not drawn stay as they are, and pixels are square.
    var output = Array("\u{1b}P0;1;0q\"1;1;".utf8)
    put(picture.width, to: &output)
    output.append(UInt8(ascii: ";"))
    put(picture.height, to: &output)
    for (index, color) in picture.palette.enumerated() {
      output.append(UInt8(ascii: "#"))
      put(index, to: &output)
      output += ";2".utf8
      for value in [color.lanes.x, color.lanes.y, color.lanes.z] {
        output.append(UInt8(ascii: ";"))
        // In percent.
        put((Int(value) * 100 + 127) / 255, to: &output)
      }
    }
    let width = picture.width
    var planes = [UInt8](repeating: 0, count: picture.palette.count * width)
    var isUsed = [Bool](repeating: false, count: picture.palette.count)
    for top in stride(from: 0, to: picture.height, by: 6) {
      for y in top..<min(top + 6, picture.height) {
        for x in 0..<width {
          let color = Int(picture.indices[y * width + x])
          isUsed[color] = true
          planes[color * width + x] |= 1 << UInt8(y - top)
        }
      }
      var isFirst = true
      for color in isUsed.indices where isUsed[color] {
        if !isFirst { output.append(UInt8(ascii: "$")) }
        isFirst = false
        output.append(UInt8(ascii: "#"))
        put(color, to: &output)
        putPlane(planes[color * width..<(color + 1) * width], to: &output)
        for x in 0..<width { planes[color * width + x] = 0 }
        isUsed[color] = false
      }
      if top + 6 < picture.height { output.append(UInt8(ascii: "-")) }
    }
    output += "\u{1b}\\".utf8
    return output
  }

  /// Writes a colour's sixels of a band in runs; empty ones at the end are left out.
  private static func putPlane(_ plane: ArraySlice<UInt8>, to output: inout [UInt8]) {
    var index = plane.startIndex
    while index < plane.endIndex {
      let value = plane[index]
      var end = index + 1
      while end < plane.endIndex, plane[end] == value { end += 1 }
      if value == 0, end == plane.endIndex { return }
      let count = end - index
      if count > 3 {
        output.append(UInt8(ascii: "!"))
        put(count, to: &output)
      }
      for _ in 0..<(count > 3 ? 1 : count) { output.append(0x3f + value) }
      index = end
    }
  }

  private static func put(_ number: Int, to output: inout [UInt8]) {
    output += String(number).utf8
  }
}
