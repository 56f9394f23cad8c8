// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer

/// A connection that a newer one at another node has superseded, and which has to end.
struct Succession {
  /// How long it may last: the longest way of a message between nodes, with some tolerance.
  static let limit = Duration.milliseconds(10)

  /// The older connection, and its node.
  let former: ServerConnectionID
  let formerNode: Int
  /// The session that goes on, and its node.
  let session: String
  let newNode: Int
  /// When it was welcomed there.
  let since: ServerTime

  init(
    former: ServerConnectionID, at formerNode: Int, by session: String, from newNode: Int,
    since: ServerTime
  ) {
    (self.former, self.formerNode) = (former, formerNode)
    (self.session, self.newNode) = (session, newNode)
    self.since = since
  }
}
