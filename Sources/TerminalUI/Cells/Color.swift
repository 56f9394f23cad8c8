// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A cell's colour: red, green and blue, or the terminal's default.
package struct Color: Hashable, Sendable {
  /// `0x01RRGGBB`, or 0 for the default.
  package private(set) var bits: UInt32

  /// The terminal's default.
  package static let standard = Color(bits: 0)

  /// The colour `0xRRGGBB`.
  package init(_ rgb: UInt32) {
    bits = 0x0100_0000 | (rgb & 0xff_ffff)
  }

  /// The colour with these bits.
  package init(bits: UInt32) {
    self.bits = bits
  }

  /// Whether it is the terminal's default.
  package var isStandard: Bool { bits == 0 }
  /// Red, 0...255.
  package var red: Int { Int(bits >> 16 & 0xff) }
  /// Green, 0...255.
  package var green: Int { Int(bits >> 8 & 0xff) }
  /// Blue, 0...255.
  package var blue: Int { Int(bits & 0xff) }
}
