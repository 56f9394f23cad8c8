// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

// After quiescence every server crashes once more: sessions that left, were kicked or are banned must
// not be back, and no rating may be lost.

extension Simulation {
  /// Progress of a run after quiescence.
  enum Epilogue: Hashable {
    /// It has yet to begin.
    case due
    /// Some peers have left their rooms.
    case left
    /// The server has crashed once more.
    case restarted
    /// All checks are done.
    case over
  }

  /// Takes the next step of the epilogue.
  ///
  /// - Returns: whether there was one.
  func continueEpilogue() -> Bool {
    restBy = now + Self.restTimeLimit
    nextRestCheckAt = now + .seconds(5)
    switch epilogue {
    case .due:
      guard plan.hasEpilogue else { return false }
      say("some peers leave")
      epilogue = .left
      for peer in peers where !peer.isOver && dice.happens(0.3) {
        guard let core = peer.core, core.table?.role == .player else { continue }
        give(.command(.request(.leaveRoom)), to: peer)
        // It stays out until the server has crashed.
        peer.entryAttempts = .max
      }
      // By then the kick is on the disk.
      nextRestCheckAt = now + .seconds(40)
    case .left:
      epilogue = .restarted
      nodes.forEach(crash)
    case .restarted:
      epilogue = .over
      for peer in peers { (peer.entryAttempts, peer.boardsAsked) = (0, 0) }
      for session in checker.expelled() { probe(session) }
      inviteKeyOwners()
    case .over: return false
    }
    return true
  }
}

extension InvariantChecker {
  /// The newest tokens of kicked sessions.
  fileprivate func expelled() -> [[UInt8]] {
    sessions.keys.sorted().compactMap { id in
      sessions[id].flatMap { $0.expelledAt == nil ? nil : $0.tokens.last }
    }
  }
}
