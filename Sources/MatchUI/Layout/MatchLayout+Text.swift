// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Stage

// The positions of text: letters and numbers, panel, dialogs.

extension MatchLayout {
  /// Whether the headline is in the window's first row and messages are in the last ones; else they
  /// are all in a panel beside the board.
  var hasHeadlineRow: Bool { picture == nil || isPanelBelow }

  // MARK: Letters and numbers

  /// The column of the letters over a column of places; nil if the table has no such column.
  func letterColumn(of column: Int, cells: Int) -> Int? {
    guard let centre = table.centre(of: column) else { return nil }
    if let picture {
      return Int(picture.place(of: centre).x.rounded(.down)) - (cells - 1) / 2
    }
    let area = area(at: centre)
    return area.column + max(area.width - cells, 0) / 2
  }

  /// Where the number of a row of places begins; nil if the table has no such row.
  func numberPlace(of row: Int, cells: Int) -> (column: Int, row: Int)? {
    guard let centre = table.centre(of: row * table.columns) else { return nil }
    if let picture { return (numbersColumn + 1 - cells, picture.row(of: centre)) }
    let area = area(at: centre)
    return (numbersColumn, area.row + (area.height - 1) / 2)
  }

  // MARK: The panel

  /// The panel's ground; in a picture, that of a panel below the board spans the window.
  var panelGround: Area {
    guard picture != nil, isPanelBelow else { return panel }
    return Area(column: 0, row: panel.row, width: size.columns, height: size.rows - panel.row)
  }

  /// The columns of a panel's text, inside its margin.
  var panelText: Range<Int> {
    let margin = picture == nil ? 0 : 2
    return (panel.column + margin)..<(panel.column + panel.width - margin)
  }

  /// The cells right of a score, on the plate of the seat on turn.
  var scoreMargin: Int { picture == nil ? 0 : 1 }

  /// The lines of seats in a panel beside the board.
  package struct SeatRows: Hashable, Sendable {
    /// The row of the first seat.
    var first: Int
    /// From one seat to the next.
    var step: Int
    /// Whether a ring for the time left fits above.
    var hasRing: Bool
    /// Whether each seat has a second line, for details.
    var isRoomy: Bool { step > 1 }
  }

  /// The lines of `count` seats in a panel beside the board.
  func seatRows(_ count: Int) -> SeatRows {
    guard !hasHeadlineRow else {
      let step = panel.height >= 2 + 3 * count ? 3 : 1
      return SeatRows(first: panel.row + 2, step: step, hasRing: false)
    }
    // Seven rows for clock and headline, the seats, and six for facts, message and hints.
    let rows = size.rows
    let step = rows < 7 + 3 * count + 6 ? 1 : rows >= 8 + 4 * count + 10 ? 4 : 3
    let hasRing = rows >= 8 + count + 6
    return SeatRows(first: hasRing ? step == 4 ? 8 : 7 : 4, step: step, hasRing: hasRing)
  }

  /// The area of the ring for the time left.
  ///
  /// Centred on a cell, it ends on whole pixels left and right, and nearly so above and below.
  var clockArea: Area { Area(column: panelText.lowerBound, row: 1, width: 10, height: 5) }

  // MARK: Dialogs

  /// The cells from a dialog's text to its frame's outer edge.
  private var dialogMargin: Int { picture == nil ? 2 : 3 }
  /// The maximum number of rows of text in a dialog.
  var dialogRows: Int { max(picture == nil ? messageRow - 3 : size.rows - 5, 3) }
  /// The rows of text that the waiting room has without hiding anything else.
  var waitingRoomRows: Int { picture == nil ? messageRow - 2 : size.rows - 4 }

  /// The empty rows above and below a dialog's text, within its frame: one where there is room.
  func dialogPadding(around text: Area) -> Int {
    let rows = isPanelBelow ? panel.row : size.rows - 1
    return picture != nil && text.row >= 3 && text.row + text.height + 3 <= rows ? 1 : 0
  }

  private static let (leastStandings, mostStandings) = (40, 46)

  /// Whether narrower standings are beside the players, whose names they would cover otherwise.
  var isStandingsBeside: Bool {
    !isPanelBelow && (Self.leastStandings..<Self.mostStandings).contains(besidePanel)
  }

  /// The cells for a name and a result in the standings.
  var standingsWidth: Int { isStandingsBeside ? besidePanel : Self.mostStandings }

  /// The widest text of a dialog that is beside the players.
  var besidePanel: Int { panel.column - 2 * dialogMargin - (picture == nil ? 1 : 3) }

  /// The text area of a dialog: in the middle of the window, or beside the players if it fits
  /// there.
  func dialog(width: Int, height: Int, isWaitingRoom: Bool) -> Area {
    let isBeside = !isWaitingRoom && !isPanelBelow && panel.column > width + 2 * dialogMargin
    let room = isBeside ? panel.column : size.columns
    let rows = picture == nil ? messageRow : size.rows
    // The smallest waiting room needs every row, even that of its frame.
    let first = picture != nil ? 1 : isWaitingRoom ? 0 : 2
    return Area(
      column: (room - width) / 2, row: max((rows - height) / 2, first), width: width,
      height: height)
  }
}
