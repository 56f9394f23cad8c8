// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Viewers behind relays: counted by relays whose keys the operator has named, and added up.

extension ServerCore {
  /// A session says how many watch through it.
  ///
  /// Only a relay whose key is in the configuration is believed. Anyone else counts as one spectator,
  /// also one that was believed before the configuration changed.
  mutating func count(
    _ viewers: Int, through session: SessionID, over connection: ServerConnectionID,
    now: ServerTime, _ out: inout Outbox
  ) {
    switch connections[connection]?.pace.count(at: now.sinceEpoch) {
    case .tooMuch: return closeTooFast(connection, &out)
    case .refused: return refuse(nil, over: connection, Refusal(.limitTooFast), &out)
    case .heard, nil: break
    }
    guard isRelay(directory.player(session)?.id) else {
      if let outputs = directory.count(nil, through: session, now: now) { deliver(outputs, &out) }
      return refuse(nil, over: connection, Refusal(.sessionNotRelay), &out)
    }
    guard (0...LobbyLimits.viewersOfRelay).contains(viewers) else {
      let facts: [Refusal.Fact] = [
        .init("allowed", "0 to \(LobbyLimits.viewersOfRelay)"), .init("field", "watching.count"),
        .init("value", "\(viewers)"),
      ]
      return refuse(nil, over: connection, Refusal(.requestMalformed, facts), &out)
    }
    guard let outputs = directory.count(viewers, through: session, now: now) else {
      return refuse(nil, over: connection, Refusal(.roomNotIn), &out)
    }
    deliver(outputs, &out)
  }

  /// Whether a player's key is that of a relay whose counts are believed.
  func isRelay(_ player: String?) -> Bool { player.map(limits.trustedRelays.contains) ?? false }

  /// Another connected session of the same proven player, of which one gives way; nil for none.
  ///
  /// A relay has one session for each room that it follows, and all of them go on.
  func rival(of session: SessionID, as player: String?) -> SessionID? {
    isRelay(player) ? nil : sessions.rival(of: session, as: player)
  }
}
