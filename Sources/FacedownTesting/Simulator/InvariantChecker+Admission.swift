// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchServer
import Protocol

// Who may be where: seats are the journal's, locked rooms have no spectators, a proven player has one
// connection, who was shown out stays out, and a server about to stop opens no rooms.

extension InvariantChecker {
  /// A session is told that it is in a room, which it must be allowed to be.
  func checkAdmission(_ joined: Joined, of session: SessionModel, to room: RoomModel) {
    // Spectators of locked rooms are looked for when the server's turn is over (`checkLocks`).
    guard joined.role == .player else { return }
    let view = room.view(joined.tail.last?.seq ?? joined.base?.seq ?? room.toldSeq)
    let seats = view.seats
    if let seat = joined.seat?.rawValue, seats.indices.contains(seat), joined.actor != nil,
      seats[seat].actor == joined.actor
    {
      return
    }
    complain(
      .admission,
      "Session \(session.id) is in room \(room.id) as member \(joined.actor?.rawValue ?? 0), who has "
        + "no such seat.")
  }

  /// Whether the server knows that a room is locked.
  private func isLocked(_ room: RoomModel) -> Bool {
    room.toldSeq > 0 && room.view(room.toldSeq).settings.audience == .locked
  }

  /// A room is locked as far as the server knows: those who watched it without a connection have left.
  func dismissAbsent(from room: RoomModel) {
    guard isLocked(room) else { return }
    for session in sessions.values where session.connection == nil && session.place?.room === room {
      if session.place?.role == .spectator { session.leftUntold() }
    }
  }

  /// Nobody watches a locked room on.
  func checkLocks() {
    for id in links.keys.sorted() {
      guard let book = links[id], !book.isOver, let session = book.session,
        session.connection == id,
        let place = session.place, place.role == .spectator, isLocked(place.room),
        book.log?.room === place.room
      else { continue }
      complain(
        .admission, "Session \(session.id) still watches room \(place.room.id), which is locked.")
    }
  }

  /// A session is opened, perhaps as a proven player's: no other goes on as the same one, and nobody
  /// who was shown out.
  func checkWelcome(_ welcome: Welcome, as session: SessionModel) {
    if session.expelledAt != nil {
      complain(.admission, "Session \(session.id) was shown out and is opened again.")
    }
    guard let player = welcome.playerID else { return }
    if let ban = bans[player], ban.until.map({ $0 > welcome.serverTime }) ?? true {
      complain(.admission, "Player \(player) is banned and is welcomed as session \(session.id).")
    }
    session.player = player
    for id in sessions.keys.sorted() {
      guard let other = sessions[id], other !== session, other.player == player,
        let connection = other.connection, links[connection]?.isOver == false
      else { continue }
      complain(.fencing, "Player \(player) goes on over sessions \(other.id) and \(session.id).")
    }
  }

  // MARK: What whoever runs the server asks for

  /// The server is asked for something by its operator.
  ///
  /// A ban may be lifted from here on, whether or not the process lives to say so.
  func asked(_ request: AdminRequest) {
    if case .unban(.key(let player)) = request { bans[player] = nil }
  }

  /// The server has granted a request of its operator, made at `askedAt` on the run's clock.
  func granted(_ request: AdminRequest, askedAt: ServerTime, now: ServerTime) {
    let time = now + offset
    switch request {
    case .kick(let id, _): sessions[id]?.expelledAt = time
    case .ban(.key(let player), let length, _):
      // Its length counts from the request on.
      bans[player] = (since: time, until: length.map { askedAt + offset + $0 })
    case .drain: isDraining = true
    case .cancelDrain: isDraining = false
    default: break
    }
  }

  /// The process is gone: it was to stop no longer, and that a session has ended is kept sooner or
  /// later only.
  func forgetOrders(at time: ServerTime) {
    isDraining = false
    for session in sessions.values {
      guard let at = session.expelledAt, time - at < .seconds(30) else { continue }
      session.expelledAt = nil
    }
  }

  /// A server that is about to stop opens no rooms.
  func checkOpening(_ step: JournalStep) {
    guard isDraining, step.batch.expectedLastSeq == 0, rooms[step.room.rawValue] == nil else {
      return
    }
    complain(.admission, "Room \(step.room.rawValue) is opened by a server that is about to stop.")
  }

  // MARK: Ratings

  /// What has landed is a rated match's result, or should be.
  func rate(_ batch: Batch, in room: RoomModel, now: ServerTime) {
    for entry in batch.entries {
      guard case .ended(let ended) = entry.event, ended.reason != .aborted else { continue }
      if room.view(entry.seq - 1).settings.isRated, batch.result == nil {
        complain(.ratings, "Room \(room.id) ends a rated match without a result.")
      }
    }
    guard let result = batch.result else { return }
    var table = ratings.last?.table ?? RatingTable()
    guard (try? table.fold(result)) != nil else { return }
    ratings.append((now, table))
  }

  /// A leaderboard is sent: it has every result but perhaps those of the last moments.
  func checkLeaderboard(_ best: Leaderboard, now: ServerTime) {
    let latest = ratings.lastIndex { $0.landedAt < now - .seconds(10) }
    let floor = max(latest ?? -1, settledRatings)
    var tables = (floor < 0 ? [RatingTable()] : []) + ratings[max(floor, 0)...].map(\.table)
    let rows = best.rows.map { [$0.player.id ?? "", "\($0.mu) \($0.sigma) \($0.matches)"] }
    let fits = tables.indices.contains { index in
      rows
        == tables[index].leaderboard(best.mode, limit: 100).map {
          [$0.player.id, "\($0.player.rating.mu) \($0.player.rating.sigma) \($0.player.matches)"]
        }
    }
    if !fits {
      complain(
        .ratings,
        "A leaderboard of \(best.mode) has \(rows.count) players, which is not what "
          + "\(ratings.count) results come to.")
    }
  }
}
