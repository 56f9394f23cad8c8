// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// A journal that the nodes of a world share.
///
/// **Who decides for a room stands in the room's own log.** A node owns a room between the record by
/// which it opened or claimed it and the first record that is not its own. Every record is stored
/// only behind the one that its writer has read last, so of two nodes that both take themselves for
/// the owner one is refused, reads the other's claim, and lets go (`RoomOutcome.lost`). No clock and
/// no lease is part of this argument: whoever is taken to be gone only decides when it is worth
/// while to try.
///
/// `append`, `put` and `get` promise what every journal does, for the rooms that this node owns.
/// `RoomOutcome.taken` says by which request the other room was opened, so that a request to open a
/// room that is repeated at another node finds the room that it opened.
package protocol SharedJournal: RoomJournal, Registry, Archive {
  /// The node that writes through this journal.
  var node: NodeID { get }

  /// Finds the open room with a code, takes it over if its owner may be replaced, and calls back
  /// once, possibly before it returns.
  ///
  /// An outcome may take long, but it always comes.
  func claim(_ claim: RoomClaim, _ outcome: @escaping (ClaimOutcome) -> Void)

  /// Hands an owned room over, behind everything appended to it, and calls back once with whether
  /// it is this node's no longer.
  ///
  /// The outcome `landed` is certain; after any other this node still owns the room, or has lost it
  /// as the next append tells. No step of the room may be waiting for its outcome.
  func release(_ room: RoomID, to node: NodeID, _ outcome: @escaping (RoomOutcome) -> Void)

  /// This node decides for a room no longer, although the journal has refused nothing of it: the table
  /// of open rooms has it at another node.
  ///
  /// It may claim the room again; until then nothing of the room is stored, nor is its place repaired.
  /// No step of the room may be waiting for its outcome.
  func letGo(_ room: RoomID)

  /// Writes what this node tells about itself, and calls back once with whether it is stored: the
  /// measure of whether this node has the journal.
  func announce(_ record: NodeRecord, _ outcome: @escaping (Bool) -> Void)

  /// Withdraws this node's announcement because the process ends; best effort.
  func withdraw()

  /// Called with changes to the table of nodes, in their order: first those that are there.
  var onNodes: ([NodeChange]) -> Void { get set }

  /// Called with changes to the table of open rooms, in their order: first those that are open.
  ///
  /// The table is a hint: the rooms' logs decide.
  var onPlaces: ([PlaceChange]) -> Void { get set }
}

/// A wish to own a room.
package struct RoomClaim: Hashable, Sendable {
  /// The room's code.
  package var code: RoomCode
  /// The nodes that are taken to be gone, each with when it was last known to be alive.
  ///
  /// Times are by this node's clock. An earlier run of this node is always taken to be gone.
  package var gone: [NodeID: ServerTime]
  /// The time, by this node's clock.
  package var now: ServerTime

  /// A claim of the room `code` from one of the nodes `gone`.
  package init(code: RoomCode, from gone: [NodeID: ServerTime] = [:], now: ServerTime) {
    self.code = code
    self.gone = gone
    self.now = now
  }
}

/// What became of a claim.
package enum ClaimOutcome: Hashable, Sendable {
  /// This node owns the room. Its last owner decided nothing after `aliveUntil`; nor did anyone, if
  /// that one had just claimed it: what was lost before it decided anything is still to be refunded.
  case owned(StoredRoom, aliveUntil: ServerTime)
  /// Another node owns the room, and may go on doing so; or has just claimed it.
  case elsewhere(RoomID, NodeID)
  /// No open room has the code.
  case unknown
  /// This node owns the room, but its log cannot be folded.
  case damaged(RoomID, StoredRoomError)
  /// The journal cannot tell now.
  case unavailable
}

/// A change to the table of nodes.
package enum NodeChange: Hashable, Sendable {
  /// A node has appeared, or has announced something new about itself.
  case present(NodeRecord)
  /// A node has ended by itself.
  case ended(NodeID)
}

/// A change to the table of open rooms.
package enum PlaceChange: Hashable, Sendable {
  /// A room is open, and this node owned it last.
  case open(RoomCode, at: NodeID)
  /// A room is closed.
  case closed(RoomCode)
}
