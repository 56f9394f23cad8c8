// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting

/// `facedown-lab clock-table`.
struct ClockTableCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock-table",
    abstract: "Compares estimators of the server's clock over simulated links, as CSV.",
    discussion: """
      Each row is many sessions of three minutes (spectators': ten): the error of the shown time beyond the hidden \
      asymmetry of the route (after ten seconds), the time until it stayed within 10 ms for 5 s, \
      and the largest jump between two frames. Rows named after-sleep count from when the machine \
      wakes after half a minute. Convergence leaves out joins during congestion, because nothing \
      can be known until the queue has drained.
      """)

  @Option(name: .customLong("trials"), help: "Sessions per row.")
  var sessions = 200

  @Flag(help: "Count joins into a full queue for convergence as well.")
  var everyJoin = false

  @Flag(
    help: """
      Add columns for the total error, the error of a perfect estimator, the client's stated error \
      bound, and how often the error exceeded it by a millisecond or more.
      """)
  var bounds = false

  mutating func validate() throws {
    guard (1...100_000).contains(sessions) else {
      throw ValidationError("--trials must be from 1 to 100000.")
    }
  }

  var trials: UInt64 { UInt64(sessions) }

  var experiments: [ClockExperiment] {
    ClockExperiment.all.map { row in
      var row = row
      row.countsCongestedJoins = everyJoin
      row.showsBounds = bounds
      return row
    }
  }
}

/// The accuracy of one estimator over one kind of link; milliseconds and seconds.
struct ClockExperiment: Experiment {
  let estimator: Estimator
  /// The round trip of the idle link.
  let roundTripMilliseconds: Int
  /// Packet loss, in per cent.
  let lossPercent: Int
  /// Whether the machine sleeps for half a minute; all figures then count from its waking.
  let sleeps: Bool
  /// Whether sessions that begin in congestion count for convergence.
  var countsCongestedJoins = false
  /// Whether the row has the columns about bounds.
  var showsBounds = false

  private var excess: [Double] = []
  private var total: [Double] = []
  private var perfect: [Double] = []
  private var bounds: [Double] = []
  private var convergence: [Double] = []
  private var pings: [Double] = []
  private var brokenBounds = 0
  /// The largest jump between two frames.
  private(set) var worstJump = 0.0

  init(
    _ estimator: Estimator, roundTripMilliseconds: Int, lossPercent: Int, sleeps: Bool = false
  ) {
    self.estimator = estimator
    self.roundTripMilliseconds = roundTripMilliseconds
    self.lossPercent = lossPercent
    self.sleeps = sleeps
  }

  /// Every estimator over every link, then ours at both paces after a sleep.
  static var all: [ClockExperiment] {
    let links = [20, 80, 200, 400].flatMap { roundTrip in [1, 2, 5].map { (roundTrip, $0) } }
    let steady = Estimator.allCases.flatMap { estimator in
      links.map { ClockExperiment(estimator, roundTripMilliseconds: $0, lossPercent: $1) }
    }
    let asleep = [Estimator.ours, .spectator].flatMap { estimator in
      links.map {
        ClockExperiment(estimator, roundTripMilliseconds: $0, lossPercent: $1, sleeps: true)
      }
    }
    return steady + asleep
  }

  func run(_ number: UInt64) -> ClockOutcome {
    let conditions = LinkConditions(
      roundTrip: .milliseconds(roundTripMilliseconds), loss: Double(lossPercent) / 100)
    return estimator.outcome(
      conditions, seed: number * 1000 + UInt64(roundTripMilliseconds), sleeps: sleeps)
  }

  mutating func add(_ outcome: ClockOutcome, of number: UInt64) {
    excess += outcome.excess
    total += outcome.total
    perfect += outcome.total.map { _ in outcome.hidden }
    bounds += outcome.bounds
    brokenBounds += outcome.broken
    pings.append(outcome.pingsPerMinute)
    worstJump = max(worstJump, outcome.worstJump)
    if countsCongestedJoins || !outcome.hasCongestedJoin {
      convergence.append(outcome.convergence)
    }
  }

  /// Error beyond the hidden asymmetry.
  var excessPercentiles: Percentiles { Percentiles(excess) }
  /// Time until the estimate is accurate.
  var convergencePercentiles: Percentiles { Percentiles(convergence) }
  /// Total error.
  var totalPercentiles: Percentiles { Percentiles(total) }
  /// Total error of a perfect estimator: the hidden asymmetry.
  var perfectPercentiles: Percentiles { Percentiles(perfect) }
  /// The error bound that the client states.
  var boundPercentiles: Percentiles { Percentiles(bounds) }
  /// Pings a minute, after the first.
  var pingPercentiles: Percentiles { Percentiles(pings) }
  /// The share of samples whose error exceeded the stated bound.
  var broken: Double { bounds.isEmpty ? 0 : Double(brokenBounds) / Double(bounds.count) }

  var header: String? {
    "estimator,rtt_ms,loss,excess_p50_ms,excess_p99_ms,converge_p50_s,converge_p90_s,"
      + "worst_jump_ms_per_frame,pings_a_minute"
      + (showsBounds ? ",total_p99_ms,perfect_p99_ms,bound_p50_ms,beyond_bound" : "")
  }

  var rows: [String] {
    let name = sleeps ? "\(estimator.rawValue)-after-sleep" : estimator.rawValue
    let (excess, convergence) = (excessPercentiles, convergencePercentiles)
    var cells = [name, "\(roundTripMilliseconds)", "\(lossPercent)"]
    cells += [excess[50], excess[99], convergence[50], convergence[90]].map { $0.fixed(2) }
    cells += [worstJump.fixed(3), pingPercentiles[50].fixed(1)]
    if showsBounds {
      cells += [totalPercentiles[99], perfectPercentiles[99], boundPercentiles[50]].map {
        $0.fixed(2)
      }
      cells.append(broken.fixed(6))
    }
    return [cells.joined(separator: ",")]
  }
}
