// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A cell's colour: red, green and blue, or the terminal's default.
struct Color: Hashable, Sendable {
  /// `0x01RRGGBB`, or 0 for the default.
  private(set) var bits: UInt32

  /// The terminal's default.
  static let standard = Color(bits: 0)

  /// The colour `0xRRGGBB`.
  init(_ rgb: UInt32) {
    bits = 0x0100_0000 | (rgb & 0xff_ffff)
  }

  init(bits: UInt32) {
    self.bits = bits
  }

  /// Whether it is the terminal's default.
  var isStandard: Bool { bits == 0 }
  /// Red, 0...255.
  var red: Int { Int(bits >> 16 & 0xff) }
  /// Green, 0...255.
  var green: Int { Int(bits >> 8 & 0xff) }
  /// Blue, 0...255.
  var blue: Int { Int(bits & 0xff) }
}
