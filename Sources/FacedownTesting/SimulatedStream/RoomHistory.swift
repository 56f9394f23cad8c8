// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// A room's records, folded: its log, and who decides for it.
struct RoomHistory: Hashable, Sendable {
  /// The room; its damage says why it cannot be folded.
  private(set) var room: StoredRoom
  /// The node that opened it, or claimed it last.
  private(set) var owner: NodeID
  /// The node that the owner has handed it to; nil for none.
  private(set) var destination: NodeID?
  /// When it closed; nil while it is open.
  private(set) var closedAt: ServerTime?
  /// Until when an owner was alive that was followed by none that has decided anything; nil if the
  /// present one has.
  private(set) var idleSince: ServerTime?
  /// By which request it was opened.
  private(set) var openedBy: Origin?
  /// The results of its matches.
  private(set) var results: [MatchResult] = []
  /// The number of its last record.
  private(set) var last: UInt64

  /// The fold of a room's records, the first of which opens it; nil without any.
  init?(_ records: some Sequence<NumberedRecord>) {
    var records = records.makeIterator()
    guard let first = records.next(), let opening = first.record.step else { return nil }
    room = StoredRoom(openedBy: opening)
    owner = first.record.node
    openedBy = opening.requests.first
    results = [opening.result].compactMap(\.self)
    last = first.number
    while let next = records.next() { fold(next) }
  }

  /// When the last entry was written.
  var lastEntryAt: ServerTime { room.entries.last?.at ?? .zero }

  /// Whether a code that this room had is free for one that opens at `time`.
  func leavesCode(at time: ServerTime) -> Bool {
    closedAt.map { time - $0 >= LobbyLimits.codeRest } ?? false
  }

  private mutating func fold(_ next: NumberedRecord) {
    last = next.number
    switch next.record.content {
    case .step(let step):
      guard step.expectedLastSeq == room.entries.last?.seq else {
        room.damage = room.damage ?? .broken(after: room.entries.last?.seq ?? 0)
        return
      }
      room.append(step)
      if let result = step.result { results.append(result) }
      idleSince = nil
    case .claim(let aliveUntil):
      owner = next.record.node
      destination = nil
      idleSince = aliveUntil
    case .release(let node): destination = node
    case .spectator(let spectator):
      room.spectators.removeAll { $0.session == spectator.session }
      room.spectators.append(spectator)
    case .spectatorLeft(let session): room.spectators.removeAll { $0.session == session }
    case .closed(let time): closedAt = time
    }
  }
}
