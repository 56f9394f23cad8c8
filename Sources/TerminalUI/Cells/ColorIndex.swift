// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Finds the perceptually nearest colour of a terminal's palette.
///
/// Results are cached: a few thousand colours, more than a frame has.
package struct ColorIndex: Sendable {
  private let first: Int
  private let colors: [OKLab]
  /// A direct-mapped cache: colour and index in one word, by a few bits of the colour.
  private var remembered: [UInt64]

  private static let slots = 4096

  /// The 240 colours common to all 256-colour terminals: xterm's cube and greys, from 16.
  package static var palette: ColorIndex {
    ColorIndex(first: 16, colors: cube + greys)
  }

  /// The 16 ANSI colours as xterm shows them; others are similar.
  package static var sixteen: ColorIndex {
    ColorIndex(first: 0, colors: oldest)
  }

  /// The first eight, which every terminal supports as background.
  package static var eight: ColorIndex {
    ColorIndex(first: 0, colors: Array(oldest.prefix(8)))
  }

  private init(first: Int, colors: [Color]) {
    self.first = first
    self.colors = colors.map { OKLab($0) }
    remembered = Array(repeating: 0, count: Self.slots)
  }

  /// The index of the nearest colour.
  package mutating func nearest(to color: Color) -> Int {
    // A used word is never 0, because no colour's bits are.
    let slot =
      Int(truncatingIfNeeded: (UInt64(color.bits) &* 0x9e37_79b1) >> 12) & (Self.slots - 1)
    let word = remembered[slot]
    if UInt32(truncatingIfNeeded: word >> 32) == color.bits { return Int(word & 0xff) }
    let number = first + search(OKLab(color))
    remembered[slot] = UInt64(color.bits) << 32 | UInt64(number)
    return number
  }

  private func search(_ wanted: OKLab) -> Int {
    var (best, least) = (0, Float.infinity)
    for index in colors.indices {
      let distance = colors[index].squaredDistance(to: wanted)
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }

  private static let cube: [Color] = {
    let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
    return (0..<216).map { index in
      Color(levels[index / 36] << 16 | levels[index / 6 % 6] << 8 | levels[index % 6])
    }
  }()

  private static let greys: [Color] = (0..<24).map { index in
    let level = UInt32(8 + 10 * index)
    return Color(level << 16 | level << 8 | level)
  }

  private static let oldest: [Color] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f,
    0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
  ].map { Color($0) }
}
