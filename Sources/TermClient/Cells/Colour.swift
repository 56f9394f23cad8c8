// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A colour of a cell: red, green and blue, or what the terminal has by default.
struct Colour: Hashable, Sendable {
  /// `0x01RRGGBB`, or 0 for the default.
  private(set) var bits: UInt32

  /// What the terminal has by default.
  static let standard = Colour(bits: 0)

  /// The colour `0xRRGGBB`.
  init(_ rgb: UInt32) {
    bits = 0x0100_0000 | (rgb & 0xff_ffff)
  }

  init(bits: UInt32) {
    self.bits = bits
  }

  /// Whether it is the terminal's own.
  var isStandard: Bool { bits == 0 }
  /// Red, 0...255.
  var red: Int { Int(bits >> 16 & 0xff) }
  /// Green, 0...255.
  var green: Int { Int(bits >> 8 & 0xff) }
  /// Blue, 0...255.
  var blue: Int { Int(bits & 0xff) }

  /// The nearest of the 240 colours every 256-colour terminal has alike (xterm's cube and greys).
  var paletteIndex: Int {
    func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }
    func value(_ level: Int) -> Int { level == 0 ? 0 : 55 + 40 * level }
    func distance(_ other: (Int, Int, Int)) -> Int {
      let (r, g, b) = (red - other.0, green - other.1, blue - other.2)
      return r * r + g * g + b * b
    }
    let (r, g, b) = (level(red), level(green), level(blue))
    let grey = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
    let cubeDistance = distance((value(r), value(g), value(b)))
    let greyDistance = distance((8 + 10 * grey, 8 + 10 * grey, 8 + 10 * grey))
    return greyDistance < cubeDistance ? 232 + grey : 16 + 36 * r + 6 * g + b
  }
}

/// How many colours a terminal shows.
enum ColourDepth: Hashable, Sendable, CaseIterable {
  /// None: bold, underlined and reversed text only.
  case mono
  /// xterm's 256.
  case palette
  /// Any red, green and blue.
  case full

  /// What the environment says: none where NO_COLOR is set to anything (no-color.org), all where
  /// COLORTERM promises them, else 256.
  init(environment: (String) -> String?) {
    if environment("NO_COLOR")?.isEmpty == false {
      self = .mono
    } else if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") {
      self = .full
    } else {
      self = .palette
    }
  }
}
