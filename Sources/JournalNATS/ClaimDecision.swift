// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Wire

/// Whether a node may claim a room, by the last record of the room's log.
enum ClaimDecision: Hashable, Sendable {
  /// It may: from this owner, who decided nothing after that time.
  case claim(from: NodeID, aliveUntil: ServerTime)
  /// It may not: this node owns the room, and may go on.
  case elsewhere(NodeID)
  /// It may not: the room has closed.
  case closed
  /// Nobody can tell whose room it is.
  case unreadable

  /// Decides about a claim by a node.
  init(_ record: WorldRecord.Room, for claim: RoomClaim, by node: NodeID) {
    guard let writer = NodeID(record.node) else {
      self = .unreadable
      return
    }
    func isReplaceable(_ owner: NodeID) -> Bool {
      owner.name == node.name || claim.gone[owner] != nil
    }
    switch record.content {
    case .closed: self = .closed
    case .release(let text, let time):
      guard let owner = NodeID(text) else {
        self = .unreadable
        return
      }
      self = isReplaceable(owner) ? .claim(from: owner, aliveUntil: time) : .elsewhere(owner)
    case .claim(_, let aliveUntil, _):
      // That owner has decided nothing: the room has stood still since the one before.
      self =
        isReplaceable(writer)
        ? .claim(from: writer, aliveUntil: aliveUntil) : .elsewhere(writer)
    case .step(let step):
      let last = step.entries.last.flatMap { try? WireEncoding.proto.decodeEntry($0) }
      let time = max(last?.at ?? .zero, claim.gone[writer] ?? .zero)
      self = isReplaceable(writer) ? .claim(from: writer, aliveUntil: time) : .elsewhere(writer)
    }
  }
}
