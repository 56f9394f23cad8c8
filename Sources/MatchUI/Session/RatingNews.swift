// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// Decides when to ask for a player's rating after a rated match, and says how the match has changed
/// it.
///
/// A value without a clock: events of the client go in, the player to ask for and a sentence come
/// out. Nothing is said if the server does not answer.
struct RatingNews: Hashable, Sendable {
  /// A match whose result the rating may lack yet.
  private struct Match: Hashable, Sendable {
    var player: String
    var mode: MatchSettings.Mode
    var endedAt: ServerTime
  }

  private var match: Match?
  private var attempts = 0
  /// When to ask; nil for never.
  private(set) var nextAttempt: LocalTime?

  /// From the end of a match: the verdict on it is shown first.
  static let delay = Duration.seconds(5)
  /// From an answer that lacks the match to the next attempt.
  static let pause = Duration.seconds(3)
  private static let mostAttempts = 4

  /// Notes an entry that is shown at `shown`: the end of a rated match is worth asking.
  mutating func note(_ entry: Entry, _ table: ClientTable, shown: LocalTime) {
    guard case .ended(let ended) = entry.event, ended.reason.hasWinners,
      case let settings = table.log.latest.settings, settings.isRated, let seat = table.seat,
      let player = ended.standings.first(where: { $0.seat == seat })?.player.id
    else { return }
    match = Match(player: player, mode: settings.mode, endedAt: entry.at)
    (attempts, nextAttempt) = (0, shown + Self.delay)
  }

  /// The player to ask for; nil if nothing is due.
  mutating func due(at now: LocalTime) -> String? {
    guard let match, let nextAttempt, nextAttempt <= now else { return nil }
    self.nextAttempt = nil
    return match.player
  }

  /// Whether an event answers the question.
  func isAnswer(_ event: ClientEvent) -> Bool {
    guard let match, attempts < Self.mostAttempts else { return false }
    return switch event {
    case .profile(let profile): profile.asked == match.player
    // A first match that is not counted yet.
    case .refused(.profile(let player), _): player == match.player
    default: false
    }
  }

  /// What an answer says; nil for nothing, or not yet.
  mutating func sentence(for answer: ClientEvent, at now: LocalTime) -> String? {
    precondition(isAnswer(answer), "Other answers are for those who asked.")
    guard let match else { return nil }
    attempts += 1
    guard case .profile(let profile) = answer,
      let rating = profile.record?.modes.first(where: { $0.mode == match.mode })?.rating,
      let last = rating.course.last, last.at >= match.endedAt
    else {
      if attempts < Self.mostAttempts { nextAttempt = now + Self.pause }
      return nil
    }
    self = RatingNews()
    guard let before = rating.course.dropLast().last?.shown else {
      return "Your first rating: \(RatingScale.text(last.shown))."
    }
    let change = RatingScale.change(from: before, to: last.shown)
    return "Your rating: \(RatingScale.text(last.shown)) (\(change))."
  }
}
