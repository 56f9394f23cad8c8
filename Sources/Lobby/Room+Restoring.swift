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
      case .watch, .resume, .refuse, .repeat, .blame, .close: continue
      }
    }
    return batch
  }

  /// Gives those who watch the log again as far as they may have it: what they would not have had
  /// by `time`, when the room was last alive, they get as much later now as they would have then.
  ///
  /// The rule is that of `passOn`, so nobody is taken back behind what it was sent: where there is no
  /// delay everything is passed on at once, also what was announced ahead of its time.
  mutating func refeed(asOf time: ServerTime, now: ServerTime) {
    var rule = DelayRule()
    for (index, entry) in log.enumerated() {
      let delay = rule.delay(of: entry, before: log.dropFirst(index + 1).first)
      let wait = delay == .zero ? .zero : max(entry.at + delay - time, .zero)
      feed.put(.entries(through: entry.seq), after: wait, now: now)
    }
    feed.put(.presence(presence), after: .zero, now: now)
    _ = feed.release(from: log, now: now)
    refedThrough = feed.isLive ? 0 : view.seq
  }
}

/// How long spectators wait for each entry of a log that is read again: the delay its match is played
/// with, and none outside a match.
private struct DelayRule {
  private var delay = Duration.zero
  private var isRunning = false

  /// The delay of the next entry of the log, which `next` follows.
  mutating func delay(of entry: Entry, before next: Entry?) -> Duration {
    let wasRunning = isRunning
    switch entry.event {
    case .opened(let opened):
      delay = opened.settings.spectatorDelay
      isRunning = false
    case .configured(let settings, _): delay = settings.spectatorDelay
    case .readied:
      // The last to get ready begins the match in the same step.
      if case .committed = next?.event { isRunning = true }
    case .committed: isRunning = true
    case .ended: isRunning = false
    default: break
    }
    return wasRunning || isRunning ? delay : .zero
  }
}
