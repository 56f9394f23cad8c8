// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Why a result does not count for ratings.
public enum UncountedResult: Error, Hashable, Sendable, CustomStringConvertible {
  /// It was not played for ratings.
  case unrated
  /// Everyone plays together in this mode.
  case together
  /// It was not played to an end.
  case unfinished(Event.Ended.Reason)
  /// A program took part.
  case bot
  /// Somebody took part who has proven no identity.
  case guest
  /// Somebody took part on two seats.
  case samePlayer
  /// There was nobody to be compared with.
  case alone
  /// A rank is not one that so many players can have.
  case impossibleRank

  /// The reason as a sentence about the match.
  public var description: String {
    switch self {
    case .unrated: "It was not played for ratings."
    case .together: "In zen everyone plays together: nobody is rated."
    case .unfinished(let reason): "It was not played to its end: it was \(reason.rawValue)."
    case .bot: "A bot took part."
    case .guest: "A guest took part, who has proven no identity."
    case .samePlayer: "Somebody took part on two seats."
    case .alone: "There was nobody to be compared with."
    case .impossibleRank: "Its standings are not those of a match."
    }
  }
}

extension MatchResult {
  /// The ids of all who played, in the order of the standings.
  ///
  /// - Throws: why the match does not count for ratings.
  func ratedPlayers() throws(UncountedResult) -> [String] {
    guard isRated else { throw .unrated }
    guard MatchSettings.Mode.rated.contains(mode) else { throw .together }
    switch reason {
    case .finished, .resigned, .stalemate: break
    case .restarted, .abandoned, .aborted: throw .unfinished(reason)
    }
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
