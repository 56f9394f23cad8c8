// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What many trials of scenes came to.
struct SceneTable: Sendable {
  /// The first line of the table of exposures.
  static let header = "rtt_ms,faces,share_p1,share_p50,shown_95_percent"

  private(set) var trials = 0
  private(set) var outcome = SceneOutcome()
  /// Seeds at which something differed, the first few.
  private var badSeeds: [UInt64] = []

  /// Runs the trials of successive seeds, on as many cores as there are.
  ///
  /// - Throws: `WorldError` if a match does not begin.
  static func measure(
    seeds: Range<UInt64>, loss: Double, mutation: SceneTrial.Mutation? = nil, atOnce: Int = 8
  ) async throws -> SceneTable {
    try await withThrowingTaskGroup(of: (UInt64, SceneOutcome).self) { group in
      var table = SceneTable()
      var rest = seeds.makeIterator()
      func begin() {
        guard let seed = rest.next() else { return }
        group.addTask {
          var trial = SceneTrial(seed: seed, loss: loss, mutation: mutation)
          return (seed, try trial.run())
        }
      }
      for _ in 0..<atOnce { begin() }
      while let (seed, outcome) = try await group.next() {
        table.add(outcome, of: seed)
        begin()
      }
      return table
    }
  }

  /// Counts a trial in.
  mutating func add(_ trial: SceneOutcome, of seed: UInt64) {
    trials += 1
    outcome.scenes += trial.scenes
    outcome.different += trial.different
    outcome.late += trial.late
    outcome.cards += trial.cards
    outcome.differentCards += trial.differentCards
    outcome.exposures += trial.exposures
    if trial.different + trial.differentCards > 0 { badSeeds.append(seed) }
  }

  /// Whether all saw the same.
  var isOne: Bool { outcome.different + outcome.differentCards == 0 }

  /// A row for each round trip: how much of the usual time faces showed.
  var rows: [String] {
    SceneTrial.spectators.compactMap { roundTrip in
      let shares = shares(roundTripMilliseconds: roundTrip)
      guard !shares.isEmpty else { return nil }
      let whole = Double(shares.count { $0 >= 0.95 }) / Double(shares.count)
      return "\(roundTrip),\(shares.count),\(shares[shares.count / 100].fixed(3)),"
        + "\(shares[shares.count / 2].fixed(3)),\(whole.fixed(4))"
    }
  }

  /// For how much of the usual time faces showed at a round trip, the shortest first.
  func shares(roundTripMilliseconds: Int) -> [Double] {
    outcome.exposures.filter { $0.roundTripMilliseconds == roundTripMilliseconds }
      .map(\.share).sorted()
  }

  /// The totals in a line.
  var summary: String {
    var text =
      "\(trials) seeds: \(outcome.scenes) scenes compared, \(outcome.different) differed, "
      + "\(outcome.late) left out while something was on its way; as seen \(outcome.cards) cards "
      + "compared, \(outcome.differentCards) differed"
    if !badSeeds.isEmpty { text += "; seeds \(badSeeds.sorted().prefix(10))" }
    return text
  }
}
