// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// The panel: players, turn and clock.

extension MatchDisplayList {
  /// In units.
  ///
  /// A ring centred on a cell then ends on whole pixels left and right, and nearly so above and
  /// below.
  private static let ringRadius: Float = 4.5

  mutating func addPlayers() {
    if layout.isPanelBelow { addPlayersBelow() } else { addPlayersAside() }
  }

  /// The columns of the panel's text, inside its margin.
  var inner: Range<Int> {
    (layout.panel.column + 2)..<(layout.panel.column + layout.panel.width - 2)
  }

  private mutating func addPlayersAside() {
    let inner = inner
    let rows = layout.size.rows
    // Seven rows for clock and headline, the seats, and six for facts, message and hints.
    let isRoomy = rows >= 7 + 3 * scene.seats.count + 6
    let step = !isRoomy ? 1 : rows >= 8 + 4 * scene.seats.count + 10 ? 4 : 3
    let hasRing = rows >= 8 + scene.seats.count + 6
    let first = hasRing ? step == 4 ? 8 : 7 : 4
    addClock(hasRing: hasRing, before: first)
    for (index, seat) in scene.seats.enumerated() {
      let row = first + index * step
      if seat.isTurn {
        addPlate(
          1,
          over: Area(
            column: inner.lowerBound, row: row, width: inner.count, height: isRoomy ? 2 : 1),
          across: isRoomy ? 1 : 0, down: isRoomy ? 1 : 0, z: Height.plate, color: plate(of: seat),
          stripe: isRoomy ? rgb(of: seat.index) : nil)
      }
      addLine(of: seat, inner, row: row)
      if isRoomy {
        write(
          seat.details(in: inner.count - 4), column: inner.lowerBound + 4, row: row + 1,
          palette.dim)
      }
    }
    addFooter(after: first + scene.seats.count * step)
  }

  private func rgb(of seat: SeatIndex) -> UInt32 {
    palette.seat(seat).foreground.bits & 0xff_ffff
  }

  /// The colour of the plate behind the seat on turn: the viewer's own is tinted with their colour.
  private func plate(of seat: Scene.Seat) -> UInt32 {
    guard seat.isYou else { return colors.plate }
    return RGBA(colors.plate).mixed(with: RGBA(rgb(of: seat.index)), 0.22).color.bits & 0xff_ffff
  }

  /// The viewer's own turn is written in their colour.
  private var headlineStyle: Style {
    if scene.isYourTurn, let you = scene.you { return palette.seat(you) }
    return scene.phase == .ended ? palette.strong : palette.text
  }

  /// Adds the turn's clock as a ring with the seconds in it, and the headline beside it.
  private mutating func addClock(hasRing: Bool, before firstSeat: Int) {
    let inner = inner
    var (column, row) = (inner.lowerBound, 1)
    if hasRing, let clock = scene.turn?.clock {
      let radius = Self.ringRadius
      let middleRow = 3
      let x = Float(inner.lowerBound) + 5
      let steps = Int((clock.fraction * Double(PictureItem.ringSteps)).rounded(.up))
      items.append(
        PictureItem(
          id: .ring, z: Height.plate,
          shape: .ring(
            x: x, y: (Float(middleRow) + 0.5) * board.cellHeight, radius: radius, width: 1.5,
            left: min(max(steps, 0), PictureItem.ringSteps),
            color: clock.isUrgent ? colors.loss : colors.ring)))
      write(
        "\(clock.secondsLeft)", centredIn: Int(x - 2)..<Int(x + 2), row: middleRow,
        clock.isUrgent ? palette.bad : palette.strong)
      column += 12
      row = 2
    } else if hasRing {
      row = 2
    }
    let text =
      scene.turn?.clock == nil || !hasRing ? scene.headlineText : scene.headlineTextWithoutTime
    let lines = text.folded(to: inner.upperBound - column, lines: firstSeat - 1 - row)
    for (index, line) in lines.enumerated() {
      write(line, column: column, row: row + index, headlineStyle)
    }
  }

  /// Adds one line: mark, name, score change and score, as in `● Ana  +8 14`.
  private mutating func addLine(of seat: Scene.Seat, _ span: Range<Int>, row: Int) {
    let change = scene.lastScoreChange(of: seat.index)
    let score = seat.player == nil ? "" : scene.points(of: seat)
    let style = palette.seat(seat.index)
    // A new player slides in from the right.
    let shift = Int((Double(span.count) * (1 - min(max(seat.presence, 0), 1))).rounded())
    write(score, before: span.upperBound - 1, row: row, style)
    var limit = span.count - 6 - score.cells - shift
    if let change {
      let text = Wording.signed(change)
      write(
        text, before: span.upperBound - 2 - score.cells, row: row,
        change < 0 ? palette.bad : palette.good)
      limit -= text.cells + 1
    }
    let column = span.lowerBound + shift
    let whole = screen.label(of: seat, in: scene, limit: limit)
    let feeling = screen.feeling(of: seat.index, renderStyle, in: limit - whole.cells - 1)
    if let feeling { limit -= feeling.text.cells + 1 }
    let label = screen.label(of: seat, in: scene, limit: limit)
    if let feeling {
      write(
        feeling.text, column: column + 5 + label.cells, row: row,
        palette.strong.fading(feeling.opacity, into: Color(colors.panel)))
    }
    write(seat.isTurn ? "▶" : "", column: column, row: row, palette.strong)
    write(MatchScreen.mark(seat.index), column: column + 2, row: row, style)
    write(
      label, column: column + 4, row: row,
      seat.isTurn ? palette.strong : seat.player == nil ? palette.dim : palette.text, limit: limit)
  }

  private mutating func addPlayersBelow() {
    let text = scene.headlineText
    let style =
      scene.turn?.clock?.isUrgent ?? false
      ? palette.bad
      : scene.isYourTurn || scene.phase == .ended ? palette.strong : palette.text
    let room = screen.room(beside: text, in: columns.count)
    write(room, before: columns.upperBound - 1, row: 0, palette.dim)
    write(
      text, column: 1, row: 0, style, limit: columns.count - room.cells - 3)
    for (index, seat) in scene.seats.enumerated() {
      let column = layout.panel.column + index % layout.seatsInLine * layout.seatCells
      let row = layout.panel.row + index / layout.seatsInLine
      if seat.isTurn {
        addPlate(
          1, over: Area(column: column, row: row, width: layout.seatCells - 1, height: 1),
          across: 0, down: 0, z: Height.plate, color: plate(of: seat))
      }
      addLine(of: seat, column..<(column + layout.seatCells - 1), row: row)
    }
  }
}
