// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
package import Game
package import Stage

/// What a match screen shows beside the scene: the room, the cursor, messages, questions; and every
/// text on it.
package struct MatchScreen: Hashable, Sendable {
  /// The room code.
  package internal(set) var roomCode: String
  /// The link to join by; empty for none.
  var link = ""
  /// The option that the join command needs beside the link; empty for none.
  var linkOption = ""
  /// The QR codes of the links to join and to watch by.
  var qrCodes = QRCodes()
  /// The place that Enter acts on.
  var cursor = BoardCursor()
  /// The coordinates typed so far.
  package internal(set) var typed = ""
  /// Seats whose players are disconnected.
  var offline: Set<SeatIndex> = []
  /// The ratings of players at a rated table, by their IDs.
  var ratings: [String: Double] = [:]
  /// The last message, such as why a request was refused; empty for none.
  package var message = ""
  /// Whether the message is an error.
  package internal(set) var isMessageBad = false
  /// The last event on the table, shown while there is no message.
  package internal(set) var news = ""
  /// Whether the help is open.
  var isHelpShown = false
  /// The rows of a playback's help while it is open; nil otherwise.
  package var playbackHelp: [MatchDialog.Row]?
  /// Whether to show key hints; false in playback, which has other keys.
  package var showsHints = true
  /// Whether the player may save replays.
  var savesReplays = true
  /// The connection quality in a word or two; empty without a connection.
  package internal(set) var line = ""
  /// Whether the connection is lost, and the message says so.
  package internal(set) var isCutOff = false
  /// The number of spectators.
  package internal(set) var audience = 0
  /// The open question before an action, if any.
  var confirmation: Confirmation?
  /// The open question about a seat, if any.
  var choiceQuestion: ChoiceQuestion?
  /// Whether the viewer may still shuffle in this match.
  package internal(set) var mayShuffle = true
  /// Whether to offer a bot, because nobody has joined for a while.
  var offersBot = false
  /// Whether a question or the help is open.
  var asksOrExplains: Bool {
    isHelpShown || playbackHelp != nil || confirmation != nil || choiceQuestion != nil
  }
  /// The summary of the match that has ended; nil if this screen has not seen all of it.
  package var summary: MatchSummary?
  /// The current reactions, by seat; a viewer's without.
  package internal(set) var reactions: [SeatIndex?: ShownReaction] = [:]
  /// Where the player whose turn it is points; nil if that is not shown.
  package internal(set) var ghost: Ghost?

  /// QR codes as rows of half-blocks, margins included; an absent code has no rows.
  struct QRCodes: Hashable, Sendable {
    var join: [String] = []
    var watch: [String] = []
  }

  /// The screen of a room.
  package init(roomCode: String) {
    self.roomCode = roomCode
  }

  /// What is drawn of a scene, as laid out, with the emoji that may be drawn as characters.
  package func list(
    of scene: Scene, _ layout: MatchLayout, _ pictures: Pictures
  ) -> MatchDisplayList {
    MatchDisplayListBuilder.list(scene, self, layout, pictures)
  }
}
