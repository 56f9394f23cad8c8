// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage

// The waiting room and the standings.

extension MatchDisplayListBuilder {
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
    let most = layout.waitingRoomRows
    let texts = 1 + rules.count + seats + (code.isEmpty ? 0 : 2)
    if texts + invitation.count > most { invitation = [] }
    let isRoomy = texts + invitation.count + (code.isEmpty ? 2 : 5) < most
    let gap = isRoomy ? 1 : 0
    let codeRows = code.isEmpty ? 0 : 2 + 3 * gap + invitation.count
    let fixed = gap + codeRows + gap + seats
    let headline = screen.invitation(in: scene).folded(
      to: width, lines: max(most - fixed - rules.count, 1))
    let span = addDialog(width: width, height: fixed + headline.count + rules.count)
    var row = span.row
    for (index, line) in headline.enumerated() {
      write(line, .headline, index, centredIn: span.columns, row: row, .strong)
      row += 1
    }
    row += gap
    if !code.isEmpty, let sharing {
      write(sharing.title, .title, centredIn: span.columns, row: row, .dim)
      row += 1 + gap
      addCode(code, span, row: row, isRoomy: isRoomy)
      row += 1 + gap
      for (index, line) in invitation.enumerated() {
        write(line, .left, index, centredIn: span.columns, row: row, .text)
        row += 1
      }
      row += gap
    }
    for (index, line) in rules.enumerated() {
      write(line, .fact, index, centredIn: span.columns, row: row, .text)
      row += 1
    }
    row += gap
    for seat in scene.seats {
      addWaiting(seat, span.columns, row: row)
      row += 1
    }
  }

  /// Adds the room's code on a plate.
  private mutating func addCode(_ code: String, _ span: Area, row: Int, isRoomy: Bool) {
    let spaced = isRoomy ? code.map { "\($0)" }.joined(separator: " ") : code
    let cells = spaced.cells + 4
    let column = span.column + (span.width - cells) / 2
    let plate = Area(column: column, row: row, width: cells, height: 1)
    add(MatchDisplayList.ID(.code), .code(plate, isRoomy: isRoomy))
    write("  \(spaced)  ", .code, 1, column: column, row: row, .code)
  }

  private mutating func addWaiting(_ seat: Scene.Seat, _ span: Range<Int>, row: Int) {
    let index = seat.index.rawValue
    let mark = scene.mark(of: seat.index)
    let start = mark.cells + 1
    let (name, shift) = screen.sliding(seat, in: scene, cells: span.count - start)
    let state = screen.state(of: seat)
    let feeling = screen.feeling(of: seat.index, pictures, in: 12)
    let feelingCells = feeling.map { $0.text.cells + 1 } ?? 0
    let room = span.count - start - 2 - state.cells - feelingCells - shift
    write(mark, .mark, index, column: span.lowerBound, row: row, .seat(seat.index))
    write(
      name, .name, index, column: span.lowerBound + start + shift, row: row,
      seat.isTaken ? .strong : .dim, limit: room)
    let shown = shift + min(name.cells, max(room, 0))
    if let feeling {
      write(
        feeling.text, .reaction, index, column: span.lowerBound + start + 1 + shown, row: row,
        .strong,
        opacity: feeling.opacity)
    }
    let used = shown + feelingCells
    let dots = max(span.count - start - 2 - used - state.cells, 0)
    write(
      String(repeating: "·", count: dots), .dots, index, column: span.lowerBound + start + 1 + used,
      row: row, .dim)
    write(
      state, .state, index, before: span.upperBound, row: row, seat.isReady ? .good : .text)
  }

  mutating func addStandings() {
    guard !scene.standings.isEmpty else { return }
    let most = layout.dialogRows
    let rows = scene.settings.mode.rules.grouped(scene.standings)
      .prefix(min(SeatIndex.limit, most - 2))
    let gap = rows.count + 2 < most ? 1 : 0
    let width = min(layout.standingsWidth, columns.count - 6)
    let titles = scene.headlineText.folded(
      to: width, lines: max(min(most - rows.count - gap, 2), 1))
    let area = addDialog(width: width, height: rows.count + titles.count + gap)
    for (index, line) in titles.enumerated() {
      write(line, .title, index, centredIn: area.columns, row: area.row + index, .strong)
    }
    for (index, standing) in rows.enumerated() {
      let line = area.row + titles.count + gap + index
      let (name, result) = screen.standing(standing, in: scene)
      write(result, .right, index, before: area.columns.upperBound, row: line, .text)
      write(
        name, .left, index, column: area.column, row: line, .seat(standing.seat),
        limit: area.width - result.cells - 2)
    }
  }
}
