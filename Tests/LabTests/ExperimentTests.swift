// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Testing

@testable import Lab

@Suite("Experiments", .timeLimit(.minutes(1)))
struct ExperimentTests {
  private struct Failure: Error {}

  /// Records the order in which trials were added, by their outcomes.
  private struct Order: Experiment {
    var enough = Int.max
    var failing: UInt64?
    private(set) var added: [UInt64] = []
    private(set) var outcomes: [UInt64] = []

    /// The square of the number; each eighth trial takes longer than those after it.
    func run(_ number: UInt64) throws -> UInt64 {
      if number == failing { throw Failure() }
      var random = SeededRandom(seed: number)
      for _ in 0..<(number.isMultiple(of: 8) ? 5_000 : 1) { _ = random.next() }
      return number * number
    }

    mutating func add(_ outcome: UInt64, of number: UInt64) {
      added.append(number)
      outcomes.append(outcome)
    }

    var isComplete: Bool { added.count >= enough }
  }

  @Test(
    "add their trials in the order of their numbers, whatever their speed", arguments: [1, 2, 32])
  func order(atOnce: Int) async throws {
    let result = try await Order().measured(trials: 200, atOnce: atOnce)
    #expect(result.added == Array(0..<200))
    #expect(result.outcomes == (0..<200).map { $0 * $0 })
    #expect(try await Order().measured(trials: 0).added == [])
  }

  @Test("end with the trial that completes them")
  func complete() async throws {
    #expect(try await Order(enough: 10).measured(trials: .max).added == Array(0..<10))
  }

  @Test("rethrow a trial's error")
  func failure() async {
    await #expect(throws: Failure.self) { try await Order(failing: 7).measured(trials: 20) }
  }
}
