// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// A request whose room is not here: it waits for the journal to tell whose it is.
struct Seeker: Sendable {
  let session: SessionID
  let connection: ServerConnectionID
  let id: RequestID
  let request: RoomRequest
  let received: ServerTime
}

// Rooms come to this node by claims: of rooms whose owner is gone, and of rooms that somebody asks
// for here.

extension ServerCore {
  /// Looks for the room of a request in the world, if it is not here.
  ///
  /// - Returns: whether the request is answered, or will be.
  mutating func seek(
    _ request: RoomRequest, _ id: RequestID, from session: SessionID,
    over connection: ServerConnectionID, received: ServerTime, now: ServerTime, _ out: inout Outbox
  ) -> Bool {
    guard let world else { return false }
    let seeker = Seeker(
      session: session, connection: connection, id: id, request: request, received: received)
    guard directory.isNew(id, of: session) else {
      guard case .createRoom(let settings) = request,
        let code = directory.codeTried(by: id, of: session, for: settings)
      else { return false }
      seek(code, seeker, now: now, &out)
      return true
    }
    switch request {
    case .joinRoom(let join):
      let code = RoomCode(join.code)
      guard !directory.has(code) else { return false }
      if world.isJournalAway(at: now) {
        refuse(id, over: connection, Refusal(.journalUnavailable), &out)
      } else if let owner = world.owner(of: code), world.isLiving(owner), owner != world.node {
        // Its client asks again until the owner answers, or another node has the room.
        if let url = world.answeringURL(of: owner, at: now) {
          move(connection, to: url, answering: id, code: code, &out)
        } else {
          refuse(id, over: connection, Refusal(.journalUnavailable), &out)
        }
      } else {
        seek(code, seeker, now: now, &out)
      }
      return true
    case .quickMatch(let quick):
      guard !directory.isPlaying(session), let home = world.home(of: quick) else { return false }
      move(connection, to: home.url, answering: id, code: nil, &out)
      return true
    case .createRoom:
      guard lifecycle.isDraining, let taker = world.takers.first else { return false }
      move(connection, to: taker.url, answering: id, code: nil, &out)
      return true
    case .leaveRoom, .intent: return false
    }
  }

  private mutating func seek(
    _ code: RoomCode, _ seeker: Seeker, now: ServerTime, _ out: inout Outbox
  ) {
    sessions.seek(
      seeker.id, over: seeker.connection, until: now + LobbyLimits.journalTimeout)
    seekers[code, default: []].append(seeker)
    if let claim = world?.seek(code, now: now) { out.append(.world(.claim(claim))) }
  }

  /// A room's code is taken: the next one is tried.
  ///
  /// If the same request has opened the other room,
  /// at another node or before its session was read, it is answered where that room is.
  mutating func taken(
    _ room: RoomID, openedBy opener: Origin?, now: ServerTime, _ out: inout Outbox
  ) {
    guard let opener, let code = directory.openedBefore(room, by: opener, now: now) else {
      return deliver(directory.taken(room, now: now), &out)
    }
    guard let connection = sessions.connection(of: opener.session) else { return }
    guard !sessions.isWaiting(connection) else {
      return refuse(opener.request, over: connection, Refusal(.journalUnavailable), &out)
    }
    // Its kind and settings do not matter: the room knows which request opened it.
    let seeker = Seeker(
      session: opener.session, connection: connection, id: opener.request,
      request: .createRoom(MatchSettings()), received: now)
    seek(code, seeker, now: now, &out)
  }

  /// The journal has answered a claim.
  mutating func claimed(
    _ code: RoomCode, _ outcome: ClaimOutcome, now: ServerTime, _ out: inout Outbox
  ) {
    guard let world else { preconditionFailure("Only a node of a world claims rooms.") }
    metrics.count(.claimed(outcome))
    var isKnown = true
    switch outcome {
    case .owned(let stored, let aliveUntil):
      if let began = world.orphanedAt(code) { metrics.note(.takeover, from: began, to: now) }
      self.world?.know(code, ownedBy: world.node, now: now)
      adopt(stored, aliveUntil: aliveUntil, now: now, &out)
    case .elsewhere(_, let owner): self.world?.know(code, ownedBy: owner, now: now)
    case .unknown: self.world?.know(code, ownedBy: nil, now: now)
    case .damaged(let room, let problem):
      self.world?.know(code, ownedBy: world.node, now: now)
      out.append(.damaged(RoomDirectory.Loss(room: room, problem: problem)))
    case .unavailable: isKnown = false
    }
    self.world?.claimed(code, isKnown: isKnown, now: now)
    for seeker in seekers.removeValue(forKey: code) ?? [] {
      guard sessions.endSeeking(seeker.id, over: seeker.connection) else { continue }
      answer(seeker, outcome, now: now, &out)
      hear(seeker.session, over: seeker.connection, now: now, &out)
    }
  }

  /// Takes a claimed room up.
  ///
  /// The clocks of nodes differ, so its times may lie slightly ahead.
  private mutating func adopt(
    _ stored: StoredRoom, aliveUntil: ServerTime, now: ServerTime, _ out: inout Outbox
  ) {
    do throws(RoomDirectory.Loss) {
      deliver(try directory.adopt(stored, aliveUntil: min(aliveUntil, now), now: now), &out)
    } catch {
      out.append(.damaged(error))
    }
  }

  /// Answers a request that waited for the journal to tell whose its room is.
  private mutating func answer(
    _ seeker: Seeker, _ outcome: ClaimOutcome, now: ServerTime, _ out: inout Outbox
  ) {
    switch outcome {
    case .owned, .unknown, .damaged:
      if case .owned = outcome, case .createRoom = seeker.request {
        // The room knows the request: it leads back to it.
        directory.giveBack(seeker.id, of: seeker.session)
      }
      grant(
        seeker.request, seeker.id, from: seeker.session, over: seeker.connection,
        received: seeker.received, now: now, &out)
    case .elsewhere(_, let owner):
      guard let url = world?.url(of: owner), owner != world?.node else { fallthrough }
      var code: RoomCode?
      if case .joinRoom(let join) = seeker.request { code = RoomCode(join.code) }
      move(seeker.connection, to: url, answering: seeker.id, code: code, &out)
    case .unavailable:
      refuse(seeker.id, over: seeker.connection, Refusal(.journalUnavailable), &out)
    }
  }
}
