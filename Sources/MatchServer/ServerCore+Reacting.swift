// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Reactions and where players point bypass the log: they are shown at once or dropped.

extension ServerCore {
  /// Sends a player's reaction to everyone in the room who sees the match live.
  mutating func show(
    _ kind: ReactionKind, of session: SessionID, over connection: ServerConnectionID,
    now: ServerTime,
    _ out: inout Outbox
  ) {
    switch connections[connection]?.pace.reaction(at: now.sinceEpoch) {
    case .tooMuch: return closeTooFast(connection, &out)
    case .refused: return refuse(nil, over: connection, Refusal(.limitTooFast), &out)
    case .heard, nil: break
    }
    do throws(Refusal) {
      let (actor, players, audience) = try directory.reaction(of: session)
      send(.reaction(actor: actor, kind), to: players, audience: audience, &out)
    } catch {
      refuse(nil, over: connection, error, &out)
    }
  }

  /// Sends where the player whose turn it is points to everyone else in the room who sees the match
  /// live.
  mutating func point(
    to place: Int?, from session: SessionID, over connection: ServerConnectionID, now: ServerTime,
    _ out: inout Outbox
  ) {
    switch connections[connection]?.pace.point(at: now.sinceEpoch) {
    case .tooMuch: return closeTooFast(connection, &out)
    case .refused: return refuse(nil, over: connection, Refusal(.limitTooFast), &out)
    case nil: return
    case .heard: break
    }
    do throws(Refusal) {
      guard let (actor, players, audience) = try directory.pointing(of: session, at: place) else {
        return
      }
      send(.pointing(actor: actor, place: place), to: players, audience: audience, &out)
    } catch {
      refuse(nil, over: connection, error, &out)
    }
  }
}
