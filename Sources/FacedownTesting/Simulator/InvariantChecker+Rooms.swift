// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol

// What is told of rooms: entries, views, listings. All of it must be on the disk, and nothing of it
// may be ahead of what whoever gets it may have.

extension InvariantChecker {
  /// A session is told that it is in a room.
  func entered(_ joined: Joined, over book: ConnectionModel, now: ServerTime) {
    guard let session = book.session else {
      return complain(.fencing, "A connection enters a room without a session.")
    }
    guard let room = rooms[joined.roomID] else {
      return complain(.journalFirst, "Room \(joined.roomID) is entered but not in the journal.")
    }
    checkAdmission(joined, of: session, to: room)
    var start: UInt64 = 0
    if let base = joined.base {
      start = base.seq
      checkReturn(joined, of: session, over: book)
      checkBase(base, of: room, for: joined.role, now: now)
      checkTrail(joined, of: room, at: now + offset)
    } else {
      let asked = session.resumes.filter { $0.roomID == joined.roomID }.map(\.afterSeq)
      let answered = joined.id.flatMap { book.resuming[$0]?.afterSeq }
      start = joined.tail.first.map { $0.seq - 1 } ?? answered ?? asked.last ?? 0
      if !asked.contains(start) {
        complain(.oneLog, "A base of room \(room.id) is missing where nobody resumes.")
      }
    }
    checkPast(joined, from: start, of: session, in: room)
    if let id = joined.id { book.resuming[id] = nil }
    book.resumedFrom = joined.base == nil ? start : 0
    room.code = joined.code
    book.log = (room, start)
    let isFirst = session.isAlone(joined.id)
    session.entered(room, by: joined.id, as: joined.role, joined.actor)
    if let actor = joined.actor {
      if let other = room.actors[actor], other !== session {
        complain(.fencing, "Member \(actor.rawValue) of room \(room.id) is two sessions.")
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
    for entry in joined.tail { passedOn(entry, over: book, now: now) }
  }

  private func checkBase(_ base: MatchView, of room: RoomModel, for role: Role, now: ServerTime) {
    guard base.seq <= room.lastSeq else {
      return complain(
        .journalFirst,
        "A base of room \(room.id) has \(base.seq) entries, the journal "
          + "\(room.lastSeq).")
    }
    guard base.seq <= room.cut(for: role, now: now) else {
      return complain(.secrets, "A viewer's base of room \(room.id) is ahead of its delay.")
    }
    let shown = room.facesShown(base.seq)
    for card in base.cards where card.face != nil && shown[card.id] != card.face {
      complain(.secrets, "A base of room \(room.id) has a face of a card that lies face down.")
    }
    if base.phase != .ended, !base.seed.isEmpty {
      complain(.secrets, "A base of room \(room.id) has the seed of a match that goes on.")
    }
    if base != room.view(base.seq) {
      complain(.oneLog, "A base of room \(room.id) is not what \(base.seq) entries come to.")
    }
  }

  /// An entry is sent, by itself or in a tail.
  func passedOn(_ entry: Entry, over book: ConnectionModel, now: ServerTime) {
    if isAnswer(entry, over: book, now: now) { return }
    guard let session = book.session, let place = session.place else {
      return complain(.fencing, "Connection \(book.id.rawValue) is sent an entry outside a room.")
    }
    let room = place.room
    guard let written = room.entry(entry.seq) else {
      return complain(
        .journalFirst,
        "Entry \(entry.seq) of room \(room.id) is sent, but the journal ends with \(room.lastSeq).")
    }
    if written != entry {
      complain(.oneLog, "Entry \(entry.seq) of room \(room.id) is sent as something else.")
    }
    if entry.seq > room.cut(for: place.role, now: now) {
      complain(.secrets, "Entry \(entry.seq) of room \(room.id) reaches a viewer too early.")
    }
    guard let log = book.log, log.room === room else {
      return complain(.oneLog, "Entry \(entry.seq) of room \(room.id) comes before its base.")
    }
    // The answer to a request that is made again comes again, as the first time.
    if entry.seq <= log.lastSeq, session.hasBrought(entry) { return }
    if place.role == .spectator, entry.seq <= min(log.lastSeq, book.resumedFrom) { return }
    if entry.seq != log.lastSeq + 1 {
      complain(
        .oneLog,
        "Entry \(entry.seq) of room \(room.id) follows \(log.lastSeq) over connection "
          + "\(book.id.rawValue).")
    }
    book.log?.lastSeq = max(log.lastSeq, entry.seq)
    let stay = SessionModel.Stay(room: room.id, role: place.role, actor: place.actor)
    let former = session.sent[stay]?.last ?? 0
    session.sent[stay]?.last = max(former, entry.seq)
    let last = spoken[room.id]?[place.role] ?? 0
    spoken[room.id, default: [:]][place.role] = max(last, entry.seq)
  }

  /// Whether an entry is no more than what became of a request that its session asks again: it comes
  /// before the session has resumed, or where it has left since, or outside the order of the log.
  private func isAnswer(_ entry: Entry, over book: ConnectionModel, now: ServerTime) -> Bool {
    guard let session = book.session, let cause = entry.cause,
      session.hasBrought(entry) || isUntold(entry, cause, over: book)
    else { return false }
    session.answered(by: entry, cause)
    guard let log = book.log, let place = session.place else { return true }
    if entry.seq > place.room.cut(for: place.role, now: now) { return true }
    return entry.seq != log.lastSeq + 1 && place.actor != cause.actor
  }

  /// Whether an entry may answer a session as a member that it was never told to be, because its
  /// connection had gone when it was let in.
  private func isUntold(_ entry: Entry, _ cause: Cause, over book: ConnectionModel) -> Bool {
    book.log == nil && book.session?.asked[cause.request] != nil
      && rooms.values.contains { $0.actors[cause.actor] == nil && $0.entry(entry.seq) == entry }
  }

  /// A session is told that it is in no room any more.
  func left(_ id: RequestID?, over book: ConnectionModel) {
    guard let session = book.session else { return }
    if let id {
      // Said again to one who asks again, it says nothing of where the session is by now.
      if session.asked[id]?.hasLeft == true { return }
      session.asked[id]?.hasLeft = true
      session.asked[id]?.isAnswered = true
      // Whoever leaves on the way in is told no more than that.
      for (request, asked) in session.asked where request < id && asked.question == .entering {
        session.asked[request]?.isAnswered = true
      }
      // Nor does it say anything of a room that was entered since.
      let isEffect = session.place.flatMap { place in
        place.actor.flatMap { place.room.effects[Cause(actor: $0, request: id)] }
      }
      if let entered = session.enteredBy, id < entered, isEffect == nil { return }
    }
    session.place = nil
    book.log = nil
  }

  /// A room is shown in the list, as far as spectators may know.
  func checkListing(_ room: RoomSummary, now: ServerTime) {
    let known = rooms.values.first { $0.code == room.code }
    guard let known else { return }
    let cut = known.cut(for: .spectator, now: now)
    guard cut > 0 else {
      return complain(.secrets, "Room \(room.code) is listed before anyone may know of it.")
    }
    let look = RoomModel.Look(
      settings: room.settings, phase: room.phase, taken: room.seatsTaken)
    if room.settings.audience != .public {
      complain(.admission, "Room \(room.code) is listed, and is not for everyone.")
    }
    if !known.hasLooked(look, by: cut) {
      complain(.secrets, "Room \(room.code) is listed as it never was for those who watch.")
    }
  }
}
