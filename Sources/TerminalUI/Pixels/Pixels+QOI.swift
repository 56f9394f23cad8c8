// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// QOI is a lossless format with a decoder of one page, at sizes close to PNG's; see qoiformat.org.

extension Pixels {
  /// Reads a QOI image of premultiplied colours (specification of 2022-01-05).
  ///
  /// Traps on a bad image, because the images are part of the program.
  package init(qoi bytes: UnsafeBufferPointer<UInt8>) {
    func number(_ at: Int) -> Int { bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
    precondition(
      bytes.count >= 22 && bytes.starts(with: "qoif".utf8), "The emoji atlas is not a QOI image.")
    let (width, height) = (number(4), number(8))
    var colors: [RGBA] = []
    colors.reserveCapacity(width * height)
    var seen = [RGBA](repeating: .clear, count: 64)
    var last = RGBA(lanes: SIMD4(0, 0, 0, 255))
    var at = 14
    while colors.count < width * height {
      let tag = bytes[at]
      at += 1
      var lanes = last.lanes
      switch tag {
      case 0xfe:
        lanes = SIMD4(bytes[at], bytes[at + 1], bytes[at + 2], lanes.w)
        at += 3
      case 0xff:
        lanes = SIMD4(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3])
        at += 4
      case 0xc0...:
        for _ in 0...(tag & 0x3f) { colors.append(last) }
        continue
      case 0x80...:
        let green = (tag & 0x3f) &- 32
        let others = bytes[at]
        lanes &+= SIMD4(green &- 8 &+ others >> 4, green, green &- 8 &+ others & 15, 0)
        at += 1
      case 0x40...:
        lanes &+= SIMD4((tag >> 4 & 3) &- 2, (tag >> 2 & 3) &- 2, (tag & 3) &- 2, 0)
      default:
        lanes = seen[Int(tag)].lanes
      }
      last = RGBA(lanes: lanes)
      seen[Int((lanes &* SIMD4(3, 5, 7, 11)).wrappedSum() & 63)] = last
      colors.append(last)
    }
    self.init(width: width, height: height, colors: colors)
  }
}
