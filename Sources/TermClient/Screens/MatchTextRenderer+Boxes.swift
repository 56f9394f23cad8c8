// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// The text boxes: the waiting room, the standings, the keys.

extension MatchTextRenderer {
  mutating func drawWaitingRoom() {
    let sharing = screen.sharing(in: scene)
    let code = sharing == nil ? "" : screen.roomCode.harmless(limit: 20)
    let option = sharing?.option.folded(to: columns.count - 2) ?? []
    let isRoomy = layout.messageRow >= 10 + scene.seats.count + option.count
    var row = 2
    if !code.isEmpty, let sharing {
      grid.put(sharing.title, centredIn: columns, row: row, palette.dim)
      grid.put(" \(code) ", centredIn: columns, row: row + 1, palette.strong.with(.reverse))
      row += 2
      if isRoomy, !sharing.command.isEmpty {
        for line in [sharing.command] + option {
          grid.put(line, centredIn: columns, row: row, palette.text)
          row += 1
        }
      }
      row += isRoomy ? 1 : 0
    }
    grid.put(
      Wording.rules(scene.settings, theme: scene.theme), centredIn: columns, row: row,
      palette.text)
    row += isRoomy ? 2 : 1
    let width = min(columns.count - 4, 44)
    let column = (columns.count - width) / 2
    for seat in scene.seats {
      grid.put(MatchScreen.mark(seat.index), column: column, row: row, palette.seat(seat.index))
      let state = screen.state(of: seat)
      let feeling = screen.feeling(of: seat.index, renderStyle, in: 12)
      let feelingCells = feeling.map { $0.text.cells + 1 } ?? 0
      let (name, shift) = screen.sliding(seat, in: scene, cells: width - 2)
      let room = max(width - 4 - state.cells - feelingCells - shift, 0)
      var end = grid.put(
        name, column: column + 2 + shift, row: row, seat.isTaken ? palette.strong : palette.dim,
        limit: room)
      if let feeling {
        grid.put(
          feeling.text, column: end + 1, row: row,
          palette.strong.fading(feeling.opacity, into: palette.text.background))
        end += feelingCells
      }
      let dots = max(width - (end - column) - state.cells - 2, 0)
      grid.put(String(repeating: "·", count: dots), column: end + 1, row: row, palette.dim)
      grid.put(
        state, column: column + width - state.cells, row: row,
        seat.isReady ? palette.good : palette.text)
      row += 1
    }
  }

  mutating func drawStandings() {
    guard !scene.standings.isEmpty else { return }
    let width = min(columns.count - 6, 44)
    let rows = scene.standings.prefix(SeatIndex.limit).map { screen.standing($0, in: scene) }
    drawBox(title: scene.headlineText, rows: rows, width: width)
  }

  mutating func drawHelp() {
    drawKeys(title: "Keys", MatchScreen.keys)
  }

  mutating func draw(_ confirmation: Confirmation) {
    let (title, rows) = MatchScreen.wording(of: confirmation)
    drawKeys(title: title, rows)
  }

  mutating func drawSeatQuestion(_ question: SeatQuestion) {
    let (title, rows, chosen) = screen.wording(of: question, in: scene)
    drawKeys(title: title, rows, chosen: chosen)
  }

  /// Draws a box of keys and their meanings, as wide as they need; one may be chosen.
  private mutating func drawKeys(title: String, _ rows: [(String, String)], chosen: Int? = nil) {
    let table = KeyTable(rows, chosen: chosen, cells: columns.count - 8)
    let width = max(min(title.cells, columns.count - 8, 46), table.width) + 4
    let titles = title.folded(to: width - 4, lines: 2)
    let most = layout.messageRow - 1
    let gap = table.rows.count + titles.count + 3 <= most ? 1 : 0
    let area = boxArea(
      width: width, height: min(table.rows.count + titles.count + gap + 2, most))
    for (index, line) in titles.enumerated() {
      grid.put(line, column: area.column + 2, row: area.row + 1 + index, palette.strong)
    }
    let first = titles.count + gap + 1
    for (index, row) in table.rows.prefix(area.height - first - 1).enumerated() {
      let line = area.row + first + index
      grid.put(row.keys, column: area.column + 2, row: line, palette.strong)
      grid.put(
        row.meaning, column: area.column + 2 + row.column, row: line,
        row.isChosen ? palette.strong : palette.text)
    }
  }

  /// Draws a box whose rows have a text on the left and one on the right.
  private mutating func drawBox(title: String, rows: [(String, String)], width: Int) {
    let area = boxArea(width: width, height: min(rows.count + 4, layout.messageRow - 1))
    grid.put(title, centredIn: area.columns, row: area.row + 1, palette.strong)
    for (index, row) in rows.prefix(area.height - 4).enumerated() {
      let line = area.row + 3 + index
      let end = area.column + width - 2
      grid.put(row.1, column: max(end - row.1.cells, area.column + 2), row: line, palette.text)
      grid.put(
        row.0, column: area.column + 2, row: line, palette.strong,
        limit: max(width - 5 - row.1.cells, 4))
    }
  }

  /// Draws an empty box in the middle of the window, or beside the players if it fits there.
  private mutating func boxArea(width: Int, height: Int) -> Area {
    let isBeside = !isInWaitingRoom && !layout.isPanelBelow && layout.panel.column > width
    let room = isBeside ? layout.panel.column : columns.count
    let area = Area(
      column: (room - width) / 2, row: max((layout.messageRow - height) / 2, 1),
      width: width, height: height)
    grid.fill(area, .space, palette.text)
    drawEdge(.double, of: area, palette.text)
    return area
  }
}
