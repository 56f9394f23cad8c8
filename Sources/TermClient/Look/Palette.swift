// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How the parts of the table are drawn.
///
/// Nothing is told by colour alone: borders, marks and words say the same, so the palette without
/// colours loses nothing but looks.
struct Palette: Hashable, Sendable {
  /// Ordinary text and the table itself.
  var text: Style
  /// Text that can wait.
  var dim: Style
  /// Text that cannot.
  var strong: Style
  /// The back of a card.
  var back: Style
  /// The front of a card.
  var front: Style
  /// The front of a matched card.
  var matched: Style
  /// The edge of what the cursor is on.
  var cursor: Style
  /// What went wrong.
  var bad: Style
  /// What went well.
  var good: Style
  /// The colours of seats, by number.
  var seats: [Colour]

  /// The palette for a terminal of some colours.
  init(depth: ColourDepth) {
    self = depth == .mono ? .mono : .felt
  }

  /// The style of a seat's name and mark.
  func seat(_ seat: SeatIndex) -> Style {
    guard seats.indices.contains(seat.rawValue) else { return text }
    return Style(seats[seat.rawValue], on: text.background, .bold)
  }

  private init(
    text: Style, dim: Style, strong: Style, back: Style, front: Style, matched: Style,
    cursor: Style, bad: Style, good: Style, seats: [Colour]
  ) {
    self.text = text
    self.dim = dim
    self.strong = strong
    self.back = back
    self.front = front
    self.matched = matched
    self.cursor = cursor
    self.bad = bad
    self.good = good
    self.seats = seats
  }

  /// A green table, with Okabe and Ito's colours for seats, which the colour-blind tell apart.
  private static let felt: Palette = {
    let table = Colour(0x123528)
    return Palette(
      text: Style(Colour(0xd9e2d5), on: table), dim: Style(Colour(0x8aa396), on: table),
      strong: Style(Colour(0xffffff), on: table, .bold),
      back: Style(Colour(0x8fb4e8), on: Colour(0x1f3a68)),
      front: Style(Colour(0x2b2b2b), on: Colour(0xf4efe1)),
      matched: Style(Colour(0x0f4f22), on: Colour(0xcdeec0), .bold),
      cursor: Style(Colour(0x1a1a1a), on: Colour(0xffd84a), .bold),
      bad: Style(Colour(0xff9a76), on: table, .bold),
      good: Style(Colour(0x9fe870), on: table, .bold),
      seats: [
        Colour(0x56b4e9), Colour(0xe69f00), Colour(0x2fd0a0), Colour(0xf0e442), Colour(0xe07bb0),
        Colour(0xf0763c), Colour(0x9db8ff), Colour(0xe8e8e8),
      ])
  }()

  private static let mono = Palette(
    text: Style(), dim: Style(), strong: Style(.standard, on: .standard, .bold), back: Style(),
    front: Style(), matched: Style(.standard, on: .standard, .bold),
    cursor: Style(.standard, on: .standard, [.bold, .reverse]),
    bad: Style(.standard, on: .standard, .bold), good: Style(.standard, on: .standard, .bold),
    seats: [])
}
