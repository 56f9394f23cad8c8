// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol

/// A request whose room is not here: it waits for the journal to tell whose it is.
struct PendingLookup: Sendable {
  let session: SessionID
  let connection: ServerConnectionID
  let id: RequestID
  let request: RoomRequest
  let received: ServerTime
  /// Whether the room is the one that the session is in, which may be another than it asks for.
  var isOfPlace = false

  /// The code in a move to the room with `code`; nil if its client repeats the request there.
  func code(movedTo code: RoomCode) -> RoomCode? {
    if isOfPlace { return code }
    return if case .joinRoom = request { code } else { nil }
  }
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
    let lookup = PendingLookup(
      session: session, connection: connection, id: id, request: request, received: received)
    if seekPlace(lookup, world, now: now, &out) { return true }
    let isNew = directory.isNew(id, of: session)
    // What is known here of a repeated request is its answer.
    guard isNew || !directory.isInRoom(session) && !directory.hasAnswer(to: id, of: session) else {
      return false
    }
    switch request {
    case .createRoom(let settings) where !isNew:
      guard let code = directory.codeTried(by: id, of: session, for: settings) else { return false }
      seek(code, lookup, now: now, &out)
      return true
    case .joinRoom(let join):
      let code = RoomCode(join.code)
      guard !directory.has(code) else {
        // Another node may decide for the room by now, which this one has not heard yet.
        guard directory.isBehind(join), !world.isJournalSettled(at: now) else { return false }
        putOff(id, of: session, over: connection, &out)
        return true
      }
      if directory.isPlaying(session) {
        deliver(directory.refuseEntering(by: id, of: session), &out)
      } else {
        lead(lookup, to: code, world, now: now, &out)
      }
      return true
    case .quickMatch(let quick):
      if let entry = directory.quickEntry(of: session), entry.request == id {
        // It was decided before: at the room that it leads to, or anew where that has no seat of it.
        guard directory.has(entry.code) else {
          lead(lookup, to: entry.code, world, now: now, &out)
          return true
        }
      } else if !directory.isPlaying(session), let home = world.home(of: quick) {
        move(connection, to: home.url, answering: id, code: nil, &out)
        return true
      }
      return store(quick, lookup, now: now, &out)
    case .createRoom:
      guard lifecycle.isDraining, let taker = world.takers.first else { return false }
      move(connection, to: taker.url, answering: id, code: nil, &out)
      return true
    case .leaveRoom, .intent: return false
    }
  }

  /// Looks for the room that a session is in, if that is not here: what the session asks may have been
  /// carried out there, or has to be refused there.
  private mutating func seekPlace(
    _ lookup: PendingLookup, _ world: World, now: ServerTime, _ out: inout Outbox
  ) -> Bool {
    guard let place = connections[lookup.connection]?.place,
      !directory.isInRoom(lookup.session),
      !directory.hasAnswer(to: lookup.id, of: lookup.session)
    else { return false }
    switch place {
    case .room(let code):
      guard !directory.has(code) else { return false }
      if case .joinRoom(let join) = lookup.request, RoomCode(join.code) == code { return false }
      var lookup = lookup
      lookup.isOfPlace = true
      lead(lookup, to: code, world, now: now, &out)
    case .node(let url): move(lookup.connection, to: url, answering: lookup.id, code: nil, &out)
    }
    return true
  }

  /// Leads a request to the room with a code, which is not here.
  private mutating func lead(
    _ lookup: PendingLookup, to code: RoomCode, _ world: World, now: ServerTime, _ out: inout Outbox
  ) {
    if world.isJournalAway(at: now) {
      putOff(lookup.id, of: lookup.session, over: lookup.connection, &out)
    } else if let owner = world.leader(of: code) {
      // Its client asks again until the owner answers, or another node has the room.
      if let url = world.answeringURL(of: owner, at: now) {
        move(
          lookup.connection, to: url, answering: lookup.id, code: lookup.code(movedTo: code), &out)
      } else {
        putOff(lookup.id, of: lookup.session, over: lookup.connection, &out)
      }
    } else {
      seek(code, lookup, now: now, &out)
    }
  }

  /// Puts a request off whose room cannot be found now.
  ///
  /// A new one is refused. A repeated one may have been carried out where the room is, and a refusal would
  /// say that it was not: its client is to repeat it over another connection.
  mutating func putOff(
    _ id: RequestID, of session: SessionID, over connection: ServerConnectionID,
    _ out: inout Outbox
  ) {
    if directory.isNew(id, of: session) {
      refuse(id, over: connection, Refusal(.journalUnavailable), &out)
    } else {
      close(
        connection, code: .journalUnavailable,
        reason: "The outcome of an earlier request cannot be determined at the moment.",
        closeCode: 1001, retryAfter: limits.journalRetry, &out)
    }
  }

  private mutating func seek(
    _ code: RoomCode, _ lookup: PendingLookup, now: ServerTime, _ out: inout Outbox
  ) {
    precondition(!directory.has(code), "Room \(code.rawValue) is here: nobody looks for it.")
    sessions.seek(
      lookup.id, over: lookup.connection, until: now + LobbyLimits.journalTimeout)
    lookups[code, default: []].append(lookup)
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
    let request = RoomRequest.createRoom(MatchSettings())
    guard !directory.has(code) else {
      // It was claimed meanwhile.
      return grant(
        request, opener.request, from: opener.session, over: connection, received: now, now: now,
        &out)
    }
    let lookup = PendingLookup(
      session: opener.session, connection: connection, id: opener.request, request: request,
      received: now)
    seek(code, lookup, now: now, &out)
  }

  /// The journal has answered a claim.
  mutating func claimed(
    _ code: RoomCode, _ outcome: ClaimOutcome, now: ServerTime, _ out: inout Outbox
  ) {
    guard let world else { preconditionFailure("Only a node of a world claims rooms.") }
    metrics.count(.claimed(outcome))
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
    case .unavailable: break
    }
    self.world?.claimed(code, now: now)
    for lookup in lookups.removeValue(forKey: code) ?? [] {
      guard sessions.endSeeking(lookup.id, over: lookup.connection) else { continue }
      answer(lookup, outcome, in: code, now: now, &out)
      guard delivery.isHeard(lookup.connection) else { continue }
      hear(lookup.session, over: lookup.connection, now: now, &out)
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
    _ lookup: PendingLookup, _ outcome: ClaimOutcome, in code: RoomCode, now: ServerTime,
    _ out: inout Outbox
  ) {
    switch outcome {
    case .owned, .unknown, .damaged:
      if lookup.isOfPlace {
        connections[lookup.connection]?.place = nil
        // Its session is in the room, or in none.
        let isSought = seek(
          lookup.request, lookup.id, from: lookup.session, over: lookup.connection,
          received: lookup.received, now: now, &out)
        if isSought { return }
      }
      if case .owned = outcome, case .createRoom = lookup.request, !lookup.isOfPlace {
        // The room knows the request: it leads back to it.
        directory.giveBack(lookup.id, of: lookup.session)
      }
      if case .quickMatch(let quick) = lookup.request,
        store(quick, lookup, now: now, &out)
      {
        return
      }
      grant(
        lookup.request, lookup.id, from: lookup.session, over: lookup.connection,
        received: lookup.received, now: now, &out)
    case .elsewhere(_, let owner):
      guard let url = world?.url(of: owner), owner != world?.node else { fallthrough }
      move(
        lookup.connection, to: url, answering: lookup.id, code: lookup.code(movedTo: code), &out)
    case .unavailable:
      putOff(lookup.id, of: lookup.session, over: lookup.connection, &out)
    }
  }
}
