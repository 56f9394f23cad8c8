// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// What requests come to: one effect or one refusal, and the same whenever they are asked again.

extension InvariantChecker {
  /// What has landed names the requests it comes from: each must have been made, and has its effect
  /// in one append.
  func checkEffects(of batch: Batch, in room: RoomModel) {
    for entry in batch.entries {
      guard let cause = entry.cause, let number = room.batches.last else { continue }
      if let former = room.effects[cause] {
        if former != number {
          complain(
            .once,
            "Request \(cause.request.rawValue) of member \(cause.actor.rawValue) of room "
              + "\(room.id) has two effects.")
        }
        continue
      }
      room.effects[cause] = number
      room.unexplained.append(cause)
      explain(cause.actor, in: room)
    }
  }

  /// Looks for the questions behind a member's effects, once it is known who that is.
  func explain(_ actor: ActorNumber, in room: RoomModel) {
    guard let session = room.actors[actor] else { return }
    for cause in room.unexplained where cause.actor == actor {
      guard let asked = session.asked[cause.request] else {
        if wasHeld(cause.request) { continue }
        complain(
          .fencing,
          "Request \(cause.request.rawValue) of member \(actor.rawValue) of room "
            + "\(room.id) has an effect, but its newest connection never made it.")
        continue
      }
      if let refusal = asked.refusal, refusal != .intentExpired {
        complain(
          .once,
          "Request \(cause.request.rawValue) of member \(actor.rawValue) of room \(room.id) "
            + "was refused by \(refusal.rawValue) and has an effect all the same.")
      }
    }
    room.unexplained.removeAll { $0.actor == actor }
  }

  /// Whether a request came behind a hello whose welcome was never sent, because its connection was
  /// closed meanwhile; it counts all the same.
  private func wasHeld(_ request: RequestID) -> Bool {
    unwelcome.contains(request)
      || links.values.contains {
        $0.session == nil && $0.early.contains { $0.requestID == request }
      }
  }

  /// A request is refused.
  func refused(_ id: RequestID?, _ refusal: Refusal, over book: ConnectionModel) {
    // What is no message of the schema is no request, whatever number could be read of it.
    guard let id, let session = book.session, refusal.code != .requestMalformed else { return }
    guard let asked = session.asked[id] else {
      if wasHeld(id) || book.hasSentRubbish { return }
      return complain(.fencing, "Request \(id.rawValue) is refused, but nobody made it.")
    }
    session.asked[id]?.isAnswered = true
    // These use no number up: it may be asked again, and granted then. Nor does what is not served, or
    // what only asks and changes nothing.
    if refusal.code == .journalUnavailable || refusal.code.rawValue.hasPrefix("limit/") { return }
    // Draining may be cancelled.
    if refusal.code == .serverDraining { return }
    if refusal.code == .requestUnsupported || refusal.code == .replayUnknown { return }
    if asked.question == .intent, session.hasEffect(id) {
      complain(
        .once,
        "Request \(id.rawValue) of session \(session.id) had its effect and is refused by "
          + "\(refusal.code.rawValue).")
    }
    if refusal.code == .intentExpired { return }
    if let former = asked.refusal, former != refusal.code, !asked.isReused,
      !book.hasSentRubbish
    {
      complain(
        .once,
        "Request \(id.rawValue) is refused by \(refusal.code.rawValue), and before by "
          + "\(former.rawValue).")
    }
    session.asked[id]?.refusal = refusal.code
  }

  /// What is put to the server by those whose connection is open and has no answer.
  func unanswered() -> [String] {
    sessions.keys.sorted().flatMap { id -> [String] in
      guard let session = sessions[id], session.connection != nil else { return [] }
      return session.asked.keys.sorted().compactMap { request in
        guard let asked = session.asked[request], !asked.isAnswered,
          asked.connection == session.connection
        else { return nil }
        let hasEffect = session.memberships.contains { room, actor in
          room.effects[Cause(actor: actor, request: request)] != nil
        }
        return hasEffect ? nil : "request \(request.rawValue) of session \(id)"
      }
    }
  }
}
