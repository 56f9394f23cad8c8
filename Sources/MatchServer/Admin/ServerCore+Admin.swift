// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Wire

// Admin requests to the server core.

extension ServerCore {
  /// Executes an admin request and answers; bans only once they are journalled.
  mutating func handle(
    _ request: AdminRequest, id: AdminRequestID, now: ServerTime, _ out: inout Outbox
  ) {
    let answer: AdminAnswer
    switch request {
    case .rooms: answer = roomsAnswer(now: now)
    case .sessions: answer = sessionsAnswer(now: now)
    case .bans:
      let all = admission.bans(at: now)
      answer = .list(
        all.prefix(AdminAnswer.mostRows).map { .ban(AdminReply.Banned($0)) }, of: all.count, "ban")
    case .status:
      answer = [.status(status(now: now)), .done("The server is running.")]
    case .kick(let name, let reason): answer = kick(SessionID(name), reason, now: now, &out)
    case .ban(let target, let length, let reason):
      let ban = Ban(
        target: target, since: now, until: length.map { now + $0 }, reason: reason)
      return keep(.set(ban), id: id, now: now, &out)
    case .unban(let target): return keep(.lift(target), id: id, now: now, &out)
    case .drain(let limit, let moves):
      answer = drain(within: limit, moves: moves, now: now, &out)
    case .nodes: answer = nodesAnswer(now: now)
    case .world, .refill: answer = .refused(.noWorld)
    case .move(let code, let node):
      answer = moveRoom(RoomCode(code), to: node, now: now, &out)
    case .cancelDrain: answer = cancelDrain(&out)
    case .announce(let text):
      let heard = welcomed
      send(.notice(text), to: heard, &out)
      answer = .done("Announced to \(heard.count.counted("session")).")
    case .reload, .backup:
      answer = .refused(
        AdminRefusal(.unavailable, "This server does not support \(request.action)."))
    }
    out.append(.admin(answer, id))
  }

  /// Connections with a welcomed session, oldest first.
  private var welcomed: [ServerConnectionID] {
    sessions.welcomed.filter { delivery.isHeard($0) }
  }

  private func roomsAnswer(now: ServerTime) -> AdminAnswer {
    let rows = directory.reports(limit: AdminAnswer.mostRows).map { report in
      AdminReply.room(
        AdminReply.Room(
          code: report.code.rawValue, mode: report.settings.mode.rawValue,
          phase: report.phase.rawValue, seats: report.settings.seats,
          players: report.players.map(\.name), spectators: report.spectators,
          seconds: seconds(since: report.openedAt, now)))
    }
    return .list(rows, of: directory.roomCount, "room")
  }

  private func sessionsAnswer(now: ServerTime) -> AdminAnswer {
    let all = welcomed
    let rows = all.prefix(AdminAnswer.mostRows).compactMap { connection -> AdminReply? in
      guard let known = connections[connection], let session = sessions.session(over: connection),
        let player = directory.player(session)
      else { return nil }
      let roundTrip = known.estimator.connection(at: now).roundTripFloor
      return .session(
        AdminReply.Session(
          id: session.rawValue, name: player.name, bot: player.isBot,
          address: admission.host(of: connection),
          key: player.id, room: directory.code(of: session)?.rawValue,
          seconds: seconds(since: known.openedAt, now),
          rtt: roundTrip.map { Double($0.wholeMicroseconds) / 1000 }))
    }
    return .list(rows, of: all.count, "session")
  }

  private func status(now: ServerTime) -> AdminReply.Status {
    let counts = directory.counts
    return AdminReply.Status(
      version: version, seconds: seconds(since: lifecycle.startedAt, now),
      connections: connections.count,
      sessions: welcomed.count, rooms: directory.roomCount, matches: counts.runningMatches,
      players: counts.takenSeats, spectators: counts.spectators,
      bans: admission.bans(at: now).count,
      draining: isDraining,
      stops: lifecycle.drainDeadline.map { max(0, ($0 - now).wholeMilliseconds / 1000) })
  }

  private func seconds(since time: ServerTime?, _ now: ServerTime) -> Int64 {
    time.map { max(0, (now - $0).wholeMilliseconds / 1000) } ?? 0
  }

  // MARK: Kicking

  private mutating func kick(
    _ session: SessionID, _ reason: String, now: ServerTime, _ out: inout Outbox
  ) -> AdminAnswer {
    let why = reason.isEmpty ? "." : ": \"\(reason)\""
    let sentence = "The server's operator kicked you\(why)"
    guard let player = directory.player(session) else {
      if world != nil {
        out.append(.world(.tell(.kicked(session: session.rawValue, reason: sentence), to: nil)))
        return .done("The session is not at this node: the others were told to end it.")
      }
      return .refused(
        AdminRefusal(
          .unknownSession,
          "There is no session \"\(session.rawValue.printable(limit: 60))\": see facedown-server "
            + "admin sessions."))
    }
    // An ended session stays known for a while, for its seat's sake.
    guard sessions.isAlive(session) else {
      return .refused(
        AdminRefusal(
          .unknownSession,
          "\(player.name.printable(limit: 96)) was already removed, and has a new session if they "
            + "came back: see facedown-server admin sessions."))
    }
    expel(session, .sessionKicked, sentence, now: now, &out)
    return .done("\(player.name.printable(limit: 96)) was kicked.")
  }

  /// Ends a session for good: closes its connections, invalidates its tokens, frees its seat.
  mutating func expel(
    _ session: SessionID, _ code: RefusalCode, _ reason: String, now: ServerTime,
    _ out: inout Outbox
  ) {
    for connection in sessions.displace(session) {
      close(connection, code: code, reason: reason, closeCode: 1008, &out)
    }
    sessions.seal(session)
    precondition(!sessions.isAlive(session), "An expelled session could still be resumed.")
    guard directory.knows(session) else { return }
    out.append(.forgotten(session))
    deliver(directory.expel(session, now: now), &out)
  }
}

extension AdminReply.Banned {
  init(_ ban: Ban) {
    switch ban.target {
    case .key(let id): key = id
    case .address(let range): address = "\(range)"
    }
    since = ban.since.utcText
    until = ban.until?.utcText
    reason = ban.reason
  }
}
