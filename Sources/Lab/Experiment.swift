// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// Trials under one condition and their accumulated results: one or more rows of a table.
///
/// A trial is a function of its number: the same on every machine, whatever else runs.
protocol Experiment: Sendable {
  /// The outcome of one trial.
  associatedtype Outcome: Sendable

  /// The line that names the columns; nil if there are no rows.
  var header: String? { get }
  /// Runs a trial.
  func run(_ number: UInt64) throws -> Outcome
  /// Adds a trial's outcome; trials are added in the order of their numbers.
  mutating func add(_ outcome: Outcome, of number: UInt64)
  /// Whether no further trials are needed.
  var isComplete: Bool { get }
  /// The results, one line per row.
  var rows: [String] { get }
}

extension Experiment {
  var header: String? { nil }
  var isComplete: Bool { false }
  var rows: [String] { [] }

  /// The experiment with its first trials added.
  ///
  /// - Parameters:
  ///   - trials: how many, unless fewer complete it.
  ///   - atOnce: trials that run concurrently; as many again can wait to be added.
  /// - Returns: a copy with the outcomes added.
  /// - Throws: the first error of a trial; the others are cancelled.
  func measured(trials: UInt64, atOnce: Int = 32) async throws -> Self {
    try await withThrowingTaskGroup(of: (UInt64, Outcome).self) { group in
      var result = self
      var (begun, added, running): (UInt64, UInt64, Int) = (0, 0, 0)
      var waiting: [UInt64: Outcome] = [:]
      func begin() {
        while running < atOnce, begun < trials, begun - added < 2 * UInt64(atOnce) {
          let number = begun
          group.addTask {
            try Task.checkCancellation()
            return (number, try run(number))
          }
          begun += 1
          running += 1
        }
      }
      begin()
      while let (number, outcome) = try await group.next() {
        running -= 1
        waiting[number] = outcome
        while let outcome = waiting.removeValue(forKey: added) {
          result.add(outcome, of: added)
          added += 1
          if result.isComplete {
            group.cancelAll()
            return result
          }
        }
        begin()
      }
      return result
    }
  }
}

/// A subcommand that runs experiments, one for each condition, and prints their table.
protocol ExperimentCommand: AsyncParsableCommand {
  associatedtype Trials: Experiment

  /// The experiments in the order of the table, before any trial.
  var experiments: [Trials] { get }
  /// Trials per experiment.
  var trials: UInt64 { get }
  /// Trials that run concurrently.
  var atOnce: Int { get }
  /// Prints what follows the table.
  ///
  /// - Throws: `ExitCode` if the outcome is a failure.
  func conclude(_ experiments: [Trials], took: Duration) throws
}

extension ExperimentCommand {
  var atOnce: Int { 32 }

  func conclude(_ experiments: [Trials], took: Duration) throws {}

  mutating func run() async throws { try await measure() }

  /// Runs all experiments, and prints each one's rows as soon as it is done.
  func measure() async throws {
    let begin = ContinuousClock.now
    var measured: [Trials] = []
    let experiments = experiments
    if let header = experiments.first?.header { print(header) }
    for experiment in experiments {
      let result = try await experiment.measured(trials: trials, atOnce: atOnce)
      for row in result.rows { print(row) }
      measured.append(result)
    }
    try conclude(measured, took: ContinuousClock.now - begin)
  }
}

extension ParsableCommand {
  /// Prints the number of faults and the first of them.
  ///
  /// - Throws: `ExitCode` 1 if there are any.
  func conclude(faults: [String], called name: String) throws {
    for fault in faults.prefix(20) { print("wrong: \(fault)") }
    print("\(faults.count) things \(name)")
    guard faults.isEmpty else { throw ExitCode(1) }
  }
}
