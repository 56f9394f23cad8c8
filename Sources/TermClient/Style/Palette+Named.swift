// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

extension Palette {
  /// The palettes to choose from.
  enum Name: String, Hashable, Sendable, CaseIterable {
    /// Green felt and red backs.
    case standard = "default"
    /// For deuteranopia (no green receptors).
    case deutan
    /// For protanopia (no red receptors).
    case protan
    /// For tritanopia (no blue receptors).
    case tritan
    /// Black, white and full colours.
    case highContrast = "high-contrast"
    /// No colours at all.
    case mono
  }

  /// The palette with a name; a terminal without colours always gets `mono`.
  init(_ name: Name = .standard, depth: ColorDepth) {
    self = .named(depth == .mono ? .mono : name)
    guard depth != .full else { return }
    picture = picture.flat
    guard depth == .palette, name != .highContrast else { return }
    // The nearest of 256 colours to the felt is lighter than the felt, so this is light, too, and of
    // another hue than text.
    dim = Style(Color(0xafd7d7), on: text.background)
  }

  private static func named(_ name: Name) -> Palette {
    switch name {
    case .standard: .standard
    case .deutan: .deutan
    case .protan: .protan
    case .tritan: .tritan
    case .highContrast: .highContrast
    case .mono: .mono
    }
  }

  /// A palette from the colours of table and text; cards use the picture's colours.
  private init(
    table: UInt32, text: UInt32, dim: UInt32, matchedInk: UInt32, seats: [UInt32],
    _ picture: PictureColors
  ) {
    let table = Color(table)
    self.init(
      text: Style(Color(text), on: table), dim: Style(Color(dim), on: table),
      strong: Style(Color(0xffffff), on: table, .bold),
      back: Style(Color(picture.backPattern), on: Color(picture.backPanel)),
      front: Style(Color(0x2b2b2b), on: Color(picture.face)),
      matched: Style(Color(matchedInk), on: Color(picture.matched), .bold),
      cursor: Style(Color(0x1a1a1a), on: Color(picture.cursor), .bold),
      bad: Style(Color(picture.loss), on: table, .bold),
      good: Style(Color(picture.gain), on: table, .bold), seats: seats.map { Color($0) },
      picture: picture)
  }

  /// Green, with lightened Okabe-Ito colours for seats.
  private static let standard = Palette(
    table: 0x123528, text: 0xd9e2d5, dim: 0xaec2b8, matchedInk: 0x0f4f22,
    seats: [
      0x56b4e9, 0xe69f00, 0x2fd0a0, 0xf0e442, 0xe07bb0, 0xf0763c, 0x9db8ff, 0xe8e8e8,
    ], .standard)

  // In the next three the seats are as far apart as eight light colours can be (in OKLab), as
  // people with that colour vision see them.

  private static let deutan = Palette(
    table: 0x10294a, text: 0xdce4ee, dim: 0xaebfd3, matchedInk: 0x0b3d78,
    seats: [
      0x1dbdff, 0xdeb20c, 0xf9fffb, 0xcf630f, 0x33e6c1, 0x778a9a, 0xf7fd01, 0x1882fe,
    ], .redGreen)

  private static let protan = Palette(
    table: 0x10294a, text: 0xdce4ee, dim: 0xaebfd3, matchedInk: 0x0b3d78,
    seats: [
      0xd8bffd, 0xa9871c, 0xe1ff16, 0x5096af, 0x04cd75, 0xd81cf3, 0xeeffe6, 0xf6055a,
    ], .redGreen)

  private static let tritan = Palette(
    table: 0x0f3338, text: 0xdde6e6, dim: 0xafc3c4, matchedInk: 0x0a4a46,
    seats: [
      0x44fbfd, 0xf677c3, 0xccbca4, 0xfa071a, 0x15d319, 0x6585dc, 0xfeffd2, 0xac53f6,
    ], .blueYellow)

  private static let highContrast = Palette(
    table: 0x000000, text: 0xffffff, dim: 0xd0d0d0, matchedInk: 0x000000,
    seats: [
      0x56d0ff, 0xffb000, 0x30ffb0, 0xffff40, 0xff80d8, 0xff7040, 0xb0b8ff, 0xffffff,
    ], .contrast)

  private static let mono = Palette(
    text: Style(), dim: Style(), strong: Style(.standard, on: .standard, .bold), back: Style(),
    front: Style(), matched: Style(.standard, on: .standard, .bold),
    cursor: Style(.standard, on: .standard, [.bold, .reverse]),
    bad: Style(.standard, on: .standard, .bold), good: Style(.standard, on: .standard, .bold),
    seats: [], picture: .contrast)
}
