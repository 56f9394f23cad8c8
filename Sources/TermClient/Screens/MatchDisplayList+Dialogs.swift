// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// The dialogs over the table: the waiting room, the standings, the keys.

extension MatchDisplayList {
  mutating func addWaitingRoom() {
    let sharing = screen.sharing(in: scene)
    let code = sharing == nil ? "" : screen.roomCode.harmless(limit: 20)
    let seats = scene.seats.count
    let command = sharing?.command ?? ""
    let option = sharing?.option ?? ""
    let widest =
      ([command.cells] + option.split(separator: " ").map { String($0).cells }).max() ?? 0
    let width = min(columns.count - 6, max(54, min(widest, columns.count - 10)))
    let rules = Wording.rules(scene.settings, theme: scene.theme).folded(to: width, lines: 2)
    // Headline, code, invitation, rules, players, with empty rows between if they fit. The
    // invitation is the point of this screen, so it is dropped last.
    var invitation = command.folded(to: width) + option.folded(to: width)
    let most = layout.size.rows - 4
    let texts = 1 + rules.count + seats + (code.isEmpty ? 0 : 2)
    if texts + invitation.count > most { invitation = [] }
    let isRoomy = texts + invitation.count + (code.isEmpty ? 2 : 5) < most
    let gap = isRoomy ? 1 : 0
    let codeRows = code.isEmpty ? 0 : 2 + 3 * gap + invitation.count
    let fixed = gap + codeRows + gap + seats
    let headline = screen.invitation(in: scene).folded(
      to: width, lines: max(most - fixed - rules.count, 1))
    let height = fixed + headline.count + rules.count
    let span = addDialog(2, width: width, height: height)
    var row = span.rows.lowerBound
    for line in headline {
      write(line, centredIn: span.columns, row: row, palette.strong)
      row += 1
    }
    row += gap
    if !code.isEmpty, let sharing {
      write(sharing.title, centredIn: span.columns, row: row, palette.dim)
      row += 1 + gap
      let spaced = isRoomy ? code.map { "\($0)" }.joined(separator: " ") : code
      let cells = spaced.cells + 4
      let plate = Area(
        column: span.column + (span.width - cells) / 2, row: row, width: cells, height: 1)
      addPlate(
        3, over: plate, across: isRoomy ? 1 : 0, down: isRoomy ? board.blocks.down - 1 : 0,
        z: Height.dialog + 1, color: colors.ring)
      write(
        "  \(spaced)  ", column: plate.column, row: row,
        Style(Color(colors.panel), on: palette.text.background, .bold))
      row += 1 + gap
      for line in invitation {
        write(line, centredIn: span.columns, row: row, palette.text)
        row += 1
      }
      row += gap
    }
    for line in rules {
      write(line, centredIn: span.columns, row: row, palette.text)
      row += 1
    }
    row += gap
    for seat in scene.seats {
      addWaiting(seat, span.columns, row: row)
      row += 1
    }
  }

  private mutating func addWaiting(_ seat: Scene.Seat, _ span: Range<Int>, row: Int) {
    let (name, shift) = screen.sliding(seat, in: scene, cells: span.count - 2)
    let state = screen.state(of: seat)
    let feeling = screen.feeling(of: seat.index, renderStyle, in: 12)
    let feelingCells = feeling.map { $0.text.cells + 1 } ?? 0
    let room = span.count - 4 - state.cells - feelingCells - shift
    write(MatchScreen.mark(seat.index), column: span.lowerBound, row: row, palette.seat(seat.index))
    write(
      name, column: span.lowerBound + 2 + shift, row: row,
      seat.isTaken ? palette.strong : palette.dim, limit: room)
    let shown = shift + min(name.cells, max(room, 0))
    if let feeling {
      write(
        feeling.text, column: span.lowerBound + 3 + shown, row: row,
        palette.strong.fading(feeling.opacity, into: Color(colors.panel)))
    }
    let used = shown + feelingCells
    let dots = max(span.count - 4 - used - state.cells, 0)
    write(
      String(repeating: "·", count: dots), column: span.lowerBound + 3 + used, row: row,
      palette.dim)
    write(
      state, before: span.upperBound, row: row, seat.isReady ? palette.good : palette.text)
  }

  mutating func addStandings() {
    guard !scene.standings.isEmpty else { return }
    let rows = scene.standings.prefix(SeatIndex.limit).map { line in
      (text: screen.standing(line, in: scene), seat: line.seat as SeatIndex?)
    }
    addTable(
      title: scene.headlineText, rows: rows.map { ($0.text.0, $0.text.1, $0.seat) }, width: 46)
  }

  /// A dialog whose rows have a text on the left and one on the right.
  private mutating func addTable(
    title: String, rows: [(String, String, SeatIndex?)], width: Int
  ) {
    let most = max(layout.size.rows - 6, 3)
    let rows = rows.prefix(most - 2)
    let gap = rows.count + 2 < most ? 1 : 0
    let width = min(width, columns.count - 6)
    let titles = title.folded(to: width, lines: max(min(most - rows.count - gap, 2), 1))
    let area = addDialog(4, width: width, height: rows.count + titles.count + gap)
    for (index, line) in titles.enumerated() {
      write(line, centredIn: area.columns, row: area.row + index, palette.strong)
    }
    for (index, row) in rows.enumerated() {
      let line = area.row + titles.count + gap + index
      write(row.1, before: area.column + area.width, row: line, palette.text)
      let style = row.2.map { palette.seat($0) } ?? palette.strong
      write(
        row.0, column: area.column, row: line, style, limit: area.width - row.1.cells - 2)
    }
  }

  /// Adds a framed plate in the middle of the felt for `height` rows of text.
  ///
  /// - Returns: the area for the text.
  mutating func addDialog(_ id: Int, width: Int, height: Int) -> Area {
    let isBeside = !isInWaitingRoom && !layout.isPanelBelow && layout.panel.column > width + 6
    let room = isBeside ? layout.panel.column : columns.count
    let area = Area(
      column: (room - width) / 2, row: max((layout.size.rows - height) / 2, 1), width: width,
      height: height)
    addPlate(
      id * 10, over: area, across: 3.5, down: board.blocks.down + 1, z: Height.dialog,
      color: colors.ring,
      castsShadow: true)
    addPlate(
      id * 10 + 1, over: area, across: 3, down: board.blocks.down, z: Height.dialog + 0.5,
      color: colors.panel)
    marks.append(
      .clear(
        Area(
          column: area.column - 4, row: area.row - 2, width: area.width + 8,
          height: area.height + 4)))
    return area
  }
}
