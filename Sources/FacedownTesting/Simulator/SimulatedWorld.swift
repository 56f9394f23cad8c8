// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// What the nodes of a run share: their journal, and the network between them.
final class SimulatedWorld {
  let stream: SimulatedStream
  /// Messages between nodes that are under way.
  var messages = StreamAgenda()
  /// Until when nodes are cut off from each other, by node.
  var cutFromNeighbours: [Int: ServerTime] = [:]
  /// Until when nodes are cut off from clients, by node.
  var cutFromClients: [Int: ServerTime] = [:]
  /// When any node was last cut off from something, or the journal without a leader.
  var disturbedUntil = ServerTime.zero
  /// Who decides for each room, and at which request each was opened.
  var owners: [RoomID: NodeID] = [:]
  var openings: [Origin: RoomID] = [:]
  /// The code of each room.
  var codes: [RoomID: RoomCode] = [:]

  init(_ stream: SimulatedStream) { self.stream = stream }

  /// When something happens next; nil for never.
  var nextInstant: ServerTime? { earlier(stream.nextInstant, messages.nextInstant) }

  /// Whether the table of open rooms has a room.
  func isListed(_ room: String) -> Bool {
    guard let code = codes[RoomID(room)] else { return false }
    return stream.store.openPlaces.contains { row in
      if case .open(let other, _) = row.change { other == code } else { false }
    }
  }

  /// Whether a message between two nodes gets lost now.
  func isCut(_ one: Int, _ other: Int, _ now: ServerTime) -> Bool {
    [one, other].contains { cutFromNeighbours[$0].map { now < $0 } ?? false }
  }
}

/// A family of faults that a server by itself does not have.
package enum WorldFault: String, CaseIterable, Hashable, Sendable {
  /// The journal has no leader for four to nine seconds.
  case leaderLoss
  /// A node is cut off from the journal.
  case cutFromJournal
  /// A node is cut off from the other nodes.
  case cutFromNeighbours
  /// A node is cut off from the journal and the other nodes at once, as on the small side of a
  /// partition.
  case cutOff
  /// A node is cut off from its clients.
  case cutFromClients
  /// The clocks of nodes differ by up to 200 ms.
  case nodeClocks
}
