// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage
import TerminalUI

/// A match as a grid of cells: a function of the scene, the window and this screen's own state,
/// such as the cursor.
struct MatchScreen: Sendable {
  /// The room code.
  var roomCode: String
  /// The link to join by; empty for none.
  var link = ""
  /// The option that the join command needs beside the link; empty for none.
  var linkOption = ""
  /// The place that Enter acts on.
  var cursor = BoardCursor()
  /// The coordinates typed so far.
  var typed = ""
  /// Seats whose players are disconnected.
  var offline: Set<SeatIndex> = []
  /// The last message, such as why a request was refused; empty for none.
  var message = ""
  /// Whether the message is an error.
  var isMessageBad = false
  /// The last event on the table, shown while there is no message.
  var news = ""
  /// Whether the help is open.
  var isHelpShown = false
  /// Whether to show key hints; false in playback, which has other keys.
  var showsHints = true
  /// The connection quality in a word or two; empty without a connection.
  var line = ""
  /// The number of spectators.
  var audience = 0
  /// The open question before an action, if any.
  var confirmation: Confirmation?
  /// The open question about a seat, if any.
  var seatQuestion: SeatQuestion?
  /// Whether the viewer may still shuffle in this match.
  var mayShuffle = true
  /// Whether to offer a bot, because nobody has joined for a while.
  var offersBot = false
  /// Whether a question or the help is open.
  var asksOrExplains: Bool { isHelpShown || confirmation != nil || seatQuestion != nil }
  /// The current reactions, by seat.
  var reactions: [SeatIndex: ShownReaction] = [:]
  /// The faces of all themes.
  var faces = ThemeFaces.standard { didSet { picture = nil } }

  /// The screen of a room.
  init(roomCode: String) {
    self.roomCode = roomCode
  }

  /// The last frame's picture and textures, kept for the next one.
  private var picture: MatchPicture?
  /// The last frame's layout, kept while nothing that it follows from changes.
  private var laidOut: LaidOut?

  private struct LaidOut: Sendable {
    var table: Table
    var seats: Int
    var size: WindowSize
    var renderStyle: RenderStyle
    var layout: MatchLayout?
  }

  /// The layout of a scene; nil if the window is too small.
  func layout(of scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> MatchLayout? {
    MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle)
  }

  /// The layout of a scene, computed only if the last one was for something else.
  private mutating func keptLayout(
    of scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize
  ) -> MatchLayout? {
    if let laidOut, laidOut.table == scene.table, laidOut.seats == scene.seats.count,
      laidOut.size == size, laidOut.renderStyle == renderStyle
    {
      return laidOut.layout
    }
    let layout = layout(of: scene, renderStyle, in: size)
    laidOut = LaidOut(
      table: scene.table, seats: scene.seats.count, size: size, renderStyle: renderStyle,
      layout: layout)
    return layout
  }

  /// Draws a scene.
  func draw(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Grid {
    var fresh = self
    fresh.picture = nil
    return fresh.redraw(scene, renderStyle, in: size)
  }

  /// Draws a scene as `draw` does, at the cost of what has changed since the last call.
  mutating func redraw(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Grid {
    guard let layout = keptLayout(of: scene, renderStyle, in: size) else {
      picture = nil
      let needed = MatchLayout.needed(scene.table, seats: scene.seats.count)
      return WindowNotice(needed: needed, purpose: " for the table", last: "The match continues.")
        .grid(renderStyle.menu, in: size)
    }
    let list = MatchDisplayListBuilder.list(scene, self, layout, renderStyle.pictures)
    guard let board = layout.picture else {
      picture = nil
      return CharacterRasteriser.grid(list, layout, renderStyle, faces)
    }
    // The picture must have one owner while it is changed, or it would be copied.
    let before = picture
    picture = nil
    let setting = TablePicture.Setting(
      columns: size.columns, rows: size.rows, board: board, panel: list.panel.map { Area($0) },
      palette: renderStyle.palette, theme: list.theme, showsPlaces: list.showsPlaces)
    let shapes = PictureShapes(
      layout: layout, board: board, palette: setting.palette, faces: faces, theme: list.theme)
    let kept = before.flatMap { $0.isFor(setting, renderStyle.pictures) ? $0 : nil }
    var picture = kept ?? MatchPicture(setting, renderStyle.pictures)
    let grid = picture.draw(list, shapes)
    self.picture = picture
    return grid
  }
}
