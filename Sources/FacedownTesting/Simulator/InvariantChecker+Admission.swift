// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import MatchServer
import Protocol

// Admission: seats are those of the journal, locked rooms have no spectators, a proven
// player has one connection, kicked and banned players stay out, and a draining server opens no
// rooms.

extension InvariantChecker {
  /// Checks that a session that has `joined` a room is allowed in it.
  func checkAdmission(_ joined: Joined, of session: SessionModel, to room: RoomModel) {
    // Spectators of locked rooms are checked at the end of the server's turn (`checkLocks`).
    guard joined.role == .player else { return }
    let view = room.view(joined.tail.last?.seq ?? joined.base?.seq ?? room.reportedSeq)
    let seats = view.seats
    if let seat = joined.seat?.rawValue, seats.indices.contains(seat), joined.actor != nil,
      seats[seat].actor == joined.actor
    {
      return
    }
    complain(
      .admission,
      "Session \(session.id) joins room \(room.id) as member \(joined.actor?.rawValue ?? 0), who "
        + "does not hold the seat it is given.")
  }

  /// Whether the server knows that a room is locked.
  private func isLocked(_ room: RoomModel) -> Bool {
    room.reportedSeq > 0 && room.view(room.reportedSeq).settings.audience == .locked
  }

  /// A room is locked as far as the server knows: spectators without a connection have left.
  func dismissAbsent(from room: RoomModel) {
    guard isLocked(room) else { return }
    for session in sessions.values where session.connection == nil && session.place?.room === room {
      if session.place?.role == .spectator { session.leftUntold() }
    }
  }

  /// Nobody keeps watching a locked room, but through a relay until that is told (`misinformed`).
  func checkLocks() {
    for id in connections.keys.sorted() {
      guard let model = connections[id], !model.isOver, let session = model.session,
        session.connection == id, relays[model.node] == nil,
        let place = session.place, place.role == .spectator, isLocked(place.room),
        model.log?.room === place.room
      else { continue }
      complain(
        .admission,
        "Session \(session.id) still watches room \(place.room.id) although it is locked.")
    }
  }

  /// Checks that a welcomed session is neither kicked nor banned, and that its player is in no
  /// other.
  func checkWelcome(_ welcome: Welcome, as session: SessionModel) {
    if session.expelledAt != nil {
      complain(.admission, "Session \(session.id) was kicked and is welcomed again.")
    }
    guard let player = welcome.playerID, !relayPlayers.contains(player) else { return }
    if let ban = bans[player], ban.until.map({ $0 > welcome.serverTime }) ?? true {
      complain(.admission, "Player \(player) is banned but is welcomed as session \(session.id).")
    }
    session.player = player
    for id in sessions.keys.sorted() {
      guard let other = sessions[id], other !== session, other.player == player,
        let connection = other.connection, connections[connection]?.isOver == false,
        other.node == session.node
      else { continue }
      complain(.fencing, "Player \(player) has two live sessions, \(other.id) and \(session.id).")
    }
  }

  // MARK: Over all nodes

  /// A session is welcomed over a connection: older ones of it, or of its player, at other nodes have
  /// to end.
  ///
  /// The node that welcomes tells the others by a message, so each of them has until that arrives. One
  /// that is lost, because two nodes are cut off from each other, is not repeated: the older connection
  /// then lasts until it ends by itself, or says something that needs the registry.
  func supersede(_ model: ConnectionModel, of session: SessionModel, now: ServerTime) {
    for id in connections.keys.sorted() where id != model.id {
      guard let former = connections[id], !former.isOver, former.node != model.node,
        let other = former.session,
        other === session || former.player != nil && former.player == session.player
      else { continue }
      successions.append(
        Succession(former: id, at: former.node, by: session.id, from: model.node, since: now))
    }
  }

  /// The message that a session goes on at a node does not arrive at another.
  func lost(noteOf session: String, from: Int, to: Int) {
    successions.removeAll { $0.session == session && $0.newNode == from && $0.formerNode == to }
  }

  /// Every connection that a newer one at another node has superseded is closed in time.
  func checkSuccessions(now: ServerTime) {
    successions.removeAll { connections[$0.former]?.isOver ?? true }
    guard let late = successions.first(where: { now - $0.since > Succession.limit }) else { return }
    complain(
      .fencing,
      "Session \(late.session) goes on at node \(late.newNode) since \(now - late.since), but node "
        + "\(late.formerNode) still serves connection \(late.former.rawValue).")
  }

  // MARK: Operators' requests

  /// The server receives an operator's request.
  ///
  /// A ban may be lifted from here on, whether or not the process lives to confirm it.
  func asked(_ request: AdminRequest) {
    if case .unban(.key(let player)) = request { bans[player] = nil }
  }

  /// The server has granted an operator's request, made at `askedAt` on the run's clock.
  func granted(_ request: AdminRequest, askedAt: ServerTime, now: ServerTime) {
    let time = now + offset
    switch request {
    case .kick(let id, _): sessions[id]?.expelledAt = time
    case .ban(.key(let player), let length, _):
      // A ban's length counts from the request on.
      bans[player] = (since: time, until: length.map { askedAt + offset + $0 })
    case .drain: isDraining = true
    case .cancelDrain: isDraining = false
    default: break
    }
  }

  /// The process is gone: it no longer drains, and the end of a session may not have been
  /// journalled yet.
  func forgetOrders(at time: ServerTime) {
    isDraining = false
    for session in sessions.values {
      guard let at = session.expelledAt, time - at < .seconds(30) else { continue }
      session.expelledAt = nil
      session.mayHaveEnded = true
    }
  }

  /// A draining server opens no rooms but those it was opening already.
  func checkOpening(_ step: Batch) {
    guard step.expectedLastSeq == 0, rooms[step.room.rawValue] == nil else { return }
    if !isDraining { openings.insert(step.room) }
    guard !openings.contains(step.room) else { return }
    complain(.admission, "Room \(step.room.rawValue) is opened by a draining server.")
  }

  // MARK: Ratings

  /// Checks the result of a landed rated match.
  func rate(_ batch: Batch, in room: RoomModel, now: ServerTime) {
    for entry in batch.entries {
      guard case .ended(let ended) = entry.event, ended.reason != .aborted else { continue }
      if room.view(entry.seq - 1).settings.isRated, batch.result == nil {
        complain(.ratings, "Room \(room.id) ends a rated match without a journalled result.")
      }
    }
    guard let result = batch.result else { return }
    var table = ratings.last?.table ?? RatingTable()
    guard (try? table.fold(result)) != nil else { return }
    ratings.append((now, table))
  }

  /// A leaderboard must include every result, except perhaps those of the last moments.
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
        "A leaderboard of \(best.mode) has \(rows.count) players and does not match "
          + "\(ratings.count) results.")
    }
  }
}
