// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

extension Hall {
  /// Opens a session for a hello, or takes up the one its token names; the newest link wins.
  mutating func greet(
    _ hello: Hello, over link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    let session: SessionID
    var usedToken = hello.resumeToken.map(hashing.sha256)
    if let usedToken, let known = sessions.session(of: usedToken), directory.knows(known) {
      session = known
      if let former = sessions.link(of: known), former != link {
        links[former]?.session = nil
        close(
          former, code: .sessionTakenOver, reason: "This session goes on over a newer connection.",
          closeCode: 1008, &out)
      }
    } else {
      do throws(Refusal) {
        let name = try PlayerName.check(hello.name, limit: limits.client.nameCharacters)
        session = SessionID(random.identifier())
        usedToken = nil
        let isBot = hello.agent.hasPrefix("facedown-bot")
        directory.open(session, player: Player(name: name, isBot: isBot))
      } catch {
        return close(
          link, code: error.code,
          reason: "The name must have \(error.fact("allowed") ?? "other characters").",
          closeCode: 1008, &out)
      }
    }
    let token = random.bytes(32)
    sessions.attach(
      session, to: link, newToken: hashing.sha256(token), cameBackBy: usedToken)
    links[link]?.session = session
    let welcome = Welcome(
      sessionID: session.rawValue, resumeToken: token, serverTime: now,
      clockEpoch: clockEpoch, challenge: [], limits: limits.client, serverVersion: version)
    send(.welcome(welcome), to: [link], &out)
    deliver(directory.setConnected(true, session, now: now), &out)
    tellLine(of: link, nil, now: now, &out)
  }

  /// Grants or refuses what a session asks.
  mutating func handle(
    _ message: ClientMessage, from session: SessionID, over link: LinkID, received: ServerTime,
    now: ServerTime, _ out: inout Outbox
  ) {
    let request: (Request, RequestID)
    switch message {
    case .hello:
      return close(
        link, code: .requestMalformed, reason: "Hello is said once.", closeCode: 1008, &out)
    case .ping: return
    case .listRooms(let watch):
      watchers.removeAll { $0 == link }
      if watch { watchers.append(link) }
      return send(.rooms(RoomsUpdate(rooms: directory.list, removed: [])), to: [link], &out)
    case .unsupported(let id, let name):
      let refusal = Refusal(.requestUnsupported, [Refusal.Fact("request", name)])
      return send(.refused(id: id, refusal), to: [link], &out)
    case .createRoom(let id, let settings): request = (.createRoom(settings), id)
    case .joinRoom(let join):
      // Without the room's name nobody can tell whose entries those are.
      let after = join.roomID.flatMap { _ in join.afterSeq }
      request = (
        .joinRoom(
          JoinRequest(
            code: RoomCode(join.code), role: join.role, room: join.roomID.map(RoomID.init),
            afterSeq: after)), join.id
      )
    case .leaveRoom(let id): request = (.leaveRoom, id)
    case .intent(let intent):
      request = (
        .intent(
          SeenIntent(
            seenSeq: intent.seenSeq, intent: intent.intent,
            claim: LagClaim(shownAt: intent.shownAt, pressedAt: intent.pressedAt))), intent.id
      )
    }
    deliver(
      directory.handle(
        request.0, id: request.1, from: session, received: received, now: now), &out)
  }
}

/// Which link a session speaks over, and by which tokens it may come back.
struct SessionTable: Sendable {
  private struct Line: Sendable {
    var link: LinkID?
    /// Hashes of the newest token and of the one it came back by, which stays good until the
    /// newest is used: the answer that brought the newest may have been lost.
    var tokenHashes: [[UInt8]] = []
  }

  private var lines: [SessionID: Line] = [:]
  private var tokens: [[UInt8]: SessionID] = [:]

  func link(of session: SessionID) -> LinkID? { lines[session]?.link }

  func session(of tokenHash: [UInt8]) -> SessionID? { tokens[tokenHash] }

  /// Links a session and gives it a new token; the token it came back by stays good as well.
  mutating func attach(
    _ session: SessionID, to link: LinkID, newToken: [UInt8], cameBackBy usedToken: [UInt8]?
  ) {
    forget(session)
    let hashes = [usedToken, newToken].compactMap { $0 }
    lines[session] = Line(link: link, tokenHashes: hashes)
    for hash in hashes { tokens[hash] = session }
  }

  mutating func detach(_ session: SessionID) {
    lines[session]?.link = nil
  }

  mutating func forget(_ session: SessionID) {
    for hash in lines.removeValue(forKey: session)?.tokenHashes ?? [] { tokens[hash] = nil }
  }
}
