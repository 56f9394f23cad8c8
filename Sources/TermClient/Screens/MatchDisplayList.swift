// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// A scene taken apart for drawing it as a picture: things in pixels, and the text over them in the
/// order in which it is written.
struct MatchDisplayList {
  /// A piece of text, or its absence.
  enum Mark: Hashable, Sendable {
    /// Text on whatever colour is there.
    case text(String, column: Int, row: Int, Style, limit: Int)
    /// Text on the colour of its own style.
    case label(String, column: Int, row: Int, Style)
    /// No text here but what follows: something lies over it.
    case clear(Area)
  }

  let scene: Scene
  let screen: MatchScreen
  let renderStyle: RenderStyle
  let layout: MatchLayout
  let board: PictureBoard
  /// What is drawn in pixels.
  var items: [PictureItem] = []
  /// What is written over it.
  var marks: [Mark] = []

  var palette: Palette { renderStyle.palette }
  var colors: PictureColors { renderStyle.palette.picture }
  var columns: Range<Int> { 0..<layout.size.columns }

  /// Cards on their way back to the deck keep the board on screen.
  var isInWaitingRoom: Bool {
    (scene.phase == .waiting || scene.phase == .committing) && scene.cards.isEmpty
  }

  /// The plan of a scene.
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
      // What is asked takes its place: the plate of its code would lie over the answers.
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

  /// What the picture is drawn on.
  var setting: TablePicture.Setting {
    TablePicture.Setting(
      columns: layout.size.columns, rows: layout.size.rows, board: board,
      panel: isInWaitingRoom ? nil : panelArea, colors: colors,
      showsPlaces: !isInWaitingRoom && scene.phase != .undealt)
  }

  /// The panel with what belongs to it: below the board it reaches from edge to edge.
  private var panelArea: Area {
    let panel = layout.panel
    guard layout.isPanelBelow else { return panel }
    return Area(
      column: 0, row: panel.row, width: layout.size.columns, height: layout.size.rows - panel.row)
  }

  /// Puts the panel over what flies, for its text is written over everything.
  private mutating func coverPanel() {
    addPlate(0, over: panelArea, across: 0, down: 0, z: Height.panel, color: colors.panel)
  }

  // MARK: Writing

  /// Writes text; what does not fit into `limit` cells is cut off.
  mutating func write(
    _ text: String, column: Int, row: Int, _ style: Style, limit: Int = .max
  ) {
    guard !text.isEmpty, limit > 0 else { return }
    marks.append(.text(text, column: column, row: row, style, limit: limit))
  }

  /// Writes text in the middle of a span.
  mutating func write(_ text: String, centredIn span: Range<Int>, row: Int, _ style: Style) {
    let room = max(span.count - text.cells, 0)
    write(text, column: span.lowerBound + room / 2, row: row, style, limit: span.count)
  }

  /// Writes text so that it ends before a column.
  mutating func write(_ text: String, before column: Int, row: Int, _ style: Style) {
    write(text, column: column - text.cells, row: row, style)
  }

  /// Puts a plate over an area of cells, beyond it by so many units across and pixels down.
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
  /// Writes marks over a picture, of which this is a copy.
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
