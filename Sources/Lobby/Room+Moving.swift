// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How far a room is handed over to another node.
enum Handover: Hashable, Sendable {
  /// It waits for the journal's answer about the step before.
  case due
  /// The journal is asked to record it: the room decides nothing more.
  case asked
}

// Handing a room over to another node. What is asked meanwhile waits, and is decided by the other.

extension Room {
  /// Hands the room over as soon as nothing of it waits for the journal.
  mutating func handOver(_ context: inout DecisionContext) {
    guard handover == nil, !isClosed, view.seq > 0 else { return }
    handover = .due
    advance(&context)
  }

  /// Asks the journal to record that the room is handed over, if that is due.
  mutating func beginHandover(_ context: inout DecisionContext) {
    guard handover == .due, pending.isEmpty else { return }
    handover = isClosed ? nil : .asked
    if !isClosed { context.outputs.append(.release(id)) }
  }

  /// The journal has not recorded that the room is handed over: it goes on here.
  mutating func keep(_ context: inout DecisionContext) {
    precondition(
      handover == .asked, "Room \(id.rawValue) goes on only after a handover that has failed.")
    handover = nil
    advance(&context)
  }

  /// Everyone who is in the room or has asked to be, except spectators.
  var everyone: [SessionID] {
    var sessions = members.map(\.session) + waiting.map(\.origin.session)
    sessions += pending.compactMap { $0.origin?.session }
    var known: Set<SessionID> = []
    return sessions.filter { known.insert($0).inserted }
  }
}
