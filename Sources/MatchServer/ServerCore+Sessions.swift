// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Wire

extension ServerCore {
  /// Handles a message of a welcomed session.
  mutating func handle(
    _ message: ClientMessage, from session: SessionID, over connection: ServerConnectionID,
    received: ServerTime,
    now: ServerTime, _ out: inout Outbox
  ) {
    precondition(
      sessions.session(over: connection) == session,
      "A session speaks over its own connection.")
    assert(received <= now, "A message is handled after it was received.")
    if let refusal = relay?.elsewhere(message) {
      return refuse(message.requestID, over: connection, refusal, &out)
    }
    switch message {
    case .hello:
      return close(
        connection, code: .requestMalformed, reason: "Hello may be sent only once.",
        closeCode: 1008, &out)
    case .ping: return
    case .watching(let viewers):
      return count(viewers, through: session, over: connection, now: now, &out)
    case .listRooms(let watch):
      if watch {
        delivery.subscribe(connection, to: .roomList, &out)
      } else {
        delivery.unsubscribe(connection, from: .roomList, &out)
      }
      return send(.rooms(RoomsUpdate(rooms: listed)), to: [connection], &out)
    case .unsupported(let id, let name): return refuse(name, id, over: connection, &out)
    case .prove(let signature):
      return prove(signature, of: session, over: connection, now: now, &out)
    case .react(let kind): return show(kind, of: session, over: connection, now: now, &out)
    case .point(let place):
      return point(to: place, from: session, over: connection, now: now, &out)
    case .leaderboard(let id, let mode) where relay != nil:
      return ask(.leaderboard(mode), id, over: connection, now: now, &out)
    case .replays(let id, let mode) where relay != nil:
      return ask(.replays(mode), id, over: connection, now: now, &out)
    case .replay(let id, let matchID) where relay != nil:
      return ask(.replay(matchID), id, over: connection, now: now, &out)
    case .daily(let id, let player) where relay != nil:
      return ask(.daily(player), id, over: connection, now: now, &out)
    case .profile(let id, let player) where relay != nil:
      return ask(.profile(player), id, over: connection, now: now, &out)
    case .daily(let id, let player):
      return send(.daily(daily(player, for: id, now: now)), to: [connection], &out)
    case .profile(let id, let player):
      return send(profile(of: player, for: id), to: [connection], &out)
    case .leaderboard(let id, let mode):
      return send(.leaderboard(leaderboard(mode, for: id)), to: [connection], &out)
    case .replays(let id, let mode):
      return query(.list(mode), id, from: session, over: connection, now: now, &out)
    case .replay(let id, let matchID):
      return query(.match(matchID), id, from: session, over: connection, now: now, &out)
    case .request(let id, let request):
      decide(
        request, id, from: session, over: connection, received: received, now: now, &out)
    }
  }

  /// Passes a request about rooms on to the lobby, unless a limit or the drain refuses it.
  private mutating func decide(
    _ request: RoomRequest, _ id: RequestID, from session: SessionID,
    over connection: ServerConnectionID, received: ServerTime, now: ServerTime, _ out: inout Outbox
  ) {
    metrics.count(.asked(request))
    // A repeated request gets the answer it got before.
    if directory.isNew(id, of: session), lifecycle.isDraining, request.beginsMatch {
      return refuse(id, over: connection, Refusal(.serverDraining), &out)
    }
    if directory.isNew(id, of: session), let refusal = usedAttempt(at: request, of: session) {
      return refuse(id, over: connection, refusal, &out)
    }
    if let overload = overload(request, over: connection, now: now) {
      return overload.isLast
        ? closeTooFast(connection, &out) : refuse(id, over: connection, overload.refusal, &out)
    }
    let isSought = seek(
      request, id, from: session, over: connection, received: received, now: now, &out)
    if isSought { return }
    grant(request, id, from: session, over: connection, received: received, now: now, &out)
  }

  /// Has the lobby decide a request about rooms.
  mutating func grant(
    _ request: RoomRequest, _ id: RequestID, from session: SessionID,
    over connection: ServerConnectionID, received: ServerTime, now: ServerTime, _ out: inout Outbox
  ) {
    // Pings of those who do not play yet were not reported.
    if !directory.isPlaying(session) { reportRoundTrip(of: connection, nil, now: now, &out) }
    let outputs = directory.handle(
      request, id: id, from: session, received: received, now: now)
    countWrongCodes(in: outputs, over: connection, now: now)
    deliver(outputs, &out)
  }

  /// Answers an undecodable message: closes the connection, or refuses the request without using up
  /// its number if only a field is missing or invalid.
  mutating func answer(
    _ error: WireError, to bytes: [UInt8], isTooFast: Bool, over connection: ServerConnectionID,
    _ out: inout Outbox
  ) {
    guard let encoding = delivery.encoding(of: connection) else { return }
    if case .undecodable = error {
      return close(
        connection, code: .requestMalformed, reason: error.description, closeCode: 1007, &out)
    }
    let refusal = isTooFast ? Refusal(.limitTooFast) : error.refusal
    send(.refused(id: encoding.requestID(inClientMessage: bytes), refusal), to: [connection], &out)
  }

  /// Refuses a request this server does not know.
  private mutating func refuse(
    _ name: String, _ id: RequestID?, over connection: ServerConnectionID, _ out: inout Outbox
  ) {
    let refusal = Refusal(.requestUnsupported, [Refusal.Fact("request", name)])
    send(.refused(id: id, refusal), to: [connection], &out)
  }
}
