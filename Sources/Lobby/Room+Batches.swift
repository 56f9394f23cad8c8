// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// What a room hands to its journal.

extension Room {
  /// A step as a batch for the journal.
  func batch(of step: Step) -> Batch {
    precondition(
      step.entries.first?.seq == view.seq + 1, "A batch continues the log it was decided on.")
    var batch = Batch(
      room: id, code: code, expectedLastSeq: view.seq, entries: step.entries, sealed: step.sealed)
    batch.origin = step.origin
    if step.entries.contains(where: \.endsMatch) {
      batch.result = MatchResult(of: view, by: step.entries)
      batch.finished = FinishedMatch(of: view, from: match.base, log: log, by: step.entries)
    }
    for effect in step.effects {
      switch effect {
      case .enter(let member):
        batch.entering.append(Membership(session: member.session, actor: member.actor))
      case .leave(let session, _, _):
        if let actor = member(session)?.actor { batch.leaving.append(actor) }
      case .watch, .resume, .refuse, .repeat, .blame, .close: continue
      }
    }
    return batch
  }
}
