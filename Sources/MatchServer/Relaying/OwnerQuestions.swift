// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
package import Game
package import Protocol

/// A question that a relay passes on to its owner.
package enum OwnerQuestion: Hashable, Sendable {
  /// A mode's leaderboard.
  case leaderboard(MatchSettings.Mode)
  /// The profile of the player with this ID or name.
  case profile(String)
  /// The daily deals, with the results of the player with this ID; nil for nobody's.
  case daily(String?)
  /// The list of replays of a mode; nil for all.
  case replays(MatchSettings.Mode?)
  /// The replay of the match with this id.
  case replay(String)
}

/// The owner's answer, without the request it answers.
package enum OwnerAnswer: Hashable, Sendable {
  /// A leaderboard.
  case leaderboard(Leaderboard)
  /// A profile.
  indirect case profile(Profile)
  /// The daily deals.
  indirect case daily(Daily)
  /// A list of replays.
  case replays([ReplaySummary])
  /// A replay.
  indirect case replay(Replay)
  /// The owner refuses, or is away.
  case refused(Refusal)

  /// The message that answers request `id`.
  func message(answering id: RequestID) -> ServerMessage {
    switch self {
    case .leaderboard(var leaderboard):
      leaderboard.id = id
      return .leaderboard(leaderboard)
    case .profile(var profile):
      profile.id = id
      return .profile(profile)
    case .daily(var daily):
      daily.id = id
      return .daily(daily)
    case .replays(let replays): return .replays(id: id, replays)
    case .replay(var replay):
      replay.id = id
      return .replay(replay)
    case .refused(let refusal): return .refused(id: id, refusal)
    }
  }
}

/// The questions before a relay's owner: one at a time, each asked once for everyone who waits, and
/// recent answers.
struct OwnerQuestions: Sendable {
  /// Who asks.
  struct Asker: Hashable, Sendable {
    let connection: ServerConnectionID
    let request: RequestID
  }

  /// What becomes of a question.
  enum Step: Hashable, Sendable {
    /// The answer is known.
    case answer(OwnerAnswer)
    /// It waits; if there is one, this is to be asked now.
    case wait(ask: OwnerQuestion?)
    /// Too many wait.
    case refuse
  }

  /// The most connections that wait for answers.
  static let mostAskers = 64
  /// The most answers remembered.
  static let mostKept = 16
  /// How long an answer is remembered; a leaderboard changes no faster than matches end.
  static let keptFor = Duration.seconds(5)
  /// How long the owner may take.
  static let patience = Duration.seconds(10)

  private var asked: (question: OwnerQuestion, due: ServerTime)?
  private var queue: Deque<OwnerQuestion> = []
  private var askers: [OwnerQuestion: [Asker]] = [:]
  private var waiting: Set<ServerConnectionID> = []
  private var kept: Deque<(question: OwnerQuestion, answer: OwnerAnswer, until: ServerTime)> = []

  /// When the owner has taken too long; nil while it is asked nothing.
  var nextWake: ServerTime? { asked?.due }

  /// Takes a question; one at a time for each connection.
  mutating func ask(_ question: OwnerQuestion, for asker: Asker, now: ServerTime) -> Step {
    if let known = kept.last(where: { $0.question == question && $0.until > now }) {
      return .answer(known.answer)
    }
    guard waiting.count < Self.mostAskers, waiting.insert(asker.connection).inserted else {
      return .refuse
    }
    if askers[question, default: []].isEmpty { queue.append(question) }
    askers[question, default: []].append(asker)
    return .wait(ask: next(now: now))
  }

  /// Takes the owner's answer to a question; ignored if it is no longer awaited.
  ///
  /// - Returns: who gets it, and the question to ask now.
  mutating func answered(
    _ question: OwnerQuestion, _ answer: OwnerAnswer, now: ServerTime
  ) -> (askers: [Asker], next: OwnerQuestion?) {
    guard question == asked?.question else { return ([], nil) }
    asked = nil
    if case .refused = answer {
    } else {
      kept.append((question, answer, now + Self.keptFor))
      if kept.count > Self.mostKept { kept.removeFirst() }
    }
    return (take(question), next(now: now))
  }

  /// Gives up on every question.
  ///
  /// - Returns: who waited.
  mutating func giveUp() -> [Asker] {
    let open = ([asked?.question].compactMap(\.self)) + queue
    asked = nil
    queue = []
    return open.flatMap { take($0) }
  }

  private mutating func take(_ question: OwnerQuestion) -> [Asker] {
    let served = askers.removeValue(forKey: question) ?? []
    for asker in served { waiting.remove(asker.connection) }
    return served
  }

  private mutating func next(now: ServerTime) -> OwnerQuestion? {
    guard asked == nil, let question = queue.popFirst() else { return nil }
    asked = (question, now + Self.patience)
    return question
  }
}
