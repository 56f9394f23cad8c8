// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game

/// `facedown-lab flip-table`.
struct FlipTableCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "flip-table",
    abstract: "Measures the latency of key presses over simulated links, as CSV.",
    discussion: """
      Each row is many matches of two players and a spectator, each on a link of its own: the \
      frame after the key press in which the card had moved, the time from the key press to the \
      face on both players' screens and on all three, and in per cent the flips whose entry \
      reached the player after the face was due, the same for the others, the other screens on \
      which it appeared more than a frame late, and those that never showed it.
      """)

  @Option(help: "Matches per row.")
  var matches = 200

  @Option(help: "Maximum number of flips per match.")
  var flips = 40

  @Option(help: "Packet loss in each direction, in per cent.")
  var loss = 2.0

  @Option(help: "Latency of the journal, in milliseconds.")
  var journal = 3

  @Flag(help: "Without the congestion that occurs once a minute.")
  var noCongestion = false

  mutating func validate() throws {
    guard (1...100_000).contains(matches), (1...1000).contains(flips) else {
      throw ValidationError("--matches must be from 1 to 100000, --flips from 1 to 1000.")
    }
    guard (0...20).contains(loss) else { throw ValidationError("--loss must be from 0 to 20.") }
    guard (0...1000).contains(journal) else {
      throw ValidationError("--journal must be from 0 to 1000.")
    }
  }

  var trials: UInt64 { UInt64(matches) }

  var experiments: [FlipExperiment] {
    [true, false].flatMap { isChased in
      [20, 80, 200, 400].map { roundTrip in
        FlipExperiment(
          FlipTrial.Conditions(
            roundTrip: .milliseconds(roundTrip), loss: loss / 100, isChased: isChased,
            hasCongestion: !noCongestion, journal: .milliseconds(journal), flips: flips))
      }
    }
  }
}

/// Latencies of key presses in matches over links of one kind.
struct FlipExperiment: Experiment {
  let conditions: FlipTrial.Conditions
  private(set) var outcome = FlipTrial.Outcome()

  init(_ conditions: FlipTrial.Conditions) { self.conditions = conditions }

  func run(_ number: UInt64) throws -> FlipTrial.Outcome {
    var trial = FlipTrial(conditions, seed: number + 1)
    return try trial.run()
  }

  mutating func add(_ match: FlipTrial.Outcome, of number: UInt64) {
    outcome.flips += match.flips
    outcome.refused += match.refused
  }

  /// The latest frame after a key press in which the player's own card first moved.
  var motionFrames: Int { outcome.flips.map(\.motionFrames).max() ?? 0 }

  /// From the key press to the face on both players' screens, in milliseconds.
  var players: [Double] { times { $0.faceAfter.prefix(2).max() } }

  /// From the key press to the face on all screens, the spectator's too.
  var everyone: [Double] { times { $0.faceAfter.max() } }

  /// The share of flips whose entry reached the player after the face was due.
  var lateVerdicts: Double { share { $0.isVerdictLate ? 1 : 0 } }

  /// The share of other viewers whom the entry reached after the face was due.
  var lateEntries: Double { share(\.lateEntries) / 2 }

  /// The share of other screens on which the face appeared more than a frame late.
  var lateScreens: Double { share(\.lateScreens) / 2 }

  /// The share of screens on which it never appeared.
  var missed: Double { share(\.missedScreens) / 3 }

  private func times(_ time: (FlipTrial.Flip) -> Duration?) -> [Double] {
    outcome.flips.compactMap(time).map { $0 / .milliseconds(1) }
  }

  private func share(_ count: (FlipTrial.Flip) -> Int) -> Double {
    Double(outcome.flips.reduce(0) { $0 + count($1) }) / Double(max(outcome.flips.count, 1))
  }

  var header: String? {
    "chaser,rtt_ms,loss,flips,motion_frames,players_p50_ms,players_p95_ms,all_p50_ms,all_p95_ms,"
      + "late_verdicts,late_entries,late_screens,missed,refused"
  }

  /// One row; shares are in per cent.
  var rows: [String] {
    let times = [players, everyone].map(Percentiles.init).flatMap { times in
      [times[50], times[95]].map { $0.fixed(0) }
    }
    let shares = [lateVerdicts, lateEntries, lateScreens, missed].map { (100 * $0).fixed(2) }
    let head = [
      conditions.isChased ? "yes" : "no", "\(conditions.roundTrip.wholeMilliseconds)",
      (100 * conditions.loss).fixed(0), "\(outcome.flips.count)", "\(motionFrames)",
    ]
    return [(head + times + shares + ["\(outcome.refused)"]).joined(separator: ",")]
  }
}
