// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import TerminalUI

/// The styles of all parts of the screen.
///
/// No information depends on colour alone: borders, marks and words repeat it, so `mono` loses
/// no information.
struct Palette: Hashable, Sendable {
  /// Normal text, and the table.
  var text: Style
  /// Less important text.
  var dim: Style
  /// Important text.
  var strong: Style
  /// The back of a card.
  var back: Style
  /// The front of a card.
  var front: Style
  /// The front of a matched card.
  var matched: Style
  /// The border of the card under the cursor, and focused rows.
  var cursor: Style
  /// Errors and losses.
  var bad: Style
  /// Successes and gains.
  var good: Style
  /// The colours of seats, by number.
  var seats: [Color]

  /// The colours of pictures.
  var picture: PictureColors

  /// This palette with its text on another background.
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

extension Style {
  /// That of a QR code's half-blocks: black on white, and without colours as a dark terminal reverses
  /// it.
  static let qrCode = Style(Color(0xffffff), on: Color(0x000000), .reverse)
}

extension Grid {
  /// Writes a row of a QR code, its black cells as backgrounds: readers would take lines between full blocks
  /// for modules.
  mutating func putQRCode(_ line: String, column: Int, row: Int) {
    put(line, column: column, row: row, .qrCode)
    let black = Style(Style.qrCode.foreground, on: Style.qrCode.background)
    putFullBlocks(of: line, column: column, row: row, black)
  }

  /// Replaces the full blocks of a line by spaces in a style: in some fonts a block leaves lines of its
  /// background.
  mutating func putFullBlocks(of line: String, column: Int, row: Int, _ style: Style) {
    for (index, character) in line.enumerated() where character == "█" {
      put(" ", column: column + index, row: row, style)
    }
  }
}
