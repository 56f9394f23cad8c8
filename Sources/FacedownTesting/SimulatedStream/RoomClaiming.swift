// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// One claim of a room, from the first read to the room as it was claimed.
struct RoomClaiming {
  private let claim: RoomClaim
  /// When former runs of the node were last known to be alive.
  private let formerRuns: [NodeID: ServerTime]
  private let connection: StreamConnection
  private let outcome: (ClaimOutcome, RoomHistory?) -> Void

  /// Makes a claim; the outcome comes with the room's records, folded, if the room is owned.
  static func begin(
    _ claim: RoomClaim, formerRuns: [NodeID: ServerTime], over connection: StreamConnection,
    _ outcome: @escaping (ClaimOutcome, RoomHistory?) -> Void
  ) {
    RoomClaiming(
      claim: claim, formerRuns: formerRuns, connection: connection, outcome: outcome
    ).read()
  }

  private func read() {
    connection.read(claim.code) { answer in
      guard case .answered(let records) = answer else { return outcome(.unavailable, nil) }
      judge(records, firstRead: records)
    }
  }

  /// Claims the room if its owner may be replaced.
  private func judge(_ records: [NumberedRecord], firstRead: [NumberedRecord]) {
    guard let history = RoomHistory(records), history.closedAt == nil else {
      return outcome(.unknown, nil)
    }
    guard let seen = lastSeen(history) else {
      return outcome(.elsewhere(history.room.id, history.destination ?? history.owner), nil)
    }
    let aliveUntil = history.idleSince ?? max(seen, history.lastEntryAt)
    let record = StreamRecord(
      room: history.room.id, node: connection.node, content: .claim(aliveUntil: aliveUntil))
    RoomPublication.begin(record, to: claim.code, behind: history.last, over: connection) {
      switch $0 {
      case .landed(let number): fold(upTo: number, aliveUntil, firstRead: firstRead)
      case .failed: outcome(.unavailable, nil)
      case .overtaken(let records): judge(records, firstRead: firstRead)
      }
    }
  }

  /// Until when the one who decides now has been alive; nil if it must not be replaced.
  private func lastSeen(_ history: RoomHistory) -> ServerTime? {
    let (owner, me) = (history.owner, connection.node)
    if let destination = history.destination {
      return isGone(destination) || destination == me ? claim.now : nil
    }
    // This run, if it has not heard that it owns the room.
    if owner == me { return claim.now }
    guard isGone(owner) else { return nil }
    return claim.gone[owner] ?? formerRuns[owner] ?? history.lastEntryAt
  }

  private func isGone(_ node: NodeID) -> Bool {
    claim.gone[node] != nil || node.name == connection.node.name && node != connection.node
  }

  /// Reads the room up to the claim: what was read before may have been stale.
  private func fold(
    upTo number: UInt64, _ aliveUntil: ServerTime, firstRead: [NumberedRecord]
  ) {
    connection.read(claim.code) { answer in
      guard case .answered(let records) = answer,
        let end = records.firstIndex(where: { $0.number == number })
      else {
        return connection.after(.milliseconds(50)) {
          fold(upTo: number, aliveUntil, firstRead: firstRead)
        }
      }
      let isTrusting = connection.sabotage == .trustsStaleRead
      let read = isTrusting ? firstRead + [records[end]] : Array(records[...end])
      guard let history = RoomHistory(read) else {
        preconditionFailure("A room that is claimed has a record before the claim.")
      }
      if let damage = history.room.damage {
        return outcome(.damaged(history.room.id, damage), nil)
      }
      outcome(.owned(history.room, aliveUntil: aliveUntil), history)
    }
  }
}
