// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol

// Everything sent about rooms (entries, views, listings) must be on the disk, and must not be ahead
// of what its reader may have.

extension InvariantChecker {
  /// Checks a `joined`.
  func entered(_ joined: Joined, over model: ConnectionModel, now: ServerTime) {
    guard let session = model.session else {
      return complain(.fencing, "A connection without a session is told that it joined a room.")
    }
    guard let room = rooms[joined.roomID] else {
      return complain(.journalFirst, "Room \(joined.roomID) is joined but not in the journal.")
    }
    checkAdmission(joined, of: session, to: room)
    var start: UInt64 = 0
    if let base = joined.base {
      start = base.seq
      checkReturn(joined, of: session, over: model)
      if let relay = model.relay { rebased(room, at: relay) }
      checkBase(base, of: room, for: joined.role, now: now)
      checkTrail(joined, of: room, at: now + offset)
    } else {
      let asked = session.resumes.filter { $0.roomID == joined.roomID }.map(\.afterSeq)
      let answered = joined.id.flatMap { model.resuming[$0]?.afterSeq }
      start = joined.tail.first.map { $0.seq - 1 } ?? answered ?? asked.last ?? 0
      if !asked.contains(start) {
        complain(
          .oneLog,
          "Room \(room.id) is joined without a base after entry \(start), which no request named.")
      }
    }
    checkPast(joined, from: start, of: session, in: room)
    if let id = joined.id { model.resuming[id] = nil }
    model.resumedFrom = joined.base == nil ? start : 0
    room.code = joined.code
    model.log = (room, start)
    let isFirst = session.isAlone(joined.id)
    session.entered(room, by: joined.id, as: joined.role, joined.actor)
    if let actor = joined.actor {
      if let other = room.actors[actor], other !== session {
        complain(.fencing, "Member \(actor.rawValue) of room \(room.id) belongs to two sessions.")
      }
      room.actors[actor] = session
      session.memberships.append((room, actor))
      explain(actor, in: room)
    }
    for (id, asked) in session.asked where asked.question == .entering {
      session.asked[id]?.isAnswered = true
    }
    let stay = SessionModel.Stay(room: room.id, role: joined.role, actor: joined.actor)
    let last = joined.tail.last?.seq ?? start
    var sent =
      session.sent[stay]
      ?? SessionModel.Sent(base: start, isFirst: isFirst, first: last, last: last)
    if joined.base != nil { sent.base = min(sent.base, start) }
    session.sent[stay] = sent
    for entry in joined.tail { passedOn(entry, over: model, now: now) }
  }

  private func checkBase(_ base: MatchView, of room: RoomModel, for role: Role, now: ServerTime) {
    guard base.seq <= room.lastSeq else {
      return complain(
        .journalFirst,
        "A base of room \(room.id) has \(base.seq) entries, the journal "
          + "\(room.lastSeq).")
    }
    guard base.seq <= room.cut(for: role, now: now) else {
      return complain(
        .secrets, "A spectator's base of room \(room.id) is ahead of the spectator delay.")
    }
    let shown = room.facesShown(base.seq)
    for card in base.cards where card.face != nil && shown[card.id] != card.face {
      complain(.secrets, "A base of room \(room.id) has the face of a card that lies face down.")
    }
    if base.phase != .ended, !base.seed.isEmpty {
      complain(.secrets, "A base of room \(room.id) has the seed of a running match.")
    }
    if base != room.view(base.seq) {
      complain(.oneLog, "A base of room \(room.id) differs from the fold of \(base.seq) entries.")
    }
  }

