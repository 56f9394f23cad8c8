// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient

// Once everything is at rest: the server dies once more, and who has left, was shown out or is banned
// must not be back, nor any rating lost.

extension Simulation {
  /// How far a run has come since everything was at rest.
  enum Epilogue: Hashable {
    /// It has yet to begin.
    case due
    /// Some have left their rooms.
    case left
    /// The server has died once more.
    case restarted
    /// Everything has been asked about.
    case over
  }

  /// Everything is at rest: does the next thing.
  ///
  /// - Returns: whether there was one.
  func goOn() -> Bool {
    restBy = now + Self.reconnectPolicy
    restedAt = now + .seconds(5)
    switch epilogue {
    case .due:
      guard plan.hasEpilogue else { return false }
      say("some leave")
      epilogue = .left
      for peer in peers where !peer.isOver && dice.happens(0.3) {
        guard let core = peer.honest?.machine.core, core.table?.role == .player else { continue }
        give(.command(.leaveRoom), to: peer)
        // It does not come back before the server has died.
        peer.ushered = .max
      }
      // That somebody was shown out is on the disk by then.
      restedAt = now + .seconds(40)
    case .left:
      epilogue = .restarted
      crash()
    case .restarted:
      epilogue = .over
      for peer in peers { (peer.ushered, peer.boardsAsked) = (0, 0) }
      for session in checker.expelled() { probe(session) }
      inviteKeyOwners()
    case .over: return false
    }
    return true
  }
}

extension InvariantChecker {
  /// The newest tokens of sessions that whoever runs the server has ended.
  fileprivate func expelled() -> [[UInt8]] {
    sessions.keys.sorted().compactMap { id in
      sessions[id].flatMap { $0.expelledAt == nil ? nil : $0.tokens.last }
    }
  }
}
