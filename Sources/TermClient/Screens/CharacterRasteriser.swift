// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Stage
import TerminalUI

/// Draws a display list with box characters and letters.
struct CharacterRasteriser {
  let list: MatchDisplayList
  let layout: MatchLayout
  let renderStyle: RenderStyle
  let faces: ThemeFaces
  var grid: Grid
  /// The cursor; nil for none.
  private var cursor: (place: Int, isBright: Bool)?

  var palette: Palette { renderStyle.palette }

  /// Draws a list that was made for a layout.
  static func grid(
    _ list: MatchDisplayList, _ layout: MatchLayout, _ renderStyle: RenderStyle, _ faces: ThemeFaces
  ) -> Grid {
    var rasteriser = CharacterRasteriser(list, layout, renderStyle, faces)
    rasteriser.draw()
    return rasteriser.grid
  }

  private init(
    _ list: MatchDisplayList, _ layout: MatchLayout, _ renderStyle: RenderStyle, _ faces: ThemeFaces
  ) {
    self.list = list
    self.layout = layout
    self.renderStyle = renderStyle
    self.faces = faces
    grid = Grid(
      width: layout.size.columns, height: layout.size.rows, style: renderStyle.palette.text)
    for case .cursor(let place, let isBright) in list.items.map(\.content) {
      cursor = (place, isBright)
    }
  }

  private mutating func draw() {
    if list.showsPlaces { drawEmptyPlaces() }
    for item in list.items {
      switch item.content {
      case .card(let card): draw(card)
      case .deck(let deck): draw(deck)
      case .number(let number): draw(number)
      case .ghost(let centre, let seat, let opacity): drawGhost(of: seat, around: centre, opacity)
      case .clock(let clock, let box): draw(clock, in: box)
      case .dialog(let box): drawDialog(box)
      case .text(let text): draw(text)
      // The cursor is the edge of its card, a panel's text stands on the table itself, and the
      // winner's faces are text.
      case .cursor, .panel, .plate, .code, .trophy: break
      }
    }
  }

  // MARK: Cards

  /// The cursor's edge of a place; nil if the cursor is elsewhere.
  ///
  /// Always heavy lines, highlighted in the viewer's own turn only.
  func cursorStyle(at place: Int, on ground: Style) -> Style? {
    guard let cursor, cursor.place == place else { return nil }
    return cursor.isBright ? palette.cursor : ground
  }

  /// Marks the corners of the place that the player whose turn it is points at, in their colour and
  /// fainter than a card; nothing under the viewer's own cursor.
  private mutating func drawGhost(of seat: SeatIndex, around centre: Point, _ opacity: Double) {
    if let cursor, list.table.centre(of: cursor.place) == centre { return }
    let area = layout.area(at: centre)
    let (right, bottom) = (area.column + area.width - 1, area.row + area.height - 1)
    let corners = [
      ("┌", area.column, area.row), ("┐", right, area.row), ("└", area.column, bottom),
      ("┘", right, bottom),
    ]
    for (corner, column, row) in corners
    where (0..<grid.width).contains(column) && (0..<grid.height).contains(row) {
      let ground = grid[column, row].style.background
      let style = Style(palette.seat(seat).foreground, on: ground)
      grid.put(corner, column: column, row: row, style.fading(0.7 * opacity, into: ground))
    }
  }

  /// Draws a dot at each empty place, for orientation.
  private mutating func drawEmptyPlaces() {
    var taken: Set<Int> = []
    for case .card(let card) in list.items.map(\.content)
    where card.centre == list.table.centre(of: card.place) {
      taken.insert(card.place)
    }
    for place in list.table.places where !taken.contains(place) {
      guard let centre = list.table.centre(of: place) else { continue }
      let area = layout.area(at: centre)
      if let style = cursorStyle(at: place, on: palette.dim) {
        grid.frame(area, .corners, style)
      }
      grid.put(
        "·", column: area.column + (area.width - 1) / 2, row: area.row + (area.height - 1) / 2,
        palette.dim)
    }
  }

  // MARK: Text

  private func style(_ style: MatchDisplayList.TextStyle) -> Style {
    switch style {
    case .text: palette.text
    case .dim: palette.dim
    case .strong, .score: palette.strong
    case .bad: palette.bad
    case .good: palette.good
    case .seat(let seat): palette.seat(seat)
    case .code: palette.strong.with(.reverse)
    case .qrCode: .qrCode
    }
  }

  private mutating func draw(_ text: MatchDisplayList.Text) {
    if text.style == .qrCode {
      return grid.putQRCode(text.string, column: text.column, row: text.row)
    }
    var style = style(text.style)
    if text.opacity < 1 { style = style.fading(text.opacity, into: palette.text.background) }
    grid.put(text.string, column: text.column, row: text.row, style, limit: text.limit)
  }

  /// Draws the time left as a bar and in seconds; nothing if there is no room for both, or while no
  /// clock runs.
  private mutating func draw(_ clock: MatchDisplayList.Clock, in area: Area) {
    guard let seconds = clock.secondsLeft else { return }
    let text = " \(seconds) s"
    let room = area.width - text.cells
    guard room >= 4 else { return }
    let steps = MatchDisplayList.clockSteps
    let full = (clock.stepsLeft * room + steps - 1) / steps
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: room - full)
    grid.put(
      bar + text, column: area.column, row: area.row,
      clock.isUrgent ? palette.bad : palette.seat(clock.seat))
  }

  /// Draws an empty box around the text of a dialog.
  private mutating func drawDialog(_ text: Area) {
    let area = Area(
      column: text.column - 2, row: text.row - 1, width: text.width + 4, height: text.height + 2)
    grid.fill(area, .space, palette.text)
    grid.frame(area, .double, palette.text)
  }
}
