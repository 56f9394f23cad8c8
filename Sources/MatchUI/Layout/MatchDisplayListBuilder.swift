// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
package import Stage

/// Decides what is drawn of a scene, and where: the scene, this screen's own state and a layout in,
/// a display list out.
package struct MatchDisplayListBuilder {
  let scene: Scene
  let screen: MatchScreen
  let layout: MatchLayout
  /// The emoji that may be drawn as characters.
  let pictures: Pictures
  /// The items so far.
  package private(set) var list: MatchDisplayList
  /// The z order of the text being added.
  private var z = 0.0
  /// The dialogs so far.
  private var dialogs = 0
  /// The rows of the waiting room and its frame; none while it is not shown.
  package private(set) var waitingRoomRows = 0..<0

  /// The z order of what the scene does not order itself.
  ///
  /// The scene's own z is 0 and up for cards at rest, 20 for cards in flight, 100 for numbers.
  private enum Height {
    static let coordinates = -3.0
    static let deck = -2.0
    static let ghost = 9.5
    static let cursor = 10.0
    static let panel = 39.0
    static let players = 40.0
    static let dialog = 110.0
    static let footer = 120.0
  }

  /// The columns of the window.
  var columns: Range<Int> { 0..<layout.size.columns }

  /// Whether to show the waiting room: not while cards still fly back to the deck.
  let isInWaitingRoom: Bool

  /// Lists the items of a scene.
  static func list(
    _ scene: Scene, _ screen: MatchScreen, _ layout: MatchLayout, _ pictures: Pictures
  ) -> MatchDisplayList {
    var builder = MatchDisplayListBuilder(scene, screen, layout, pictures)
    builder.addAll()
    return builder.list
  }

  private init(
    _ scene: Scene, _ screen: MatchScreen, _ layout: MatchLayout, _ pictures: Pictures
  ) {
    self.scene = scene
    self.screen = screen
    self.layout = layout
    self.pictures = pictures
    isInWaitingRoom =
      (scene.phase == .waiting || scene.phase == .committing) && scene.cards.isEmpty
    list = MatchDisplayList(
      table: scene.table, theme: scene.theme,
      // Behind the result of a match nothing is left to see.
      showsPlaces: !isInWaitingRoom && scene.phase != .undealt
        && !(scene.phase == .ended && scene.cards.isEmpty),
      panel: isInWaitingRoom ? nil : layout.panelGround)
  }

  private mutating func addAll() {
    if isInWaitingRoom {
      // A dialog replaces it: the room code would hide the answers.
      if !screen.asksOrExplains { addWaitingRoom() }
    } else {
      z = Height.coordinates
      addCoordinates()
      addCards(deckAt: Height.deck, cursorAt: Height.cursor)
      addGhost(z: Height.ghost)
      add(MatchDisplayList.ID(.panel), z: Height.panel, .panel(layout.panelGround))
      z = Height.players
      addPlayers()
      if showsStandings { addStandings() }
    }
    if screen.isHelpShown { addHelp() }
    if let rows = screen.playbackHelp { addHelp(ofPlayback: rows) }
    if let confirmation = screen.confirmation { addConfirmation(confirmation) }
    if let question = screen.choiceQuestion { addChoiceQuestion(question) }
    if layout.hasHeadlineRow || isInWaitingRoom {
      z = Height.footer
      addFooterBelow()
    }
    // The standings count every point already.
    if scene.standings.isEmpty { for number in scene.numbers { list.add(number) } }
  }

  // MARK: Adding items

  /// Adds an item at the height of the text being added, or at another.
  mutating func add(
    _ id: MatchDisplayList.ID, z height: Double? = nil, _ content: MatchDisplayList.Content
  ) {
    list.add(MatchDisplayList.Item(id, z: height ?? z, content))
  }

  /// Adds a card at its own height.
  mutating func add(_ card: Scene.Card) { list.add(card) }

  /// Adds where the player whose turn it is points.
  mutating func addGhost(z height: Double) {
    guard let ghost = screen.ghost else { return }
    list.addGhost(of: ghost.seat, around: ghost.centre, opacity: ghost.opacity, z: height)
  }

  /// Writes text, cut off at `limit` cells.
  mutating func write(
    _ text: String, _ kind: MatchDisplayList.ID.Kind, _ index: Int = 0, column: Int, row: Int,
    _ style: MatchDisplayList.TextStyle, limit: Int = .max, opacity: Double = 1
  ) {
    guard !text.isEmpty, limit > 0 else { return }
    add(
      MatchDisplayList.ID(kind, index, part: UInt64(dialogs)),
      .text(
        MatchDisplayList.Text(
          text, column: column, row: row, limit: limit, style, opacity: opacity)))
  }

  /// Writes text centred in a span.
  mutating func write(
    _ text: String, _ kind: MatchDisplayList.ID.Kind, _ index: Int = 0, centredIn span: Range<Int>,
    row: Int, _ style: MatchDisplayList.TextStyle
  ) {
    let room = max(span.count - text.cells, 0)
    write(
      text, kind, index, column: span.lowerBound + room / 2, row: row, style, limit: span.count)
  }

  /// Writes text that ends before a column.
  mutating func write(
    _ text: String, _ kind: MatchDisplayList.ID.Kind, _ index: Int = 0, before column: Int,
    row: Int, _ style: MatchDisplayList.TextStyle
  ) {
    write(text, kind, index, column: column - text.cells, row: row, style)
  }

  /// Begins a dialog of `height` rows of text above everything so far.
  ///
  /// - Returns: the area for the text.
  mutating func addDialog(width: Int, height: Int) -> Area {
    let area = layout.dialog(width: width, height: height, isWaitingRoom: isInWaitingRoom)
    // A dialog's plates are at its own height and up to one above.
    z = Height.dialog + 2 * Double(dialogs)
    dialogs += 1
    let padding = layout.dialogPadding(around: area)
    let box = Area(
      column: area.column, row: area.row - padding, width: area.width,
      height: area.height + 2 * padding)
    add(MatchDisplayList.ID(.dialog, dialogs), .dialog(box))
    z += 1
    if isInWaitingRoom { waitingRoomRows = (box.row - 2)..<(box.row + box.height + 2) }
    return area
  }
}
