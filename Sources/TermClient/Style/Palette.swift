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
  var seats: [Color]

  /// The colours of pictures.
  var picture: PictureColors

  /// The same text on something of another colour than the table.
  func on(_ ground: Color) -> Palette {
    var palette = self
    palette.text = Style(text.foreground, on: ground, text.attributes)
    palette.dim = Style(dim.foreground, on: ground, dim.attributes)
    palette.strong = Style(strong.foreground, on: ground, strong.attributes)
    palette.bad = Style(bad.foreground, on: ground, bad.attributes)
    palette.good = Style(good.foreground, on: ground, good.attributes)
    return palette
  }

  /// The style of a seat's name and mark.
  func seat(_ seat: SeatIndex) -> Style {
    guard seats.indices.contains(seat.rawValue) else { return text }
    return Style(seats[seat.rawValue], on: text.background, .bold)
  }
}
