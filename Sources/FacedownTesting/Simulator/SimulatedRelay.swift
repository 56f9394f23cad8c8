// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchClient
import MatchServer
import SocketClient

/// The part of a relay's node that faces the world: one client of its own, and one for each room that
/// somebody watches through it, as `OwnerConnections` has over sockets.
final class SimulatedRelay {
  /// How long it waits before it dials again, once its own client has ended.
  static let pause = Duration.seconds(5)

  /// A room that is followed.
  struct Followed {
    let peer: SimulatedPeer
    var follower: RoomFollower
  }

  /// The key that all nodes trust.
  let identity: ClientIdentity
  /// The present process's name among relays.
  private(set) var name = ""
  /// Its own session, in no room.
  var conversation = OwnerConversation(for: "")
  /// The client of that session; nil while it waits to dial again.
  var main: SimulatedPeer?
  /// When it dials again; nil unless it waits.
  var dialsAt: ServerTime?
  /// Its spectator in each room, by the room's name at the relay.
  var rooms: [RoomID: Followed] = [:]
  /// Whether the present process has reached the world, and so accepts viewers.
  var isOpen = false

  /// A relay without a process.
  init(identity: ClientIdentity) { self.identity = identity }

  /// Another process begins, under a name of its own.
  func begin(as name: String) {
    self.name = name
    conversation = OwnerConversation(for: name)
    (main, dialsAt, rooms, isOpen) = (nil, nil, [:], false)
  }

  /// The clients of the present process.
  var peers: [SimulatedPeer] {
    [main].compactMap(\.self)
      + rooms.keys.sorted { $0.rawValue < $1.rawValue }.compactMap {
        rooms[$0]?.peer
      }
  }

  /// The peer that follows a room of this name at its owner; nil for none.
  func peer(following room: RoomID) -> SimulatedPeer? {
    peers.first { $0.core?.table?.roomID == room.rawValue }
  }
}

/// What a relay's client is for.
struct RelayErrand {
  /// The relay.
  let node: SimulatedNode
  /// The room it follows, by the relay's name for it; nil for the relay's own session.
  let room: RoomID?
  /// Whether its first connection has opened.
  var hasOpened = false
}

/// A family of faults of relays, and of what they stand on.
package enum RelayFault: String, CaseIterable, Hashable, Sendable {
  /// The relay's process ends.
  case relayKilled
  /// A connection between relay and node breaks, or stands still.
  case lineCut
  /// An operator moves a room that is followed to another node.
  case roomMoved
  /// The node that decides for such a room ends.
  case ownerKilled
}
