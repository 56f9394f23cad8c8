// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Why a result does not count for ratings.
package enum UncountedResult: Error, Hashable, Sendable, CustomStringConvertible {
  /// The match was not rated.
  case unrated
  /// The mode is never rated.
  case unratable
  /// The match was not played to its end.
  case unfinished(Event.Ended.Reason)
  /// A bot took part.
  case bot
  /// A player without a proven identity took part.
  case guest
  /// One player held two seats.
  case samePlayer
  /// There was no opponent.
  case alone
  /// A rank is impossible for that many players.
  case impossibleRank

  /// The reason as a sentence.
  package var description: String {
    switch self {
    case .unrated: "The match was not rated."
    case .unratable: "Its mode is never rated."
    case .unfinished(let reason): "The match was not played to its end: \(reason.rawValue)."
    case .bot: "A bot took part."
    case .guest: "A guest took part, whose identity is not proven."
    case .samePlayer: "One player held two seats."
    case .alone: "There was no opponent."
    case .impossibleRank: "The standings are impossible."
    }
  }
}

extension MatchResult {
  /// The ids of all who played, in the order of the standings.
  ///
  /// - Throws: why the match does not count for ratings.
  func ratedPlayers() throws(UncountedResult) -> [String] {
    guard isRated else { throw .unrated }
    guard mode.rules.isRatable else { throw .unratable }
    guard reason.hasWinners else { throw .unfinished(reason) }
    var ids: [String] = []
    for standing in standings {
      guard !standing.player.isBot else { throw .bot }
      guard let id = standing.player.id, !id.isEmpty else { throw .guest }
      guard !ids.contains(id) else { throw .samePlayer }
      ids.append(id)
    }
    guard ids.count > 1 else { throw .alone }
    guard standings.allSatisfy({ (1...standings.count).contains($0.rank) }) else {
      throw .impossibleRank
    }
    return ids
  }
}
