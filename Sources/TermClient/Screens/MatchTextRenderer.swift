// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// Draws one scene with characters into `grid`.
struct MatchTextRenderer {
  let scene: Scene
  let screen: MatchScreen
  let renderStyle: RenderStyle
  let layout: MatchLayout
  var grid: Grid

  var palette: Palette { renderStyle.palette }
  /// All columns of the window.
  var columns: Range<Int> { 0..<layout.size.columns }

  /// Whether to show the waiting room: not while cards still fly back to the deck.
  var isInWaitingRoom: Bool {
    (scene.phase == .waiting || scene.phase == .committing) && scene.cards.isEmpty
  }

  init(scene: Scene, screen: MatchScreen, renderStyle: RenderStyle, layout: MatchLayout) {
    self.scene = scene
    self.screen = screen
    self.renderStyle = renderStyle
    self.layout = layout
    grid = Grid(
      width: layout.size.columns, height: layout.size.rows, style: renderStyle.palette.text)
  }

  mutating func draw() {
    drawHeadline()
    if isInWaitingRoom {
      drawWaitingRoom()
    } else {
      drawBoard()
      drawPanel()
      if scene.phase == .ended { drawStandings() }
    }
    if screen.isHelpShown { drawHelp() }
    if let confirmation = screen.confirmation { draw(confirmation) }
    if let question = screen.seatQuestion { drawSeatQuestion(question) }
    drawFooter()
  }

  private mutating func drawHeadline() {
    // The waiting room shows the code elsewhere, in large.
    let room = isInWaitingRoom ? "" : screen.room(beside: scene.headlineText, in: columns.count)
    let roomColumn = layout.size.columns - room.cells - 1
    grid.put(room, column: roomColumn, row: MatchLayout.headlineRow, palette.dim)
    let style =
      scene.turn?.clock?.isUrgent ?? false
      ? palette.bad
      : scene.isYourTurn || scene.phase == .ended ? palette.strong : palette.text
    if isInWaitingRoom {
      let lines = scene.headlineText.folded(to: columns.count - 2, lines: 2)
      for (index, line) in lines.enumerated() {
        grid.put(line, column: 1, row: MatchLayout.headlineRow + index, palette.text)
      }
      return
    }
    grid.put(
      scene.headlineText, column: 1, row: MatchLayout.headlineRow, style,
      limit: max(roomColumn - 2, 0))
  }

  private mutating func drawFooter() {
    let limit = layout.size.columns - 2
    if screen.typed.isEmpty {
      // In the waiting room a long message may extend upwards.
      let news = screen.message.isEmpty ? screen.news : screen.message
      let lines = isInWaitingRoom ? screen.message.folded(to: limit, lines: 6) : [news]
      for (index, line) in lines.enumerated() {
        grid.put(
          line, column: 1, row: layout.messageRow + 1 - lines.count + index,
          screen.isMessageBad ? palette.bad : palette.text, limit: limit)
      }
    } else {
      grid.put("Card \(screen.typed)_", column: 1, row: layout.messageRow, palette.strong)
    }
    grid.put(
      screen.hints(in: scene).hints(in: limit), column: 1, row: layout.hintRow, palette.dim,
      limit: limit)
  }
}
