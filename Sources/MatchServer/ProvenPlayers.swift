// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// The session over which each proven player was last welcomed.
struct ProvenPlayers: Sendable {
  private var sessions: [String: SessionID] = [:]
  private var players: [SessionID: String] = [:]

  /// The session of a player; nil if none is known.
  func session(of player: String) -> SessionID? { sessions[player] }

  /// A player was welcomed over a session.
  mutating func note(_ player: String, over session: SessionID) {
    players[session] = player
    sessions[player] = session
  }

  /// A session is gone.
  mutating func forget(_ session: SessionID) {
    guard let player = players.removeValue(forKey: session), sessions[player] == session else {
      return
    }
    sessions[player] = nil
  }
}
