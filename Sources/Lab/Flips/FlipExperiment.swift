// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game

/// `facedown-lab flip-table`.
struct FlipTableCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "flip-table",
    abstract: "Measures what a key press feels like over simulated lines, as CSV.",
    discussion: """
      Each row is many matches of two players and one who watches, each on a line of its own: the \
      frame after the key in which the card had moved, the time from the key to the face on both \
      players' screens and on all three, and in per cent the flips whose entry came to who pressed \
      after the face was to show, the same for the others, the others' screens on which it came \
      more than a frame late, and those that never showed it.
      """)

  @Option(help: "How many matches a row has.")
  var matches = 200

  @Option(help: "How many cards are turned in a match, at most.")
  var flips = 40

  @Option(help: "How many packets in a hundred are lost, each way.")
  var loss = 2.0

  @Option(help: "How long the journal takes, in milliseconds.")
  var journal = 3

  @Flag(help: "Leave out the full queues that come once a minute.")
  var noCongestion = false

  mutating func validate() throws {
    guard (1...100_000).contains(matches), (1...1000).contains(flips) else {
      throw ValidationError("There are 1 to 100000 matches a row, and 1 to 1000 flips a match.")
    }
    guard (0...20).contains(loss) else { throw ValidationError("A loss is from 0 to 20.") }
    guard (0...1000).contains(journal) else {
      throw ValidationError("A journal takes 0 to 1000 ms.")
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

/// What key presses come to in matches over lines of one kind.
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

  /// In which frame after the key the own card had moved, at the latest.
  var motionFrames: Int { outcome.flips.map(\.motionFrames).max() ?? 0 }

  /// From the key to the face on both players' screens, in milliseconds.
  var players: [Double] { times { $0.faceAfter.prefix(2).max() } }

  /// From the key to the face on all screens, the viewer's too.
  var everyone: [Double] { times { $0.faceAfter.max() } }

  /// The share of flips whose entry came to who pressed after the face was to show.
  var lateVerdicts: Double { share { $0.isVerdictLate ? 1 : 0 } }

  /// The share of other viewers to whom the entry came after the face was to show.
  var lateEntries: Double { share(\.lateEntries) / 2 }

  /// The share of other screens on which the face came more than a frame late.
  var lateScreens: Double { share(\.lateScreens) / 2 }

  /// The share of screens on which it was never seen.
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
