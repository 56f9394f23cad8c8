// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage

// The panel: players, turn and clock.

extension MatchDisplayListBuilder {
  mutating func addPlayers() {
    if layout.hasHeadlineRow { addHeadlineRow() }
    if layout.isPanelBelow { addPlayersBelow() } else { addPlayersAside() }
  }

  /// Adds the headline and the room in the window's first row; before it the pairs left and the teams'
  /// points, if they fit too.
  private mutating func addHeadlineRow() {
    let (text, row) = (screen.headline(in: scene), MatchLayout.headlineRow)
    let isUrgent = !screen.isCutOff && scene.turn?.clock?.isUrgent ?? false
    let isStrong = !screen.isCutOff && (scene.isYourTurn || scene.phase == .ended)
    let facts = screen.room(beside: text, in: columns.count)
    let pairs = layout.isPanelBelow ? screen.pairsLeft(in: scene) : ""
    let choices = [[scene.teams, pairs, facts], [scene.teams, facts], [facts]].map { parts in
      parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
    let room = choices.first { text.cells + $0.cells + 5 <= columns.count } ?? facts
    write(room, .room, before: columns.upperBound - 1, row: row, .dim)
    write(
      text, .headline, column: 1, row: row, isUrgent ? .bad : isStrong ? .strong : .text,
      limit: columns.count - room.cells - 3)
  }

  private mutating func addPlayersAside() {
    let (inner, count) = (layout.panelText, scene.seats.count)
    let rows = layout.seatRows(count)
    if layout.hasHeadlineRow {
      write("Players", .heading, column: inner.lowerBound, row: layout.panel.row, .dim)
    } else {
      addClock(hasRing: rows.hasRing, before: rows.first)
    }
    for (index, seat) in scene.seats.enumerated() {
      let row = rows.first + index * rows.step
      if seat.isTurn {
        let area = Area(
          column: inner.lowerBound, row: row, width: inner.count, height: rows.isRoomy ? 2 : 1)
        addPlate(of: seat, over: area, isRoomy: rows.isRoomy)
      }
      addLine(of: seat, inner, row: row)
      // Details follow a new player, who slides in.
      guard rows.isRoomy, seat.presence >= 1 else { continue }
      let details = screen.details(of: seat, in: inner.count - 4)
      let column = inner.lowerBound + 4
      write(details, .details, index, column: column, row: row + 1, .dim)
      guard layout.hasHeadlineRow, seat.isTurn else { continue }
      let start = column + details.cells + 1
      addClock(
        in: Area(column: start, row: row + 1, width: inner.upperBound - start, height: 1))
    }
    if !layout.hasHeadlineRow { addFooter(after: rows.first + count * rows.step) }
  }

  private mutating func addPlayersBelow() {
    let (inLine, cells) = (MatchLayout.seatsInLine(columns: columns.count), MatchLayout.seatWidth)
    for (index, seat) in scene.seats.enumerated() {
      let column = layout.panel.column + index % inLine * cells
      let row = layout.panel.row + index / inLine
      let area = Area(column: column, row: row, width: cells - 1, height: 1)
      if seat.isTurn { addPlate(of: seat, over: area, isRoomy: false) }
      addLine(of: seat, area.columns, row: row)
    }
  }

  private mutating func addPlate(of seat: Scene.Seat, over area: Area, isRoomy: Bool) {
    add(
      MatchDisplayList.ID(.plate),
      .plate(area, seat.index, isYours: seat.isYou, isRoomy: isRoomy))
  }

  /// Adds the turn's time left, or the clock without it between turns; nothing without a limit.
  private mutating func addClock(in area: Area) {
    guard let turn = scene.turn, hasClock, area.width > 0 else { return }
    let isUrgent = turn.clock?.isUrgent ?? false
    add(
      MatchDisplayList.ID(.clock),
      .clock(MatchDisplayList.Clock(seat: turn.seat, turn.clock, isUrgent: isUrgent), in: area))
  }

  /// Whether turns are limited, and it is a player's turn or the cards of one still show.
  private var hasClock: Bool {
    scene.turn != nil && scene.phase == .playing && scene.settings.turnLimit > .zero
  }

  /// Adds the turn's clock, if there is room for a ring, and the headline beside it.
  private mutating func addClock(hasRing: Bool, before firstSeat: Int) {
    let inner = layout.panelText
    var (column, row) = (inner.lowerBound, hasRing ? 2 : 1)
    // The standings have it as their title.
    var text = showsStandings && layout.picture != nil ? "" : screen.headline(in: scene)
    if hasRing, hasClock, !screen.isCutOff {
      let area = layout.clockArea
      addClock(in: area)
      column += area.width + 2
      if scene.turn?.clock != nil { text = scene.headlineTextWithoutTime }
    }
    // The viewer's own turn is written in their colour.
    let you = scene.isYourTurn && !screen.isCutOff ? scene.you : nil
    let style =
      you.map { MatchDisplayList.TextStyle.seat($0) } ?? (scene.phase == .ended ? .strong : .text)
    let lines = text.folded(to: inner.upperBound - column, lines: firstSeat - 1 - row)
    for (index, line) in lines.enumerated() {
      write(line, .headline, index, column: column, row: row + index, style)
    }
  }

  /// Adds one line: turn, mark, name, score change and score, as in `▶ ● Ana  +8 14`.
  private mutating func addLine(of seat: Scene.Seat, _ span: Range<Int>, row: Int) {
    let index = seat.index.rawValue
    let score = seat.player == nil ? "" : scene.points(of: seat)
    let end = span.upperBound - layout.scoreMargin
    // A new player slides in from the right.
    let shift = Int((Double(span.count) * (1 - min(max(seat.presence, 0), 1))).rounded())
    write(score, .score, index, before: end, row: row, .score(seat.index))
    let mark = scene.mark(of: seat.index)
    let start = mark.cells + 3
    var limit = end - span.lowerBound - start - 1 - score.cells - shift
    if let change = scene.lastScoreChange(of: seat.index) {
      let text = Wording.signed(change)
      let column = end - 1 - score.cells
      write(text, .change, index, before: column, row: row, change < 0 ? .bad : .good)
      limit -= text.cells + 1
    }
    let column = span.lowerBound + shift
    let whole = screen.label(of: seat, in: scene, limit: limit)
    let feeling = screen.feeling(of: seat.index, pictures, in: limit - whole.cells - 1)
    if let feeling { limit -= feeling.text.cells + 1 }
    let label = screen.label(of: seat, in: scene, limit: limit)
    if let feeling {
      write(
        feeling.text, .reaction, index, column: column + start + 1 + label.cells, row: row, .strong,
        opacity: feeling.opacity)
    }
    if seat.isTurn { write("▶", .turn, column: column, row: row, .strong) }
    write(mark, .mark, index, column: column + 2, row: row, .seat(seat.index))
    write(
      label, .name, index, column: column + start, row: row,
      seat.isTurn ? .strong : seat.player == nil ? .dim : .text, limit: limit)
  }
}
