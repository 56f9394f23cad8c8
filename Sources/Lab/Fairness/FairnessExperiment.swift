// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import FacedownTesting
import Game
import Glibc
import Lobby
import Protocol

/// `facedown-lab fairness-table`.
struct FairnessTableCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "fairness-table",
    abstract: "Compares rules of lag compensation over simulated links, as CSV.",
    discussion: """
      Each row is many games of forty turns over links with 2 % packet loss. The honest columns \
      say how much later than fair a press was judged, at the 95th and 99th percentile; the others \
      what a cheat gains per turn: (a) by claiming the maximum, (b) by also pretending a round \
      trip of 400 ms.
      """)

  @Option(help: "Games per row.")
  var games = 3000

  mutating func validate() throws {
    guard (1...100_000).contains(games) else {
      throw ValidationError("--games must be from 1 to 100000.")
    }
  }

  var trials: UInt64 { UInt64(games) }

  var experiments: [FairnessExperiment] { [FairnessExperiment()] }
}

/// What lag costs honest players and gains a cheat, by rule and round trip.
///
/// A game is forty turns of one player over a link of its own with 2 % loss and chasers. A turn is
/// announced a lead ahead; the player thinks, presses, and the press arrives as the link allows. It
/// is compared with its arrival without a link. Every rule judges every game.
struct FairnessExperiment: Experiment {
  /// Games under one rule over links of one round trip.
  struct Cell: Sendable {
    let rule: CreditRule
    let roundTripMilliseconds: Int
    /// How much later than fair an honest player was judged, in milliseconds, turn by turn.
    private var late: [Double] = []
    private var gainA = Duration.zero
    private var gainB = Duration.zero

    fileprivate init(_ rule: CreditRule, roundTripMilliseconds: Int) {
      self.rule = rule
      self.roundTripMilliseconds = roundTripMilliseconds
    }
  }

  static let turns = 40

  /// By rule, and within each by round trip, ascending.
  private(set) var cells: [Cell]

  private let roundTrips: [Int]

  /// Games over links with these round trips, in milliseconds.
  init(roundTrips: [Int] = [20, 80, 200, 400]) {
    self.roundTrips = roundTrips
    cells = CreditRule.allCases.flatMap { rule in
      roundTrips.map { Cell(rule, roundTripMilliseconds: $0) }
    }
  }

  func run(_ number: UInt64) -> [Cell] {
    let games = roundTrips.map {
      LaggedGame(roundTripMilliseconds: $0, seed: number * 1000 + UInt64($0))
    }
    var cells = FairnessExperiment(roundTrips: roundTrips).cells
    for index in cells.indices { cells[index].play(games[index % games.count]) }
    return cells
  }

  mutating func add(_ outcome: [Cell], of number: UInt64) {
    for index in cells.indices { cells[index].add(outcome[index]) }
  }

  var header: String? { "rule,rtt_ms,honest_p95_ms,honest_p99_ms,gain_a_ms,gain_b_ms" }

  var rows: [String] {
    cells.map { cell in
      let late = cell.latePercentiles
      let numbers = [late[95], late[99], cell.meanGainA, cell.meanGainB].map { $0.fixed(1) }
      return "\(cell.rule.rawValue),\(cell.roundTripMilliseconds)," + numbers.joined(separator: ",")
    }
  }
}

extension FairnessExperiment.Cell {
  /// The round trip that the cheat pretends.
  private static let pretended = Duration.milliseconds(400)
  /// More than any rule refunds.
  private static let everything = Duration.seconds(1_000_000)

  /// How much later than fair an honest player is judged, in milliseconds.
  var latePercentiles: Percentiles { Percentiles(late) }
  /// Mean gain per turn, in milliseconds, of a cheat that claims the maximum and delays its pings
  /// too.
  var meanGainA: Double { gainA / .milliseconds(1) / Double(max(late.count, 1)) }
  /// The same for a cheat that also makes the server believe in a round trip of 400 ms.
  var meanGainB: Double { gainB / .milliseconds(1) / Double(max(late.count, 1)) }

  fileprivate mutating func play(_ game: LaggedGame) {
    // A player whose pings are as late as its presses raises no suspicion.
    let slow = MeasuredConnection.Probe(up: Self.everything, down: .zero)
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

  fileprivate mutating func add(_ other: Self) {
    late += other.late
    gainA += other.gainA
    gainB += other.gainB
  }
}

/// One player's presses in one game over one link.
struct LaggedGame: Sendable {
  /// A press as it arrived.
  struct Press: Sendable {
    /// How much later than fair it arrived.
    var lag: Duration
    /// How much of that an honest client's timestamps claim.
    var claimed: Duration
    /// A probe of the link in the pause before the next turn.
    var probe: MeasuredConnection.Probe
  }

  /// The minimum round trip, as server and kernel measure it.
  let roundTripFloor: Duration
  /// How far ahead turns are announced.
  let lead: Duration
  private(set) var presses: [Press] = []

  /// Plays the game of a seed.
  init(roundTripMilliseconds: Int, seed: UInt64) {
    var conditions = LinkConditions(
      roundTrip: .milliseconds(roundTripMilliseconds), loss: 0.02, chaser: .milliseconds(20))
    conditions.horizon = .seconds(600)
    var link = LinkModel(conditions, seed: seed, start: .zero)
    var random = SeededRandom(seed: seed, stream: 7)
    let (up, down) = (link.delay(.up), link.delay(.down))
    roundTripFloor = up + down + .milliseconds(1)
    // 95 % of packets wait at most four times the median.
    let jitter = Duration.microseconds(500 + 20 * roundTripMilliseconds)
    lead = AnnouncementLead.fitting(
      slowest: down + jitter * 4, journal: .zero, least: .milliseconds(60))
    // The error of the client's clock: the hidden asymmetry, and a little more.
    let clockOff = link.hiddenAsymmetry + .microseconds(Int64(1500 * random.normal()))
    var now = ServerTime.zero + .seconds(1)
    for _ in 0..<FairnessExperiment.turns {
      let start = now + lead
      let came = link.deliver(.down, at: now)
      let seen = max(start - clockOff, came)
      let thought = Duration.microseconds(Int64(1_200_000 * exp(0.5 * random.normal())))
      let pressed = seen + thought
      let heard = link.deliver(.up, at: pressed)
      let request = IntentRequest(
        seenSeq: 0, shownAt: seen + clockOff, pressedAt: pressed + clockOff, intent: .shuffle)
      let probed = heard + .milliseconds(700)
      let answered = link.deliver(.up, at: probed)
      presses.append(
        Press(
          lag: heard - (start + thought), claimed: request.lag(received: heard, since: start),
          probe: MeasuredConnection.Probe(up: answered - probed, down: down)))
      now = max(heard + .milliseconds(1500), answered)
    }
  }
}
