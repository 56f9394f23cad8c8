// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Wire

/// The checker's model of a connection, from the bytes sent over it.
final class ConnectionModel {
  let id: ServerConnectionID
  let encoding: WireEncoding
  /// The node at its other end.
  let node: Int
  /// The relay whose client is at its other end; nil for anyone else.
  let relay: Int?
  /// Its first hello.
  var hello: Hello?
  /// Messages before the welcome.
  var early: [ClientMessage] = []
  /// The session it was welcomed as.
  var session: SessionModel?
  /// The player whose key was proven, as its node last said over it: a proof whose answer was lost is
  /// in the journal, and its node does not know.
  var player: String?
  /// The epoch of the time told over it, and the latest such time, if its node is a relay.
  var epoch: UInt64?
  var latestStamp = ServerTime.zero
  /// Whether the server has sent `closing`.
  var isOver = false
  /// The room whose entries are sent over it, and the last of them.
  var log: (room: RoomModel, lastSeq: UInt64)?
  /// The entry it resumed from: a spectator of a delayed match gets entries again that it already
  /// had.
  var resumedFrom: UInt64 = 0
  /// Unanswered requests to resume a room after an entry.
  var resuming: [RequestID: (afterSeq: UInt64, roomID: String)] = [:]
  /// Requests sent over it although the session goes on at another node, of which its own may not have
  /// been told: it refuses them as it would have before.
  var lateRequests: Set<RequestID> = []
  /// Whether it has sent malformed bytes: a refusal may then concern the request they resembled.
  var hasSentRubbish = false
  /// Bytes waiting for its reader, as last reported to the server.
  var waiting = 0
  /// Whether replaceable messages must not be sent, because too many bytes are queued.
  var isMerging = false
  /// When it became a spectator so far behind that it needs a fresh base, or must be closed.
  var behindSince: ServerTime?
  /// Whether it must get no entries until it has a fresh base.
  var isDetached = false
  /// The last presence it was sent.
  var presence: [SeatPresence]?
  /// The last audience count it was sent.
  var audience: Int?

  init(id: ServerConnectionID, encoding: WireEncoding, node: Int, relay: Int? = nil) {
    self.id = id
    self.relay = relay
    self.node = node
    self.encoding = encoding
  }
}
