// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

// What a member is sent on entering or returning.

extension Room {
  /// Gives a session its seat, and sends it everything a player may see.
  mutating func enter(_ newcomer: Member, _ answer: Joined, _ context: inout DecisionContext) {
    precondition(seat(of: newcomer) != nil, "A player who enters has a seat in the log.")
    precondition(
      !audience.contains(newcomer.session), "A member changes its role only by leaving first.")
    var member = newcomer
    member.firstSeq = answer.base?.seq ?? 0
    member.isListening = true
    members.removeAll { $0.session == member.session }
    members.append(member)
    emptySince = nil
    context.outputs.append(.joined(member.session, answer))
    announcePresence(&context)
    context.outputs.append(.audience(audience.announcedCount, to: [member.session]))
  }

  /// Sends a member or spectator what it missed; without a number, a fresh base and tail.
  mutating func resume(
    _ session: SessionID, by request: RequestID?, after afterSeq: UInt64?,
    _ context: inout DecisionContext
  ) {
    guard let member = member(session) else {
      return audience.resume(
        session, by: request, after: afterSeq, from: log, delay: view.settings.spectatorDelay,
        &context)
    }
    let answer = joined(member, by: request, after: afterSeq, at: context.now)
    change(session) {
      $0.isListening = true
      $0.firstSeq = min($0.firstSeq, answer.base?.seq ?? .max)
    }
    context.outputs.append(.joined(session, answer))
    context.outputs.append(.presence(presence, to: [session]))
    context.outputs.append(.audience(audience.announcedCount, to: [session]))
  }

  /// What a member is sent on entering or returning.
  ///
  /// A member that has all earlier entries gets the later ones, unless they are too many for one
  /// message. Anyone else gets a base and its tail: sending the past would be a memory aid.
  mutating func joined(
    _ member: Member, by request: RequestID?, after afterSeq: UInt64? = nil, at now: ServerTime
  ) -> Joined {
    var answer = Joined(
      id: request, code: code.rawValue, roomID: id.rawValue, actor: member.actor,
      seat: seat(of: member), role: .player, base: nil)
    if let afterSeq, afterSeq >= member.firstSeq, afterSeq <= view.seq,
      view.seq - afterSeq <= UInt64(LobbyLimits.missedLimit)
    {
      answer.tail = Array(log.entries(after: afterSeq))
    } else {
      base.follow(log.entries(after: base.seq), to: now - LobbyLimits.baseTrail, asOf: view)
      answer.base = base
      answer.tail = Array(log.entries(after: base.seq))
    }
    answer.assertContinuous(after: afterSeq, through: view.seq)
    return answer
  }
}
