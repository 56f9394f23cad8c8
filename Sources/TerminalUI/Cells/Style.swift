// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A cell's style: two colours and attributes, in eight bytes.
package struct Style: Hashable, Sendable {
  /// Text attributes.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// A set of raw bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Bold.
    package static let bold = Attributes(rawValue: 1)
    /// Underlined.
    package static let underline = Attributes(rawValue: 2)
    /// Foreground and background swapped.
    package static let reverse = Attributes(rawValue: 4)
  }

  /// The foreground in the lower 25 bits, the attributes above.
  private var front: UInt32
  private var back: UInt32

  /// Text of `foreground` on `background`.
  package init(
    _ foreground: Color = .standard, on background: Color = .standard,
    _ attributes: Attributes = []
  ) {
    front = foreground.bits | UInt32(attributes.rawValue) << 25
    back = background.bits
  }

  /// The text's colour.
  package var foreground: Color { Color(bits: front & 0x1ff_ffff) }
  /// The background colour.
  package var background: Color { Color(bits: back) }
  /// The attributes.
  package var attributes: Attributes { Attributes(rawValue: UInt8(front >> 25)) }

  /// This style with its text faded into the colour `ground`, if both colours are known.
  package func fading(_ opacity: Double, into ground: Color) -> Style {
    guard !foreground.isStandard, !ground.isStandard else { return self }
    let part = min(max(opacity, 0), 1)
    func mix(_ own: Int, _ other: Int) -> UInt32 {
      UInt32((Double(other) + Double(own - other) * part).rounded())
    }
    let mixed =
      mix(foreground.red, ground.red) << 16 | mix(foreground.green, ground.green) << 8
      | mix(foreground.blue, ground.blue)
    return Style(Color(mixed), on: background, attributes)
  }

  /// This style with additional attributes.
  package func with(_ more: Attributes) -> Style {
    Style(foreground, on: background, attributes.union(more))
  }
}
