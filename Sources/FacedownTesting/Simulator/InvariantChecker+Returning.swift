// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

// What a resuming session is sent, and how far back a base lies.

extension InvariantChecker {
  /// A hello offers a token: one that is good, but not the newest, may replace the newest in the journal,
  /// even if its connection ends before the answer.
  func offered(_ token: [UInt8]?) {
    guard let token, let session = owners[token].flatMap({ sessions[$0] }),
      session.tokens.last != token, session.isGood(token)
    else { return }
    session.mayHaveNewerToken = true
  }

  /// Checks a hello that was answered by a new session: its token must not be the newest of a
  /// session that left a moment ago, in memory or not.
  func checkForgotten(_ token: [UInt8]?, now: ServerTime) {
    guard let token, let session = owners[token].flatMap({ sessions[$0] }),
      session.tokens.last == token, session.expelledAt == nil, !session.mayHaveEnded,
      !session.mayHaveNewerToken,
      // A ban of its player ends it too.
      session.player == nil, let lostAt = session.lostAt,
      now - lostAt < LobbyLimits.unusedSessionKeptFor - .seconds(5)
    else { return }
    complain(
      .fencing,
      "Session \(session.id) comes back after \(now - lostAt), and its newest token is not known.")
  }

  /// Checks a base sent to a session that may have asked to resume: none is allowed if the session
  /// is still in the room and was ever sent the entry it names.
  func checkReturn(_ joined: Joined, of session: SessionModel, over model: ConnectionModel) {
    let stay = SessionModel.Stay(room: joined.roomID, role: joined.role, actor: joined.actor)
    guard let id = joined.id, session.asked[id]?.times == 1, let resuming = model.resuming[id],
      resuming.roomID == joined.roomID,
      let place = session.place, place.room.id == joined.roomID, place.role == joined.role,
      place.actor == joined.actor, let sent = session.sent[stay],
      (sent.first...sent.last).contains(resuming.afterSeq),
      place.room.lastSeq - resuming.afterSeq <= UInt64(LobbyLimits.missedLimit),
      // After an absence long enough to end the membership it has joined anew.
      session.absence < LobbyLimits.absenceLimit - .seconds(10)
    else { return }
    complain(
      .nothingMissed,
      "Session \(session.id) resumes after entry \(resuming.afterSeq) of room "
        + "\(joined.roomID), which it was sent, but gets a base of \(joined.base?.seq ?? 0) "
        + "entries."
    )
  }

  /// Nobody is sent anything from before their first base.
  ///
  /// A message with that base may never have reached a connection, so the oldest possible base
  /// counts.
  func checkPast(
    _ joined: Joined, from start: UInt64, of session: SessionModel, in room: RoomModel
  ) {
    let stay = SessionModel.Stay(room: joined.roomID, role: joined.role, actor: joined.actor)
    let sent = session.sent[stay]
    let known = sent?.isFirst == true ? sent?.base : nil
    let first = joined.actor.map { min(sent?.base ?? .max, room.oldestBase(of: $0)) } ?? known ?? 0
    guard joined.base == nil, start < first else { return }
    complain(
      .trailingBase,
      "Session \(session.id) is sent room \(joined.roomID) from entry \(start) on, which is before "
        + "its first base.")
  }

  /// Checks that a base is as old as required and no older.
  ///
  /// - Parameters:
  ///   - joined: the message with the base.
  ///   - room: the room.
  ///   - time: the server's clock.
  func checkTrail(_ joined: Joined, of room: RoomModel, at time: ServerTime) {
    guard let base = joined.base else { return }
    let delays =
      joined.role == .spectator ? room.delayRange : (shortest: .zero, longest: .zero)
    let slack = relays[node]?.slack() ?? .zero
    let newest = time - LobbyLimits.baseTrail - delays.shortest + slack
    let last = joined.tail.last?.seq ?? base.seq
    guard room.view(last).generation > 0 else { return }
    if base.seq > 0, let moving = room.lastShown(upTo: base.seq), moving > newest {
      complain(
        .trailingBase,
        "A base of room \(room.id) includes an entry shown only \(time - moving) before it is sent."
      )
    }
    let late: Duration = .seconds(1) + slack
    let drawnUpon = min(last, room.cut(for: joined.role, now: time - offset - late))
    guard room.view(drawnUpon).generation > 0 else { return }
    let oldest = time - LobbyLimits.baseTrail - delays.longest - late
    if let first = joined.tail.first, first.shownAt < oldest {
      complain(
        .trailingBase,
        "Entry \(first.seq) of room \(room.id) is in the tail although it was "
          + "shown \(time - first.shownAt) ago.")
    }
  }
}
