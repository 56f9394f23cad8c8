// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import LibWebSockets
package import Lobby
package import Wire

/// A connection to a peer (a socket, or in tests a queue), whose id is never reused.
package struct ServerConnectionID: Hashable, Comparable, Sendable {
  /// The connection's number in this process.
  package var rawValue: UInt64

  /// Connection number `rawValue`.
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether `left` was opened first.
  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension CorrelationID {
  /// The journal's answer is for this connection.
  init(_ connection: ServerConnectionID) { self.init(connection.rawValue) }

  /// The journal's answer is for this admin request.
  init(_ request: AdminRequestID) { self.init(request.rawValue) }
}

/// The inputs of the server core.
package enum ServerInput: Sendable {
  /// A peer has connected. `address` is the key for its limits, nil for none; `host` its address,
  /// nil if unknown.
  case opened(ServerConnectionID, WireEncoding, address: String? = nil, host: String? = nil)
  /// A whole message arrived, at the given time.
  case received(ServerConnectionID, [UInt8], at: ServerTime)
  /// The kernel has measured a connection's round trip.
  case measured(ServerConnectionID, RoundTrip)
  /// Number of bytes queued for a slow reader, as it changes.
  case waiting(ServerConnectionID, bytes: Int)
  /// A connection is gone.
  case closed(ServerConnectionID)
  /// The rooms' journal has answered.
  case journalled([RoomOutcome])
  /// The registry has answered.
  case registered([RegistryOutcome])
  /// The registry has read a session, or could not.
  case fetched(RegistryAnswer, for: CorrelationID)
  /// The journal has stored results of matches, of this process or another; in its order.
  case results([MatchResult])
  /// The journal has stored changes to the bans, of this process or another; in its order.
  case bans([BanChange])
  /// The journal has answered a replay query.
  case found(ReplayAnswer, for: ReplayQuery)
  /// The limits have changed.
  case configure(ServerLimits)
  /// The world has something to tell its node.
  case world(WorldEvent)
  /// The operator requests something.
  case admin(AdminRequest, AdminRequestID)
  /// The server is to shut down.
  case leave(ShutdownMode)
  /// `nextWake` has been reached.
  case tick
}

/// The outputs of the server core, to be carried out in order.
package enum ServerOutput: Hashable, Sendable {
  /// Send one message, encoded once, over each of the connections.
  case send([UInt8], WireEncoding, to: [ServerConnectionID])
  /// Send one message over each of a topic's connections, after everything sent to it before.
  case publish([UInt8], to: AudienceTopic)
  /// Subscribe a connection to what is published to a topic from now on.
  case subscribe(ServerConnectionID, to: AudienceTopic)
  /// End the subscription of a connection, which may be closed already.
  case unsubscribe(ServerConnectionID, from: AudienceTopic)
  /// Send a small packet behind the last one, so that TCP notices its loss at once.
  case chase([ServerConnectionID])
  /// A session is suspected of lag abuse in this room.
  case suspect(session: String, room: String)
  /// Append these records to the rooms' journal.
  case append([RoomRecord])
  /// Put these records into the registry.
  case register([RegistryRecord])
  /// Read a session from the registry, behind everything put before, and feed the answer back.
  case fetch(SessionID, for: CorrelationID)
  /// Keep these outages, which are not refunded yet.
  case keep([RoomDirectory.Outage])
  /// Run a replay query and feed the answer back.
  case query(ReplayQuery)
  /// Ask something of the world.
  case world(WorldRequest)
  /// A room cannot be restored.
  case damaged(RoomDirectory.Loss)
  /// Answer an admin request.
  case admin(AdminAnswer, AdminRequestID)
  /// Draining is complete: stop the server.
  case drained
  /// Close a connection with an RFC 6455 code, after everything queued for it.
  case close(ServerConnectionID, code: UInt16, reason: String)
}
