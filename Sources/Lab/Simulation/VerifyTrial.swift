// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Protocol
import Replays

/// Many random matches as replay files: whether each is found true, and each with one byte changed
/// refused.
struct VerifyTrial: Sendable {
  /// What came of it.
  struct Outcome: Hashable, Sendable {
    /// Matches whose file was found true.
    var accepted = 0
    /// Files with one byte changed that were refused.
    var refused = 0
    /// Files and changes for which that was not so, a sentence each.
    var failures: [String] = []
    /// Entries, bytes and deals of all files.
    var entries = 0
    var bytes = 0
    var deals = 0
    /// How many matches there were of each mode and shuffle, number of seats and reason to end.
    var kinds: [String: Int] = [:]
  }

  /// Decides matches and changes.
  var seed: UInt64

  /// Tries the match of a number.
  func tryMatch(_ number: UInt64, _ outcome: inout Outcome) {
    // The second match of a room goes on from the first.
    let room = RandomRoom(seed: seed &+ number, matches: number.isMultiple(of: 3) ? 2 : 1)
    guard let record = room.records.last else {
      return outcome.failures.append("Match \(number) is not whole.")
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
  }

  /// Why a file is not true; nil if it is.
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

extension VerifyTrial.Outcome {
  /// Counts another's matches in.
  mutating func add(_ other: Self) {
    accepted += other.accepted
    refused += other.refused
    failures += other.failures
    entries += other.entries
    bytes += other.bytes
    deals += other.deals
    kinds.merge(other.kinds) { $0 + $1 }
  }
}
