// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// A match as a screenful of cells: a function of the scene, the window and what only this screen
/// knows, such as where its cursor is.
struct MatchScreen: Sendable {
  /// The code others join by.
  var roomCode: String
  /// The link others join by; empty if none are awaited.
  var link = ""
  /// What the command to join takes beside the link; empty for nothing.
  var linkOption = ""
  /// The place that Enter turns.
  var cursor = BoardCursor()
  /// The beginning of coordinates that is typed so far.
  var typed = ""
  /// Seats whose players have no connection now.
  var offline: Set<SeatIndex> = []
  /// What was said last: an event or why a request was refused.
  var message = ""
  /// Whether the message tells of something that went wrong.
  var isMessageBad = false
  /// What happened last on the table, told while there is no message.
  var news = ""
  /// Whether the keys are explained.
  var isHelpShown = false
  /// Whether the match's keys are hinted at: not where others are taken.
  var showsHints = true
  /// How good the line is, in a word or two; empty where there is none.
  var line = ""
  /// How many watch.
  var audience = 0
  /// What is asked before it is done; nil while nothing is.
  var confirmation: Confirmation?
  /// What is asked about a seat; nil while nothing is.
  var seatQuestion: SeatQuestion?
  /// Whether the viewer may still shuffle in this match.
  var mayShuffle = true
  /// Whether nobody has come for a while, so that a bot is offered.
  var offersBot = false
  /// Whether a dialog or the help lies over the table.
  var asksOrExplains: Bool { isHelpShown || confirmation != nil || seatQuestion != nil }
  /// What players feel just now.
  var reactions: [SeatIndex: ShownReaction] = [:]
  /// What faces look like.
  var faces = ThemeFaces.standard

  /// The screen of a room.
  init(roomCode: String) {
    self.roomCode = roomCode
  }

  /// The picture of the last frame, and what was made for it.
  private var picture: TablePicture?

  /// The layout of a scene in a window; nil if the window is too small for it.
  func layout(of scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> MatchLayout? {
    MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle)
  }

  /// Draws a scene.
  func draw(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Grid {
    var fresh = self
    fresh.picture = nil
    return fresh.redraw(scene, renderStyle, in: size)
  }

  /// Draws a scene as `draw` does; cheaper where little has changed since the last time, as what was
  /// drawn then is kept.
  mutating func redraw(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Grid {
    guard let layout = layout(of: scene, renderStyle, in: size) else {
      picture = nil
      let needed = MatchLayout.needed(scene.table, seats: scene.seats.count)
      return WindowNotice(needed: needed, purpose: " for the table", last: "The match goes on.")
        .grid(renderStyle.palette, in: size)
    }
    guard let board = layout.picture else {
      picture = nil
      var canvas = MatchTextRenderer(
        scene: scene, screen: self, renderStyle: renderStyle, layout: layout)
      canvas.draw()
      return canvas.grid
    }
    // Only one may hold it while it changes, or all of it would be copied.
    let before = picture
    picture = nil
    let plan = MatchDisplayList(scene, self, renderStyle, layout, board)
    let setting = plan.setting
    var picture = before.flatMap { $0.setting == setting ? $0 : nil } ?? TablePicture(setting)
    picture.show(plan.items)
    var grid = picture.grid
    grid.write(plan.marks, over: picture.grid)
    self.picture = picture
    return grid
  }
}
