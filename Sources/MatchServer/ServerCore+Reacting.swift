// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Reactions and where players point bypass the log: they are shown at once or dropped.

extension ServerCore {
  /// Sends the reaction of a player or a spectator to everyone in the room who sees the match live; a
  /// relay passes it on to its owner.
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
      if relay != nil {
        let room = try directory.relayedReaction(of: session, now: now)
        if let room { out.append(.owner(.react(room, kind))) }
        return
      }
      guard let (actor, players, audience) = try directory.reaction(of: session, now: now) else {
        return
      }
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
