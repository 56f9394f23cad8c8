// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// What a room hands to its journal, and how spectators resume after a restart.

extension Room {
  /// A step as a batch for the journal.
  func batch(of step: Step) -> Batch {
    precondition(
      step.entries.first?.seq == view.seq + 1, "A batch continues the log it was decided on.")
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

  /// Refills the spectators' feed after a restart.
  ///
  /// Entries that were not due by `time`, when the room was last alive, are delayed by as much as
  /// they still had to wait.
  ///
  /// The rule matches `passOn`, so no spectator falls behind what it was sent: without a delay,
  /// everything is passed on at once, including events announced ahead of time.
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

/// The spectators' delay for each entry of a restored log: the match's delay while it runs, else
/// none.
private struct DelayRule {
  private var delay = Duration.zero
  private var isRunning = false

  /// The delay of the next entry of the log; `next` is the one after it.
  mutating func delay(of entry: Entry, before next: Entry?) -> Duration {
    let wasRunning = isRunning
    switch entry.event {
    case .opened(let opened):
      delay = opened.settings.spectatorDelay
      isRunning = false
    case .configured(let settings, _): delay = settings.spectatorDelay
    case .readied:
      // The last player to get ready starts the match in the same step.
      if case .committed = next?.event { isRunning = true }
    case .committed: isRunning = true
    case .ended: isRunning = false
    default: break
    }
    return wasRunning || isRunning ? delay : .zero
  }
}
