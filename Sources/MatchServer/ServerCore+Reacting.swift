// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// What players feel, beside the log: shown at once or not at all.

extension ServerCore {
  /// Shows what a player feels to everyone in the room who sees the match as it is.
  mutating func show(
    _ kind: ReactionKind, of session: SessionID, over link: LinkID, now: ServerTime,
    _ out: inout Outbox
  ) {
    switch links[link]?.pace.reaction(at: now.sinceEpoch) {
    case .tooMuch: return closeTooFast(link, &out)
    case .refused: return refuse(.react(kind), over: link, Refusal(.limitTooFast), &out)
    case .heard, nil: break
    }
    do throws(Refusal) {
      let (actor, sessions) = try directory.reaction(of: session)
      let targets = sessions.compactMap { self.sessions.link(of: $0) }
      send(.reaction(actor: actor, kind), to: targets, &out)
    } catch {
      refuse(.react(kind), over: link, error, &out)
    }
  }
}
