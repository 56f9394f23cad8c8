// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import Protocol
import Wire

/// The latest finished matches, as their results tell them.
///
/// A match is listed under everybody or, if it never becomes public, under each of its players. So a
/// list costs the same however many matches there are that it does not show, but for those that become
/// public in a while.
struct ReplayIndex: Sendable {
  /// Maximum number of matches.
  static let mostMatches = 10_000

  /// Who is shown matches, and of which mode.
  private enum ListKey: Hashable {
    case everybody(MatchSettings.Mode)
    case session(String, MatchSettings.Mode)
    case player(String, MatchSettings.Mode)
  }

  /// A match's place in a list: earlier ones end earlier.
  private struct Place: Hashable, Comparable {
    let endedAt: ServerTime
    let match: String

    static func < (one: Place, other: Place) -> Bool {
      (one.endedAt, one.match) < (other.endedAt, other.match)
    }
  }

  private var results: BoundedTable<String, WorldRecord.Result>
  /// The matches in their order, those that end first first.
  private var lists: [ListKey: Deque<Place>] = [:]

  /// No matches; of more than `most` the oldest are forgotten.
  init(keeping most: Int = mostMatches) { results = BoundedTable(keeping: most) }

  /// Whether the result of a match is here.
  func contains(_ match: String) -> Bool { results[match] != nil }

  /// All of them, in the order of the stream.
  var all: [WorldRecord.Result] { results.values }

  /// Whether all matches are here that the stream ever had, as far as is known.
  var isWhole: Bool { !results.isFull }

  /// Adds the next result of the stream, unless it is here.
  mutating func add(_ result: WorldRecord.Result) {
    guard !contains(result.matchID) else { return }
    let dropped = results.set(result, for: result.matchID)
    // Results come nearly in the order in which their matches ended.
    let place = Place(endedAt: result.endedAt, match: result.matchID)
    for list in Self.lists(of: result) {
      let index = lists[list]?.lastIndex { $0 < place }.map { $0 + 1 } ?? 0
      lists[list, default: []].insert(place, at: index)
    }
    guard let dropped else { return }
    for list in Self.lists(of: dropped) {
      guard let index = lists[list]?.firstIndex(where: { $0.match == dropped.matchID }) else {
        continue
      }
      lists[list]?.remove(at: index)
      if lists[list]?.isEmpty == true { lists[list] = nil }
    }
  }

  private static func lists(of result: WorldRecord.Result) -> Set<ListKey> {
    guard let replay = result.replay else { return [] }
    guard replay.publicFrom == nil else { return [.everybody(result.mode)] }
    let sessions = replay.sessions.map { ListKey.session($0, result.mode) }
    let players = result.standings.compactMap(\.player.id)
    return Set(sessions + players.map { .player($0, result.mode) })
  }

  /// The latest matches of a mode, or of all modes, that whoever asks may watch, the latest first; at
  /// most `ReplayQuery.mostListed`.
  func summaries(of mode: MatchSettings.Mode?, for query: ReplayQuery) -> [ReplaySummary] {
    var places: Set<Place> = []
    for mode in mode.map({ [$0] }) ?? MatchSettings.Mode.allCases {
      var own = [ListKey.everybody(mode), .session(query.session.rawValue, mode)]
      if let player = query.playerID { own.append(.player(player, mode)) }
      for list in own {
        let open = (lists[list] ?? []).reversed().lazy.filter {
          match($0.match, for: query) != nil
        }
        places.formUnion(open.prefix(ReplayQuery.mostListed))
      }
    }
    return places.sorted(by: >).prefix(ReplayQuery.mostListed).compactMap { place in
      match(place.match, for: query).map { result, replay in
        ReplaySummary(
          matchID: place.match, settings: replay.settings, endedAt: result.endedAt,
          standings: result.standings)
      }
    }
  }

  /// Returns a match that the caller may watch, or nil.
  func match(
    _ name: String, for query: ReplayQuery
  ) -> (result: WorldRecord.Result, replay: WorldRecord.Result.Replay)? {
    guard let result = results[name], let replay = result.replay,
      query.mayWatch(
        from: replay.publicFrom, of: result.standings,
        hasPlayed: replay.sessions.contains(query.session.rawValue))
    else { return nil }
    return (result, replay)
  }
}
