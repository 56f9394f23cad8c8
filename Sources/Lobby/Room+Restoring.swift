// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// What a room gives its journal, and how it goes on from it.

extension Room {
  /// A step as the journal takes it.
  func batch(of step: Step) -> Batch {
    var batch = Batch(
      code: code, expectedLastSeq: view.seq, entries: step.entries, sealed: step.sealed)
    batch.origin = step.origin
    batch.result = MatchResult(of: view, by: step.entries)
    batch.finished = FinishedMatch(of: view, from: match.base, log: log, by: step.entries)
    for effect in step.effects {
      switch effect {
      case .enter(let member):
        guard let actor = member.actor else { continue }
        batch.entering.append(Membership(session: member.session, actor: actor))
      case .leave(let session, _, _):
        if let actor = member(session)?.actor { batch.leaving.append(actor) }
      case .resume, .refuse, .close: continue
      }
    }
    return batch
  }

  /// Gives those who watch the log again as far as they may have it: what they would not have had
  /// by `time`, when the room was last alive, they get as much later now as they would have then.
  mutating func refeed(asOf time: ServerTime, now: ServerTime) {
    for entry in log {
      let due = entry.shownAt + view.settings.spectatorDelay
      feed.put(.entries(through: entry.seq), after: max(due - time, .zero), now: now)
    }
    feed.put(.presence(presence), after: .zero, now: now)
    _ = feed.release(from: log, now: now)
  }
}
