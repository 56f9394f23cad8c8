// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
package import Lobby
import Protocol
import Wire

// Finished matches, and what their results add up to: ratings, profiles and the boards of daily deals.

extension ServerCore {
  /// Maximum rows of a leaderboard.
  static let leaderboardLength = 100

  /// Adds results to the ratings and profiles, in the journal's order.
  ///
  /// Both change here and on restoring only: a match that this server has seen ending counts
  /// once the journal tells its result, and where it stands there.
  mutating func rate(_ results: [MatchResult]) {
    for result in results { profiles.fold(result) }
  }

  /// The best players of a mode.
  mutating func leaderboard(_ mode: MatchSettings.Mode, for request: RequestID) -> Leaderboard {
    Leaderboard(
      id: request, mode: mode, profiles.leaderboard(mode, limit: Self.leaderboardLength))
  }

  /// The profile of the player with an ID or a name, or the players of that name; a refusal if there
  /// is nobody.
  func profile(of player: String, for request: RequestID) -> ServerMessage {
    let found = profiles.find(player)
    guard !found.players.isEmpty else {
      return .refused(id: request, Refusal(.profileUnknown))
    }
    return .profile(
      Profile(id: request, asked: player, players: found.players, record: found.record))
  }

  // MARK: Daily deals

  /// Lets a past day's deal be played again, for practice.
  package mutating func recall(_ past: RecalledDay) {
    directory.dailySeeds.recalled = past
    profiles.recall(past.day)
  }

  /// Today's deal and the last one that is over, or the recalled one, with a player's own results.
  func daily(_ player: String?, for request: RequestID, now: ServerTime) -> Daily {
    let (table, seeds) = (profiles.daily, directory.dailySeeds)
    let today = Day(now)
    let isRevealed = now >= today.begins + DailyBoard.revealDelay
    let last = seeds.recalled?.day ?? (isRevealed ? today.previous : today.previous.previous)
    let streaks = table.streaks(of: player, on: today)
    return Daily(
      id: request, today: table.board(of: today, for: player, seeds, at: now),
      last: table.board(of: last, for: player, seeds, at: now),
      nextCommitment: seeds.commitment(to: today.next), streak: streaks.current,
      longestStreak: streaks.longest)
  }

  /// Why a request to open a table may not be decided: its player has used today's attempt; nil for
  /// any other request.
  func usedAttempt(at request: RoomRequest, of session: SessionID) -> Refusal? {
    guard case .createRoom(let settings) = request, let day = settings.daily,
      let player = directory.player(session)?.id, profiles.daily.hasPlayed(player, on: day)
    else { return nil }
    return Refusal(.roomDailyPlayed, [Refusal.Fact("day", "\(day)")])
  }

  // MARK: Replays. The journal holds them and may be slow, so queries are only passed on.

  /// Maximum number of queries before the journal, over all connections.
  static let mostInquiries = 64

  /// Passes a query on; one at a time per connection.
  mutating func query(
    _ subject: ReplayQuery.Subject, _ id: RequestID, from session: SessionID,
    over connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let encoding = delivery.encoding(of: connection) else { return }
    guard inquirers.count < Self.mostInquiries, inquirers.insert(connection).inserted else {
      return send(.refused(id: id, Refusal(.limitTooFast)), to: [connection], &out)
    }
    out.append(
      .query(
        ReplayQuery(
          correlation: CorrelationID(connection), id: id, encoding: encoding, session: session,
          playerID: directory.player(session)?.id, now: now, subject: subject)))
  }

  /// Sends the journal's answer.
  ///
  /// Connection ids are never reused, so an answer cannot reach anyone else.
  mutating func found(_ answer: ReplayAnswer, for query: ReplayQuery, _ out: inout Outbox) {
    let connection = ServerConnectionID(query.correlation.rawValue)
    assert(
      connections[connection] == nil || inquirers.contains(connection),
      "The journal answers a query that is pending.")
    inquirers.remove(connection)
    guard let encoding = delivery.encodingIfHeard(connection),
      sessions.session(over: connection) == query.session
    else {
      return
    }
    let code: RefusalCode
    switch answer {
    case .message(let bytes):
      return out.append(.send(bytes, encoding, to: [connection]))
    case .unknown: code = .replayUnknown
    case .tooLong: code = .replayTooLong
    case .unavailable: code = .journalUnavailable
    }
    send(.refused(id: query.id, Refusal(code)), to: [connection], &out)
  }
}

extension Leaderboard {
  /// A leaderboard as the ratings have it.
  init(id: RequestID, mode: MatchSettings.Mode, _ players: [RankedPlayer]) {
    self.init(
      id: id, mode: mode,
      rows: players.map { ranked in
        Row(
          rank: ranked.rank, player: Player(name: ranked.player.name, id: ranked.player.id),
          shown: ranked.player.rating.shown, mu: ranked.player.rating.mu,
          sigma: ranked.player.rating.sigma, matches: ranked.player.matches)
      })
  }
}
