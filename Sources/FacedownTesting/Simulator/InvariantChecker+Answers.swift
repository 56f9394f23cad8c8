// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// Idempotency: a request has one effect or one refusal, and every retry gets the same answer.

extension InvariantChecker {
  /// Checks the causes of landed entries: the request was made, and has its effect in one append.
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

  /// Looks up the requests behind a member's effects, once its session is known.
  func explain(_ actor: ActorNumber, in room: RoomModel) {
    guard let session = room.actors[actor] else { return }
    for cause in room.unexplained where cause.actor == actor {
      guard let asked = session.asked[cause.request] else {
        if wasHeld(cause.request) { continue }
        complain(
          .fencing,
          "Request \(cause.request.rawValue) of member \(actor.rawValue) of room "
            + "\(room.id) has an effect, but its newest connection never sent it.")
        continue
      }
      if let refusal = asked.refusal, refusal != .intentExpired {
        complain(
          .once,
          "Request \(cause.request.rawValue) of member \(actor.rawValue) of room \(room.id) "
            + "was refused by \(refusal.rawValue) but has an effect.")
      }
    }
    room.unexplained.removeAll { $0.actor == actor }
  }

  /// Whether a request followed a hello whose welcome was never sent, because its connection
  /// closed; it still counts.
  private func wasHeld(_ request: RequestID) -> Bool {
    unwelcome.contains(request)
      || connections.values.contains {
        $0.session == nil && $0.early.contains { $0.requestID == request }
      }
  }

  /// Checks a refusal.
  func refused(_ id: RequestID?, _ refusal: Refusal, over model: ConnectionModel) {
    // Bytes that do not decode are not a request, whatever number could be read from them.
    guard let id, let session = model.session, refusal.code != .requestMalformed else { return }
    if model.lateRequests.contains(id) { return }
    guard let asked = session.asked[id] else {
      if wasHeld(id) || model.hasSentRubbish { return }
      return complain(.fencing, "Request \(id.rawValue) is refused, but was never made.")
    }
    session.asked[id]?.isAnswered = true
    // These use up no request number: a retry may be granted. Nor do unsupported requests and
    // queries.
    let family = refusal.code.rawValue.prefix { $0 != "/" }
    if family == "journal" || family == "limit" { return }
    // Draining may be cancelled.
    if refusal.code == .serverDraining { return }
    if refusal.code == .requestUnsupported || refusal.code == .replayUnknown { return }
    if asked.question == .intent, session.hasEffect(id), !isLost(session, id, over: model) {
      complain(
        .once,
        "Request \(id.rawValue) of session \(session.id) had an effect and is refused by "
          + "\(refusal.code.rawValue).")
    }
    if refusal.code == .intentExpired {
      if asked.question == .entering { checkOpened(by: id, of: session) }
      return
    }
    if let former = asked.refusal, former != refusal.code, !asked.isReused,
      !model.hasSentRubbish
    {
      complain(
        .once,
        "Request \(id.rawValue) is refused by \(refusal.code.rawValue), but was refused before by "
          + "\(former.rawValue).")
    }
    session.asked[id]?.refusal = refusal.code
  }

  /// A request that opened a room, in which its session still has the seat, is not refused as unknown.
  private func checkOpened(by request: RequestID, of session: SessionModel) {
    for id in rooms.keys.sorted() {
      guard let room = rooms[id], room.isOpen, let opener = room.opener,
        opener.request == request, opener.session.rawValue == session.id,
        let first = room.view(min(room.lastSeq, 2)).seats.first?.actor,
        room.view(room.lastSeq).seats.contains(where: { $0.actor == first })
      else { continue }
      complain(
        .once,
        "Request \(request.rawValue) of session \(session.id) opened room \(id), and is refused.")
    }
  }

  /// Whether a request had its effect at other nodes than the one that refuses it, which was not told
  /// where to look: the client has named no room in its hello, and entered none.
  private func isLost(
    _ session: SessionModel, _ request: RequestID, over model: ConnectionModel
  ) -> Bool {
    model.hello?.room == nil && model.log == nil
      && session.roomsWithEffect(of: request).allSatisfy { $0.node != model.node }
  }

  /// Unanswered requests of sessions whose connection is open.
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
