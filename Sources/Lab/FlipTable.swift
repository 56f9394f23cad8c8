// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game

/// What key presses came to in many matches over lines of one kind: a row of the flip table.
struct FlipTable: Sendable {
  /// The line that names the columns.
  static let header =
    "chaser,rtt_ms,loss,flips,motion_frames,players_p50_ms,players_p95_ms,all_p50_ms,all_p95_ms,"
    + "late_verdicts,late_entries,late_screens,missed,refused"

  /// The round trips of the table, in milliseconds.
  static let roundTrips = [20, 80, 200, 400]

  let conditions: FlipTrial.Conditions
  private(set) var outcome = FlipTrial.Outcome()

  /// Plays so many matches, on as many cores as there are; the same on every machine.
  ///
  /// - Throws: `WorldError` if in one of them nothing goes on.
  static func measure(_ conditions: FlipTrial.Conditions, matches: Int) async throws -> Self {
    var table = FlipTable(conditions: conditions)
    let outcomes = try await withThrowingTaskGroup(of: (Int, FlipTrial.Outcome).self) { group in
      for match in 0..<matches {
        group.addTask {
          var trial = FlipTrial(conditions, seed: UInt64(match + 1))
          return (match, try trial.run())
        }
      }
      return try await group.reduce(into: [Int: FlipTrial.Outcome]()) { $0[$1.0] = $1.1 }
    }
    for match in 0..<matches {
      if let outcome = outcomes[match] { table.add(outcome) }
    }
    return table
  }

  init(conditions: FlipTrial.Conditions) {
    self.conditions = conditions
  }

  /// Counts a match in.
  mutating func add(_ match: FlipTrial.Outcome) {
    outcome.flips += match.flips
    outcome.refused += match.refused
  }

  /// In which frame after the key the own card had moved, at the latest.
  var motionFrames: Int { outcome.flips.map(\.motionFrames).max() ?? 0 }

  /// From the key to the face on both players' screens, the shortest first, in milliseconds.
  var players: [Double] { sorted { $0.faceAfter.prefix(2).max() } }

  /// From the key to the face on all screens, the viewer's too, the shortest first.
  var everyone: [Double] { sorted { $0.faceAfter.max() } }

  /// The share of flips whose entry came to who pressed after the face was to show.
  var lateVerdicts: Double { share { $0.isVerdictLate ? 1 : 0 } }

  /// The share of other viewers to whom the entry came after the face was to show.
  var lateEntries: Double { share(\.lateEntries) / 2 }

  /// The share of other screens on which the face came more than a frame late.
  var lateScreens: Double { share(\.lateScreens) / 2 }

  /// The share of screens on which it was never seen.
  var missed: Double { share(\.missedScreens) / 3 }

  private func sorted(_ time: (FlipTrial.Flip) -> Duration?) -> [Double] {
    outcome.flips.compactMap(time).map { $0 / .milliseconds(1) }.sorted()
  }

  private func share(_ count: (FlipTrial.Flip) -> Int) -> Double {
    Double(outcome.flips.reduce(0) { $0 + count($1) }) / Double(max(outcome.flips.count, 1))
  }
}

extension FlipTable: CustomStringConvertible {
  /// The row as a line of the table; shares are in per cent.
  var description: String {
    let times = [players, everyone].flatMap { times in
      [50, 95].map { ClockTable.percentile(times, $0).fixed(0) }
    }
    let shares = [lateVerdicts, lateEntries, lateScreens, missed].map { (100 * $0).fixed(2) }
    let head = [
      conditions.isChased ? "yes" : "no", "\(conditions.roundTrip.wholeMilliseconds)",
      (100 * conditions.loss).fixed(0), "\(outcome.flips.count)", "\(motionFrames)",
    ]
    return (head + times + shares + ["\(outcome.refused)"]).joined(separator: ",")
  }
}
