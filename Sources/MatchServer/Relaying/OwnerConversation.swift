// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import MatchClient
import Protocol

/// A relay's own session at the owner, in no room: its clock, the list of rooms, and questions.
package struct OwnerConversation: Sendable {
  /// What one step of the client means.
  package struct Step: Sendable {
    /// News for the relay, in order.
    package var inputs: [OwnerInput] = []
    /// What to command the client.
    package var commands: [ClientCommand] = []
    /// Why the owner cannot be followed; nil unless the client has ended.
    package var problem: RelayProblem?
  }

  /// The number of probes before the first estimate is reported: the client's first burst.
  static let probes = 5

  private let name: String
  /// The questions without an answer, in order: after a lost connection the client repeats them, and
  /// the core may have asked another meanwhile.
  private var asked: [OwnerQuestion] = []
  private var answered = 0
  private var isListWhole = true
  private var farewell: String?
  /// Whether everything that a relay needs before it opens has arrived once.
  package private(set) var isReady = false
  private var hasList = false

  /// The conversation of the relay called `name`.
  package init(for name: String) { self.name = name }

  /// Looks at what the client did with one input.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - outputs: what it has requested.
  ///   - client: the client after it.
  ///   - now: the local time.
  ///   - own: the same moment by the relay's clock.
  /// - Returns: what that means.
  package mutating func look(
    at input: ClientInput, _ outputs: [ClientOutput], of client: ClientCore, now: LocalTime,
    own: ServerTime
  ) -> Step {
    var step = Step()
    for case .event(let event) in outputs where step.problem == nil {
      note(event, client, &step)
    }
    guard step.problem == nil, case .received(_, let message) = input else { return step }
    switch message {
    case .rooms(let update):
      step.inputs.append(.rooms(update, isWhole: isListWhole))
      isListWhole = false
      hasList = true
    case .pong:
      answered += 1
      guard answered >= Self.probes, let clock = client.clock else { break }
      let loosening = clock.bound(at: now + .seconds(100)) - clock.bound(at: now)
      step.inputs.append(
        .clock(
          OwnerTime(
            own: own, owner: clock.estimate(at: now), rate: clock.skew.rate,
            bound: clock.bound(at: now),
            loosening: Double(loosening.wholeMicroseconds) / 100e6)))
    default: break
    }
    isReady = isReady || hasList && answered >= Self.probes
    return step
  }

  /// Asks the owner something; the core asks one question at a time.
  package mutating func ask(_ question: OwnerQuestion) -> ClientCommand {
    asked.append(question)
    return Self.command(question)
  }

  private mutating func note(_ event: ClientEvent, _ client: ClientCore, _ step: inout Step) {
    switch event {
    case .welcomed:
      let path = RelayPath(inVersion: client.welcome?.serverVersion ?? "")
      if let problem = path.problem(for: name) {
        step.problem = problem
        return
      }
      farewell = nil
      isListWhole = true
      // After a new connection the estimate begins anew.
      answered = 0
      step.inputs.append(.reached(path))
      step.commands.append(.listRooms(watch: true))
    case .leaderboard(let leaderboard):
      answer(.leaderboard(leaderboard), &step) { $0 == .leaderboard(leaderboard.mode) }
    case .profile(let profile): answer(.profile(profile), &step) { $0 == .profile(profile.asked) }
    case .daily(let daily):
      answer(.daily(daily), &step) { if case .daily = $0 { true } else { false } }
    case .replays(let replays):
      answer(.replays(replays), &step) { if case .replays = $0 { true } else { false } }
    case .replay(let replay): answer(.replay(replay), &step) { $0 == .replay(replay.matchID) }
    case .refused(let command, let refusal):
      answer(.refused(refusal), &step) { Self.command($0) == command }
    case .interrupted: step.inputs.append(.lost)
    case .closing(let closing): farewell = closing.reason
    case .garbled(let reason): step.problem = .foreign(reason)
    case .disconnected:
      step.inputs.append(.lost)
      step.problem = farewell.map { .turnedAway($0) } ?? .foreign("it closed the connection")
    default: break
    }
  }

  /// The first question that an answer fits is answered.
  private mutating func answer(
    _ answer: OwnerAnswer, _ step: inout Step, to fits: (OwnerQuestion) -> Bool
  ) {
    guard let index = asked.firstIndex(where: fits) else { return }
    step.inputs.append(.answered(asked.remove(at: index), answer))
  }

  private static func command(_ question: OwnerQuestion) -> ClientCommand {
    switch question {
    case .leaderboard(let mode): .leaderboard(mode)
    case .profile(let player): .profile(player)
    case .daily(let player): .daily(player)
    case .replays(let mode): .listReplays(mode)
    case .replay(let match): .fetchReplay(match)
    }
  }
}
