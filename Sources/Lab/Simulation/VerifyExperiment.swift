// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting
import Game
import Replays
import Wire

/// `facedown-lab verify-trial`: whether replays of random matches are accepted, and damaged ones
/// refused.
struct VerifyTrialCommand: ExperimentCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-trial",
    abstract: "Verifies replays of random matches, each intact and with one byte changed.",
    discussion: """
      All modes and shuffles, one to eight seats, players who resign, disconnect, return or \
      restart. Exit status 1 unless every intact file is accepted and every changed one refused.
      """)

  @Option(help: "Number of matches.")
  var matches = 1000

  @Option(help: "Seed of matches and changes.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (1...1_000_000).contains(matches) else {
      throw ValidationError("--matches must be from 1 to 1000000.")
    }
  }

  var trials: UInt64 { UInt64(matches) }

  var experiments: [VerifyExperiment] { [VerifyExperiment(seed: seed)] }

  func conclude(_ experiments: [VerifyExperiment], took: Duration) throws {
    guard let outcome = experiments.first?.outcome else { return }
    for failure in outcome.failures.sorted().prefix(20) { print(failure) }
    print(
      "\(outcome.accepted) of \(matches) replays accepted, \(outcome.refused) of \(matches) with "
        + "one byte changed refused.")
    print(
      "\(outcome.entries) entries, \(outcome.deals) deals, \(outcome.bytes) bytes; "
        + "\((took / .milliseconds(1)).fixed(0)) ms.")
    let kinds = outcome.kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    print(kinds.joined(separator: ", "))
    if !outcome.failures.isEmpty { throw ExitCode(1) }
  }
}

/// Replay files of random matches: each must be accepted, and refused with one byte changed.
struct VerifyExperiment: Experiment {
  struct Outcome: Hashable, Sendable {
    /// Matches whose file was accepted.
    var accepted = 0
    /// Files with one byte changed that were refused.
    var refused = 0
    /// Wrong verdicts, a sentence each.
    var failures: [String] = []
    /// Entries, bytes and deals of all files.
    var entries = 0
    var bytes = 0
    var deals = 0
    /// Matches by mode, shuffle, number of seats and reason to end.
    var kinds: [String: Int] = [:]
  }

  /// Seed of matches and changes.
  let seed: UInt64
  private(set) var outcome = Outcome()

  mutating func add(_ match: Outcome, of number: UInt64) {
    outcome.accepted += match.accepted
    outcome.refused += match.refused
    outcome.failures += match.failures
    outcome.entries += match.entries
    outcome.bytes += match.bytes
    outcome.deals += match.deals
    outcome.kinds.merge(match.kinds) { $0 + $1 }
  }

  func run(_ number: UInt64) -> Outcome {
    var outcome = Outcome()
    // The second match of a room continues its log.
    let room = RandomRoom(seed: seed &+ number, matches: number.isMultiple(of: 3) ? 2 : 1)
    guard let record = room.records.last else {
      outcome.failures.append("Match \(number) is incomplete.")
      return outcome
    }
    let file = ReplayFile.bytes(of: record)
    note(record, file, &outcome)
    if let problem = problem(with: file) {
      outcome.failures.append("Match \(number) was refused: \(problem)")
    } else {
      outcome.accepted += 1
    }
    var dice = SeededRandom(seed: seed &+ number, stream: 0xB17E)
    let place = Int.random(in: file.indices, using: &dice)
    var changed = file
    changed[place] ^= UInt8.random(in: 1...255, using: &dice)
    if problem(with: changed) == nil {
      outcome.failures.append("Match \(number) was accepted with byte \(place) changed.")
    } else {
      outcome.refused += 1
    }
    return outcome
  }

  /// Why a file is refused; nil if it is accepted.
  private func problem(with file: [UInt8]) -> String? {
    do throws(ReplayFileError) {
      let verification = Verification(of: try ReplayFile.read(file), hashing: .openSSL)
      return verification.complaint.map { "entry \($0.seq): \($0.clause)" }
    } catch {
      return error.description
    }
  }

  private func note(_ record: MatchRecord, _ file: [UInt8], _ outcome: inout Outcome) {
    outcome.entries += record.entries.count
    outcome.bytes += file.count
    outcome.deals += record.entries.count {
      switch $0.event {
      case .dealt: true
      case .shuffled(let shuffled): shuffled.redealt != nil
      default: false
      }
    }
    let settings = record.settings
    for kind in [
      settings.mode.rawValue, "shuffle \(settings.shuffle.rawValue)",
      settings.seats == 1 ? "1 seat" : "\(settings.seats) seats",
      record.result.endReason?.rawValue ?? "?",
    ] {
      outcome.kinds[kind, default: 0] += 1
    }
  }
}
