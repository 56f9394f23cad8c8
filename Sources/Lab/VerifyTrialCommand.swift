// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab verify-trial`: whether random matches' replays are accepted, and damaged ones
/// refused.
struct VerifyTrialCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-trial",
    abstract: "Verifies the replays of random matches, each whole and with one byte changed.",
    discussion: """
      All modes and shuffles, one to eight seats, players who give up, go, come back or start again. \
      The exit status is 1 unless each whole file is accepted and each changed one refused.
      """)

  @Option(help: "How many matches.")
  var matches = 1000

  @Option(help: "Decides matches and changes.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...1_000_000).contains(matches) else {
      throw ValidationError("There are 1 to 1000000 matches.")
    }
  }

  func run() async throws {
    let trial = VerifyTrial(seed: seed)
    let begin = ContinuousClock.now
    let total = UInt64(matches)
    let outcome = await withTaskGroup(of: VerifyTrial.Outcome.self) { group in
      for start in stride(from: 0, to: total, by: 50) {
        group.addTask {
          var part = VerifyTrial.Outcome()
          for number in start..<min(start + 50, total) { trial.tryMatch(number, &part) }
          return part
        }
      }
      return await group.reduce(into: VerifyTrial.Outcome()) { $0.add($1) }
    }
    let took = ContinuousClock.now - begin
    for failure in outcome.failures.sorted().prefix(20) { print(failure) }
    print(
      "\(outcome.accepted) of \(matches) replays accepted, \(outcome.refused) of \(matches) with one "
        + "byte changed refused.")
    print(
      "\(outcome.entries) entries, \(outcome.deals) deals, \(outcome.bytes) bytes; "
        + "\((took / .milliseconds(1)).fixed(0)) ms.")
    let kinds = outcome.kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print(kinds.joined(separator: ", "))
    if !outcome.failures.isEmpty { throw ExitCode(1) }
  }
}
