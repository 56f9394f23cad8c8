// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
package import Game
package import Protocol
import Replays

/// Everyone's profiles: a fold over match results in the order in which they were journalled, as
/// `RatingTable` is.
///
/// Of a player it keeps sums and the last matches, at most some 15 KB however many there are; folding
/// a result and looking a player up cost the same however many players there are.
package struct ProfileTable: Sendable {
  /// The most meetings with opponents that are remembered of a player.
  package static let mostMeetings = 200
  /// The most players of one name who are found by it: those that played last.
  package static let mostNamesakes = 10
  /// The fewest chances by which a recall is judged.
  package static let leastChances = MatchAward.leastChances

  private var players: [PlayerHistory] = []
  private var places: [String: Int] = [:]
  /// Indices of the players of a name in lower case, those that played last at the end.
  private var names: [String: [Int]] = [:]
  /// The ratings.
  package private(set) var ratings = RatingTable()
  /// The daily deals.
  package private(set) var daily = DailyTable()

  /// An empty table.
  package init() {}

  /// How many players have a profile.
  package var playerCount: Int { players.count }

  /// The best players of a mode: see `RatingTable.leaderboard`.
  package mutating func leaderboard(_ mode: MatchSettings.Mode, limit: Int) -> [RankedPlayer] {
    ratings.leaderboard(mode, limit: limit)
  }

  /// Counts the results of a past day's deal, which is played again here.
  package mutating func recall(_ day: Day) { daily.recalled = day }

  /// Folds a result in, as far as it counts.
  package mutating func fold(_ result: MatchResult) {
    daily.fold(result)
    // Whatever does not count for ratings may count for profiles.
    let isRated = (try? ratings.fold(result)) != nil
    guard let seats = result.profiledSeats(isRated: isRated) else { return }
    // Everyone has a place before the meetings are noted.
    let indices = seats.map { standing in
      standing.player.id.map { index(of: $0, called: standing.player.name) }
    }
    for (seat, index) in indices.enumerated() {
      guard let index else { continue }
      players[index].note(
        result, from: seat, against: meetings(of: seat, among: seats, indices, in: result.mode))
      guard isRated, let rating = ratings.player(players[index].id, result.mode)?.rating else {
        continue
      }
      players[index].note(rating.shown, in: result.mode, at: result.endedAt)
    }
  }

  /// What a request finds by an ID, or by a name in whatever case.
  ///
  /// - Returns: the player and the record; several players of the same name, those that played last
  ///   first, without a record; or no player.
  package func find(_ asked: String) -> (players: [Player], record: PlayerRecord?) {
    let found = places[asked].map { [$0] } ?? names[asked.lowercased()] ?? []
    return (found.reversed().map { players[$0].player }, found.count == 1 ? record(found[0]) : nil)
  }

  // MARK: Folding

  /// The index of a player, who is added if new, and is found by this name from now on.
  private mutating func index(of id: String, called name: String) -> Int {
    let index = places[id] ?? players.count
    let key = name.lowercased()
    if index == players.count {
      places[id] = index
      players.append(PlayerHistory(id: id, name: name))
    } else {
      let former = players[index].name.lowercased()
      names[former]?.removeAll { $0 == index }
      if names[former]?.isEmpty == true { names[former] = nil }
      players[index].name = name
    }
    names[key, default: []].append(index)
    if names[key, default: []].count > Self.mostNamesakes { names[key]?.removeFirst() }
    return index
  }

  private func meetings(
    of seat: Int, among seats: [Standing], _ indices: [Int?], in mode: MatchSettings.Mode
  ) -> [PlayerHistory.Meeting] {
    let own = seats[seat]
    let side = mode.rules.side(of: own.seat)
    return zip(seats, indices).compactMap { other, index in
      guard let index, mode.rules.side(of: other.seat) != side else { return nil }
      return PlayerHistory.Meeting(
        opponent: Int32(clamping: index),
        outcome: own.rank < other.rank ? .won : own.rank > other.rank ? .lost : .drawn)
    }
  }

  // MARK: Records

  private func record(_ index: Int) -> PlayerRecord {
    let history = players[index]
    let modes = MatchSettings.Mode.allCases.compactMap { mode -> ModeRecord? in
      guard let tally = history.tallies[mode] else { return nil }
      let rated = ratings.player(history.id, mode)
      return ModeRecord(
        mode: mode, matches: tally.matches, wins: tally.wins,
        rating: rated.map {
          RatingCourse(
            shown: $0.rating.shown, mu: $0.rating.mu, sigma: $0.rating.sigma, matches: $0.matches,
            course: Array(history.courses[mode] ?? []))
        })
    }
    return PlayerRecord(
      modes: modes, rivalries: rivalries(of: history), themes: history.favouriteThemes,
      bestRecall: history.bestRecall,
      matches: history.latest.reversed().map {
        PlayedMatch(
          matchID: $0.matchID, mode: $0.mode, endedAt: $0.endedAt, standings: $0.standings)
      })
  }

  /// The most frequent opponents of the last meetings; among equals, those that were met last first.
  private func rivalries(of history: PlayerHistory) -> [Rivalry] {
    var places: [Int32: Int] = [:]
    var rivalries: [Rivalry] = []
    for meeting in history.meetings.reversed() {
      let place = places[meeting.opponent] ?? rivalries.count
      if place == rivalries.count {
        places[meeting.opponent] = place
        rivalries.append(Rivalry(opponent: players[Int(meeting.opponent)].player))
      }
      switch meeting.outcome {
      case .won: rivalries[place].won += 1
      case .lost: rivalries[place].lost += 1
      case .drawn: rivalries[place].drawn += 1
      }
    }
    let order = rivalries.indices.sorted {
      (rivalries[$1].meetings, $0) < (rivalries[$0].meetings, $1)
    }
    return order.prefix(PlayerRecord.mostListed).map { rivalries[$0] }
  }
}

extension MatchResult {
  /// Every seat that played, if the match counts for profiles: it is rated, or its room was public; it
  /// was played to its end, had winners, and had two people or more, none of them in two seats.
  fileprivate func profiledSeats(isRated: Bool) -> [Standing]? {
    guard isRated || detail?.isPublic == true && reason.hasWinners && !mode.rules.isCooperative,
      standings.allSatisfy({ (1...standings.count).contains($0.rank) }),
      standings.count(where: { !$0.player.isBot }) > 1
    else { return nil }
    let ids = standings.compactMap(\.player.id)
    return Set(ids).count == ids.count ? standings : nil
  }
}
