// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// What those who come back are sent, and how far back a base goes.

extension Witness {
  /// A base is sent to a session that may have asked to go on where it was: if it is still in the room
  /// and was ever sent the entry it names, there must be none.
  func checkReturn(_ joined: Joined, of session: SessionBook, over book: LinkBook) {
    let stay = SessionBook.Stay(room: joined.roomID, role: joined.role, actor: joined.actor)
    guard let id = joined.id, session.asked[id]?.times == 1, let resuming = book.resuming[id],
      resuming.roomID == joined.roomID,
      let place = session.place, place.room.id == joined.roomID, place.role == joined.role,
      place.actor == joined.actor, let sent = session.sent[stay],
      (sent.first...sent.last).contains(resuming.afterSeq),
      place.room.lastSeq - resuming.afterSeq <= UInt64(LobbyLimits.missedLimit),
      // Whose absence may have ended the stay has come in anew.
      session.absence < LobbyLimits.absenceLimit - .seconds(10)
    else { return }
    complain(
      .nothingMissed,
      "Session \(session.id) asks for what follows entry \(resuming.afterSeq) of room "
        + "\(joined.roomID), which it was sent, and gets a base of \(joined.base?.seq ?? 0) entries."
    )
  }

  /// Nobody is sent what was before their first base.
  ///
  /// A message with that base may have found no connection: a base as old as any could have been counts.
  func checkPast(
    _ joined: Joined, from start: UInt64, of session: SessionBook, in room: RoomBook
  ) {
    let stay = SessionBook.Stay(room: joined.roomID, role: joined.role, actor: joined.actor)
    let sent = session.sent[stay]
    let known = sent?.isFirst == true ? sent?.base : nil
    let first = joined.actor.map { min(sent?.base ?? .max, room.oldestBase(of: $0)) } ?? known ?? 0
    guard joined.base == nil, start < first else { return }
    complain(
      .trailingBase,
      "Session \(session.id) is sent room \(joined.roomID) from entry \(start) on, which is before "
        + "its first base.")
  }

  /// A base is as old as it must be and no older.
  ///
  /// - Parameters:
  ///   - joined: what is sent.
  ///   - room: the room.
  ///   - time: what the server's clock shows.
  func checkTrail(_ joined: Joined, of room: RoomBook, at time: ServerTime) {
    guard let base = joined.base else { return }
    let delays =
      joined.role == .spectator ? room.delayRange : (shortest: .zero, longest: .zero)
    let newest = time - LobbyLimits.baseTrail - delays.shortest
    let last = joined.tail.last?.seq ?? base.seq
    guard room.view(last).generation > 0 else { return }
    if base.seq > 0, let moving = room.lastShown(upTo: base.seq), moving > newest {
      complain(
        .trailingBase,
        "A base of room \(room.id) has what is shown \(time - moving) before it is sent.")
    }
    // What a viewer starts from is drawn up before the journal has it, which may take its time.
    let late: Duration = joined.role == .spectator ? .seconds(8) : .seconds(1)
    let drawnUpon = min(last, room.cut(for: joined.role, now: time - offset - late))
    guard room.view(drawnUpon).generation > 0 else { return }
    let oldest = time - LobbyLimits.baseTrail - delays.longest - late
    if let first = joined.tail.first, first.shownAt < oldest {
      complain(
        .trailingBase,
        "Entry \(first.seq) of room \(room.id) comes behind a base \(time - first.shownAt) after it "
          + "was shown.")
    }
  }
}
