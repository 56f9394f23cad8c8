// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// What a room hands to its journal, and what happens once that has landed.

extension Room {
  /// Steps as a batch for the journal.
  func batch(of steps: [Step]) -> Batch {
    let entries = steps.entries
    precondition(
      entries.first?.seq == view.seq + 1, "A batch continues the log it was decided on.")
    precondition(
      steps.count == 1 || steps.allSatisfy(\.isPlain), "Steps that do more than append land alone.")
    var batch = Batch(
      room: id, code: code, expectedLastSeq: view.seq, entries: entries,
      sealed: steps.first?.sealed)
    batch.requests = steps.compactMap { $0.entries.isEmpty ? nil : $0.origin }
    if entries.contains(where: \.endsMatch) {
      let played = log.entries(after: match.base.seq)
      batch.result = MatchResult(of: view, after: played, by: entries)
      batch.finished = FinishedMatch(of: view, from: match.base, log: log, by: entries)
    }
    for effect in steps.count == 1 ? steps[0].effects : [] {
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

  /// Carries out effects; `origin` is the request they answer, if any.
  mutating func perform(
    _ effects: [RoomEffect], for origin: Origin? = nil, _ context: inout DecisionContext
  ) {
    for effect in effects {
      let request = origin?.session == effect.session ? origin?.request : nil
      switch effect {
      case .enter(let member): enter(member, joined(member, by: request, at: context.now), &context)
      case .watch(let origin):
        audience.expect(origin, from: log, delay: view.settings.spectatorDelay, &context)
      case .resume(let session, let afterSeq):
        resume(session, by: request, after: afterSeq, &context)
      case .leave(let session, let request, let reason):
        let member = members.firstIndex { $0.session == session }
        if let member { members.remove(at: member) } else { audience.remove(session, &context) }
        if isEmpty { emptySince = context.now }
        context.outputs.append(.left(session, request, reason: reason))
        if member != nil {
          announcePresence(&context)
        } else {
          audience.announceCount(players: playersListening, &context)
        }
      case .refuse(let origin, let refusal): refuse(origin, refusal, &context)
      case .repeat(let seq, let origin):
        context.outputs.append(.entries([log[seq]], to: [origin.session]))
        context.answers.append(Answer(origin: origin, room: id, entries: seq...seq))
      case .blame(let playerID): context.withheld.append(playerID)
      case .close:
        close()
      }
    }
  }
}
