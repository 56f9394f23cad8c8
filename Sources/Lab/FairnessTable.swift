// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Glibc
import Lobby

/// The table of what lag costs honest players and brings a cheat, by rule and round trip.
///
/// A game is forty turns of one player over a line of its own that loses one packet in fifty, with
/// chasers behind all messages. A turn is announced a lead ahead; the player thinks, presses, and is
/// heard when the line lets it. What the press would have been heard at without a line is what it is
/// compared with.
public struct FairnessTable: Sendable {
  /// A row: milliseconds.
  public struct Row: Hashable, Sendable {
    /// The rule.
    public var rule: CreditRule
    /// The round trip of the empty line.
    public var roundTripMilliseconds: Int
    /// What an honest player is judged later than fair, the value one turn in twenty is above.
    public var honestP95 = 0.0
    /// The value one turn in a hundred is above.
    public var honestP99 = 0.0
    /// What a cheat gains a turn that claims all it can and delays its pings too, the mean.
    public var gainA = 0.0
    /// The same, if it also made the server believe in a round trip of 400 ms.
    public var gainB = 0.0
  }

  /// The line that names the columns.
  public static let header = "rule,rtt_ms,honest_p95_ms,honest_p99_ms,gain_a_ms,gain_b_ms"

  /// The round trips of the table, in milliseconds.
  public static let roundTrips = [20, 80, 200, 400]
  static let turns = 40
  /// What the cheat pretends its round trip to be.
  private static let pretended = Duration.milliseconds(400)
  /// More than any rule gives.
  private static let everything = Duration.seconds(1_000_000)

  /// How many games a row has.
  public var games: Int

  /// A table of so many games a row.
  public init(games: Int) {
    self.games = games
  }

  /// The rows of all rules over lines of one round trip, in the order of the rules; the same on
  /// every machine.
  public func rows(roundTripMilliseconds: Int) -> [Row] {
    let presses = (0..<games).map { game in
      LaggedGame(
        roundTripMilliseconds: roundTripMilliseconds,
        seed: UInt64(game) * 1000 + UInt64(roundTripMilliseconds))
    }
    return CreditRule.allCases.map { row($0, roundTripMilliseconds, presses) }
  }

  private func row(_ rule: CreditRule, _ roundTrip: Int, _ games: [LaggedGame]) -> Row {
    var late: [Double] = []
    var gainA = Duration.zero
    var gainB = Duration.zero
    // Whose pings are as late as its presses is not suspected.
    let slow = LineQuality.Probe(up: Self.everything, down: .zero)
    for game in games {
      var honest = Creditor(rule, roundTripFloor: game.roundTripFloor)
      var greedy = Creditor(rule, roundTripFloor: game.roundTripFloor)
      var faking = Creditor(rule, roundTripFloor: Self.pretended)
      for press in game.presses {
        late.append((press.lag - honest.credit(claiming: press.claimed)) / .milliseconds(1))
        honest.observe(press.probe, lead: game.lead)
        gainA += greedy.credit(claiming: Self.everything) - press.lag
        gainB += faking.credit(claiming: Self.everything) - press.lag
        greedy.observe(slow, lead: game.lead)
        faking.observe(slow, lead: game.lead)
      }
    }
    late.sort()
    var row = Row(rule: rule, roundTripMilliseconds: roundTrip)
    row.honestP95 = ClockTable.percentile(late, 95)
    row.honestP99 = ClockTable.percentile(late, 99)
    let count = Double(max(late.count, 1))
    row.gainA = gainA / .milliseconds(1) / count
    row.gainB = gainB / .milliseconds(1) / count
    return row
  }
}

/// One player's presses in one game over one line.
struct LaggedGame: Sendable {
  /// A press as it was heard.
  struct Press: Sendable {
    /// How much later it was heard than fair.
    var lag: Duration
    /// How much of that the stamps of an honest client claim.
    var claimed: Duration
    /// A probe of the line in the pause before the next turn.
    var probe: LineQuality.Probe
  }

  /// The shortest round trip, as server and kernel measure it.
  let roundTripFloor: Duration
  /// How far ahead turns are announced.
  let lead: Duration
  private(set) var presses: [Press] = []

  /// Plays the game of a seed.
  init(roundTripMilliseconds: Int, seed: UInt64) {
    var conditions = LinkConditions(
      roundTrip: .milliseconds(roundTripMilliseconds), loss: 0.02, chaser: .milliseconds(20))
    conditions.horizon = .seconds(600)
    var line = LinkModel(conditions, seed: seed, start: .zero)
    var random = SeededRandom(seed: seed, stream: 7)
    let (up, down) = (line.delay(.up), line.delay(.down))
    roundTripFloor = up + down + .milliseconds(1)
    // Nineteen in twenty packets wait no more than four times as long as the middle one.
    let jitter = Duration.microseconds(500 + 20 * roundTripMilliseconds)
    lead = AnnouncementLead.fitting(
      downlinks: [down + jitter * 4], journal: .zero, least: .milliseconds(60))
    // What the client's clock is off by: half the asymmetry, which nothing can see, and a little.
    let clockOff = line.hiddenAsymmetry + .microseconds(Int64(1500 * random.normal()))
    var now = ServerTime.zero + .seconds(1)
    for _ in 0..<FairnessTable.turns {
      let start = now + lead
      let came = line.deliver(.down, at: now)
      let seen = max(start - clockOff, came)
      let thought = Duration.microseconds(Int64(1_200_000 * exp(0.5 * random.normal())))
      let pressed = seen + thought
      let heard = line.deliver(.up, at: pressed)
      let claim = LagReport(shownAt: seen + clockOff, pressedAt: pressed + clockOff)
      let probed = heard + .milliseconds(700)
      let answered = line.deliver(.up, at: probed)
      presses.append(
        Press(
          lag: heard - (start + thought), claimed: claim.lag(received: heard, since: start),
          probe: LineQuality.Probe(up: answered - probed, down: down)))
      now = max(heard + .milliseconds(1500), answered)
    }
  }
}

extension FairnessTable.Row: CustomStringConvertible {
  /// The row as a line of the table.
  public var description: String {
    let numbers = [honestP95, honestP99, gainA, gainB].map { $0.fixed(1) }
    return "\(rule.rawValue),\(roundTripMilliseconds)," + numbers.joined(separator: ",")
  }
}
