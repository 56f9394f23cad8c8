// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// A scene as a list of items drawn in pixels, and of text written over them, in drawing order.
struct MatchDisplayList {
  /// A piece of text, or an area without any.
  enum Mark: Hashable, Sendable {
    /// Text on the existing background.
    case text(String, column: Int, row: Int, Style, limit: Int)
    /// Text on its style's own background.
    case label(String, column: Int, row: Int, Style)
    /// Removes the text so far from an area that something covers.
    case clear(Area)
  }

  let scene: Scene
  let screen: MatchScreen
  let renderStyle: RenderStyle
  let layout: MatchLayout
  let board: PictureBoard
  /// The items drawn in pixels.
  var items: [PictureItem] = []
  /// The text written over them.
  var marks: [Mark] = []

  var palette: Palette { renderStyle.palette }
  var colors: PictureColors { renderStyle.palette.picture }
  var columns: Range<Int> { 0..<layout.size.columns }

  /// Whether to show the waiting room: not while cards still fly back to the deck.
  var isInWaitingRoom: Bool {
    (scene.phase == .waiting || scene.phase == .committing) && scene.cards.isEmpty
  }

  /// Lists the items of a scene.
  init(
    _ scene: Scene, _ screen: MatchScreen, _ renderStyle: RenderStyle, _ layout: MatchLayout,
    _ board: PictureBoard
  ) {
    self.scene = scene
    self.screen = screen
    self.renderStyle = renderStyle
    self.layout = layout
    self.board = board
    if isInWaitingRoom {
      // A dialog replaces it: the plate of the room code would cover the answers.
      if !screen.asksOrExplains { addWaitingRoom() }
    } else {
      addCoordinates()
      addCards()
      coverPanel()
      addPlayers()
      if scene.phase == .ended { addStandings() }
    }
    if screen.isHelpShown { addHelp() }
    if let confirmation = screen.confirmation { addConfirmation(confirmation) }
    if let question = screen.seatQuestion { addSeatQuestion(question) }
    if layout.isPanelBelow || isInWaitingRoom { addFooterBelow() }
  }

  /// The background the picture is drawn on.
  var setting: TablePicture.Setting {
    TablePicture.Setting(
      columns: layout.size.columns, rows: layout.size.rows, board: board,
      panel: isInWaitingRoom ? nil : panelArea, colors: colors,
      showsPlaces: !isInWaitingRoom && scene.phase != .undealt)
  }

  /// The panel's background; a panel below the board spans the window.
  private var panelArea: Area {
    let panel = layout.panel
    guard layout.isPanelBelow else { return panel }
    return Area(
      column: 0, row: panel.row, width: layout.size.columns, height: layout.size.rows - panel.row)
  }

  /// Draws the panel over flying cards, because its text is written over everything.
  private mutating func coverPanel() {
    addPlate(0, over: panelArea, across: 0, down: 0, z: Height.panel, color: colors.panel)
  }

  // MARK: Writing

  /// Writes text, cut off at `limit` cells.
  mutating func write(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) {
    guard !text.isEmpty, limit > 0 else { return }
    marks.append(.text(text, column: column, row: row, style, limit: limit))
  }

  /// Writes text centred in a span.
  mutating func write(_ text: String, centredIn span: Range<Int>, row: Int, _ style: Style) {
    let room = max(span.count - text.cells, 0)
    write(text, column: span.lowerBound + room / 2, row: row, style, limit: span.count)
  }

  /// Writes text that ends before a column.
  mutating func write(_ text: String, before column: Int, row: Int, _ style: Style) {
    write(text, column: column - text.cells, row: row, style)
  }

  /// Adds a plate over an area of cells, extended by `across` units and `down` pixels on each side.
  mutating func addPlate(
    _ id: Int, over area: Area, across: Float, down: Int, z: Double, color: UInt32,
    stripe: UInt32? = nil,
    castsShadow: Bool = false
  ) {
    let (width, height) = (Float(area.width), Float(area.height) * board.cellHeight)
    let shape = RoundedBox(
      x: Float(area.column) + width / 2, y: Float(area.row) * board.cellHeight + height / 2,
      width: width + 2 * across, height: height + 2 * Float(down) / board.down,
      radius: across > 0 && stripe == nil ? 1 : 0)
    items.append(
      PictureItem(
        id: .plate(id), z: z,
        shape: .plate(shape, color: color, stripe: stripe, castsShadow: castsShadow)))
  }
}

extension Grid {
  /// Writes marks over a copy of a picture.
  mutating func write(_ marks: [MatchDisplayList.Mark], over picture: Grid) {
    for mark in marks {
      switch mark {
      case .text(let text, let column, let row, let style, let limit):
        write(text, column: column, row: row, style, limit: limit)
      case .label(let text, let column, let row, let style):
        put(text, column: column, row: row, style)
      case .clear(let area): copy(picture, area)
      }
    }
  }
}
