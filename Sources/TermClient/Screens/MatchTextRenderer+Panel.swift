// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// The players' panel, beside the board or below it.

extension MatchTextRenderer {
  mutating func drawPanel() {
    let panel = layout.panel
    guard !layout.isPanelBelow else {
      for (index, seat) in scene.seats.enumerated() {
        draw(
          seat, column: panel.column + index % layout.seatsInLine * layout.seatCells,
          row: panel.row + index / layout.seatsInLine, cells: layout.seatCells - 1)
      }
      return
    }
    grid.put("Players", column: panel.column, row: panel.row, palette.dim)
    let step = panel.height >= 2 + 3 * scene.seats.count ? 3 : 1
    for (index, seat) in scene.seats.enumerated() {
      let row = panel.row + 2 + step * index
      draw(seat, column: panel.column, row: row, cells: layout.seatCells)
      if step > 1 {
        grid.put(
          seat.details(in: layout.seatCells - 4), column: panel.column + 4, row: row + 1,
          palette.dim)
        drawClock(of: seat, column: panel.column + 4, row: row + 1)
      }
    }
  }

  /// Draws one line: turn, mark, name, score change and score, as in `▶ ● Ana  +8 14`.
  private mutating func draw(_ seat: Scene.Seat, column: Int, row: Int, cells: Int) {
    let change = scene.lastScoreChange(of: seat.index)
    let score = scene.points(of: seat)
    let end = column + cells
    let scoreColumn = end - score.cells
    if seat.player != nil {
      grid.put(score, column: scoreColumn, row: row, palette.strong)
    }
    var limit = scoreColumn - column - 5
    if let change {
      let text = Wording.signed(change)
      let style = change < 0 ? palette.bad : palette.good
      grid.put(text, column: scoreColumn - text.cells - 1, row: row, style)
      limit -= text.cells + 1
    }
    let whole = screen.label(of: seat, in: scene, limit: limit)
    let feeling = screen.feeling(of: seat.index, renderStyle, in: limit - whole.cells - 1)
    if let feeling { limit -= feeling.text.cells + 1 }
    let label = screen.label(of: seat, in: scene, limit: limit)
    if let feeling {
      grid.put(
        feeling.text, column: column + 5 + label.cells, row: row,
        palette.strong.fading(feeling.opacity, into: palette.text.background))
    }
    if seat.isTurn { grid.put("▶", column: column, row: row, palette.strong) }
    grid.put(MatchScreen.mark(seat.index), column: column + 2, row: row, palette.seat(seat.index))
    grid.put(
      label, column: column + 4, row: row, seat.isTurn ? palette.strong : palette.text,
      limit: max(limit, 0))
  }

  /// Draws the time left as a bar and in seconds.
  private mutating func drawClock(of seat: Scene.Seat, column: Int, row: Int) {
    guard seat.isTurn, let clock = scene.turn?.clock else { return }
    let text = " \(clock.secondsLeft) s"
    let start = seat.details(in: layout.seatCells - 4).cells + 1
    let room = layout.seatCells - 4 - start - text.cells
    guard room >= 4 else { return }
    let full = min(max(Int((clock.fraction * Double(room)).rounded(.up)), 0), room)
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: room - full)
    grid.put(
      bar + text, column: column + start, row: row,
      clock.isUrgent ? palette.bad : palette.seat(seat.index))
  }
}