  /// Checks an entry that is sent, by itself or in a tail.
  func passedOn(_ entry: Entry, over model: ConnectionModel, now: ServerTime) {
    if isAnswer(entry, over: model, now: now) { return }
    guard let session = model.session, let place = session.place else {
      return complain(
        .fencing, "Connection \(model.id.rawValue) is sent an entry but is in no room.")
    }
    let room = place.room
    guard let written = room.entry(entry.seq) else {
      return complain(
        .journalFirst,
        "Entry \(entry.seq) of room \(room.id) is sent, but the journal ends with \(room.lastSeq).")
    }
    if written != entry {
      complain(
        .oneLog,
        "Entry \(entry.seq) of room \(room.id) is sent with other content than in the journal.")
    }
    if entry.seq > room.cut(for: place.role, now: now) {
      complain(
        .secrets, "Entry \(entry.seq) of room \(room.id) is sent to a \(place.role) too early.")
    }
    guard let log = model.log, log.room === room else {
      return complain(.oneLog, "Entry \(entry.seq) of room \(room.id) is sent before a base.")
    }
    // A retried request gets its first answer again.
    if entry.seq <= log.lastSeq, session.isEffect(entry) { return }
    if place.role == .spectator, entry.seq <= min(log.lastSeq, model.resumedFrom) { return }
    if entry.seq != log.lastSeq + 1 {
      complain(
        .oneLog,
        "Entry \(entry.seq) of room \(room.id) is sent after entry \(log.lastSeq) over connection "
          + "\(model.id.rawValue).")
    }
    relays[model.node]?.entries += 1
    model.log?.lastSeq = max(log.lastSeq, entry.seq)
    let stay = SessionModel.Stay(room: room.id, role: place.role, actor: place.actor)
    let former = session.sent[stay]?.last ?? 0
    session.sent[stay]?.last = max(former, entry.seq)
    let last = spoken[room.id]?[place.role] ?? 0
    spoken[room.id, default: [:]][place.role] = max(last, entry.seq)
  }

  /// Whether an entry only answers a retried request: it is sent before the session has resumed, or
  /// after it has left, or out of order.
  private func isAnswer(_ entry: Entry, over model: ConnectionModel, now: ServerTime) -> Bool {
    guard let session = model.session, let cause = entry.cause,
      session.isEffect(entry) || isUntold(entry, cause, over: model)
    else { return false }
    session.answered(by: entry, cause)
    guard let log = model.log, let place = session.place else { return true }
    if entry.seq > place.room.cut(for: place.role, now: now) { return true }
    return entry.seq != log.lastSeq + 1 && place.actor != cause.actor
  }

  /// Whether an entry may answer a session as a member that it does not know it is, because its
  /// connection was gone when it was admitted.
  private func isUntold(_ entry: Entry, _ cause: Cause, over model: ConnectionModel) -> Bool {
    model.log == nil && model.session?.asked[cause.request] != nil
      && rooms.values.contains { $0.actors[cause.actor] == nil && $0.entry(entry.seq) == entry }
  }

  /// Checks a `left`.
  func left(_ id: RequestID?, over model: ConnectionModel) {
    guard let session = model.session else { return }
    if let id {
      // A repeated answer says nothing about the session's current room.
      if session.asked[id]?.hasLeft == true { return }
      session.asked[id]?.hasLeft = true
      session.asked[id]?.isAnswered = true
      // A session that leaves while joining gets no other answer.
      for (request, asked) in session.asked where request < id && asked.question == .entering {
        session.asked[request]?.isAnswered = true
      }
      // Nor does it concern a room joined since.
      let isEffect = session.place.flatMap { place in
        place.actor.flatMap { place.room.effects[Cause(actor: $0, request: id)] }
      }
      if let entered = session.enteredBy, id < entered, isEffect == nil { return }
    }
    session.place = nil
    model.log = nil
  }

  /// Checks a `moved` or `moving`.
  func moved(_ message: ServerMessage, over model: ConnectionModel) {
    if model.hello?.followsMoves != true {
      complain(.fencing, "Connection \(model.id.rawValue) is sent \(message.name) unasked.")
    }
    // The room is another node's: nothing more of it is sent before the session resumes.
    if case .moved(let moved) = message, moved.id == nil { model.log = nil }
  }

  /// Checks a room's listing against what spectators may know.
  func checkListing(_ room: RoomSummary, now: ServerTime) {
    let known = rooms.values.first { $0.code == room.code }
    guard let known else { return }
    let cut = known.cut(for: .spectator, now: now)
    guard cut > 0 else {
      return complain(.secrets, "Room \(room.code) is listed before spectators may know of it.")
    }
    let look = RoomModel.Look(
      settings: room.settings, phase: room.phase, taken: room.seatsTaken)
    if room.settings.audience != .public {
      complain(.admission, "Room \(room.code) is listed but is not public.")
    }
    if !known.hasLooked(look, by: cut) {
      complain(.secrets, "Room \(room.code) is listed in a state that spectators have never seen.")
    }
  }
}
