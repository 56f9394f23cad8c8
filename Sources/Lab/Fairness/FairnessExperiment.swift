// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game
import Glibc
import Lobby

/// `facedown-lab fairness-table`.
struct FairnessTableCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "fairness-table",
    abstract: "Compares ways of giving lag back to players over simulated lines, as CSV.",
    discussion: """
      Each row is many games of forty turns over lines that lose one packet in fifty. The honest \
      columns say how much later than fair a press was judged, at the 95th and 99th of a hundred; \
      the others what a cheat gains a turn: (a) by claiming all it can, (b) by pretending a round \
      trip of 400 ms as well.
      """)

  @Option(help: "How many games a row has.")
  var games = 3000

  mutating func validate() throws {
    guard (1...100_000).contains(games) else {
      throw ValidationError("A row needs at least one game, and at most 100000.")
    }
  }

  var trials: UInt64 { UInt64(games) }

  var experiments: [FairnessExperiment] { [FairnessExperiment()] }
}

/// What lag costs honest players and brings a cheat, by rule and round trip.
///
/// A game is forty turns of one player over a line of its own that loses one packet in fifty, with
/// chasers behind all messages. A turn is announced a lead ahead; the player thinks, presses, and is
/// heard when the line lets it. What the press would have been heard at without a line is what it is
/// compared with. Each game over a line is judged by all rules.
struct FairnessExperiment: Experiment {
  /// What games under one rule over lines of one round trip came to.
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

  /// Rule by rule, and in each the shortest round trip first.
  private(set) var cells: [Cell]

  private let roundTrips: [Int]

  /// Games over lines of these round trips, in milliseconds.
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
  /// What the cheat pretends its round trip to be.
  private static let pretended = Duration.milliseconds(400)
  /// More than any rule gives.
  private static let everything = Duration.seconds(1_000_000)

  /// How much later than fair an honest player is judged, in milliseconds.
  var latePercentiles: Percentiles { Percentiles(late) }
  /// What a cheat gains a turn that claims all it can and delays its pings too, in milliseconds.
  var meanGainA: Double { gainA / .milliseconds(1) / Double(max(late.count, 1)) }
  /// The same, if it also made the server believe in a round trip of 400 ms.
  var meanGainB: Double { gainB / .milliseconds(1) / Double(max(late.count, 1)) }

  fileprivate mutating func play(_ game: LaggedGame) {
    // Whose pings are as late as its presses is not suspected.
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

/// One player's presses in one game over one line.
struct LaggedGame: Sendable {
  /// A press as it was heard.
  struct Press: Sendable {
    /// How much later it was heard than fair.
    var lag: Duration
    /// How much of that the stamps of an honest client claim.
    var claimed: Duration
    /// A probe of the line in the pause before the next turn.
    var probe: MeasuredConnection.Probe
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
    for _ in 0..<FairnessExperiment.turns {
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
          probe: MeasuredConnection.Probe(up: answered - probed, down: down)))
      now = max(heard + .milliseconds(1500), answered)
    }
  }
}
