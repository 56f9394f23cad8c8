// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Replays
import TerminalUI
import Wire

@testable import TermClient

/// Properties of the replay parser: an accepted file equals, byte for byte, what is written for its
/// match; with a recomputed hash chain, forgeries are still found, and nothing traps.
enum ReplayProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let asIs = try read(bytes)
    // No fuzzer finds a hash, so lines also get a correct chain.
    let forged = try read(chained(bytes))
    return asIs == .read || forged == .read ? .read : .refused
  }

  private static func read(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let record: MatchRecord
    do throws(ReplayFileError) {
      record = try ReplayFile.read(bytes)
    } catch {
      try holdSentence(error.description.harmless(limit: 1000))
      return .refused
    }
    try hold(ReplayFile.bytes(of: record) == bytes, "A replay does not round-trip.")
    try holdSentence(ReplayVerdict.verify(bytes).sentence.harmless(limit: 1000))
    let statistics = MatchStatistics(of: record)
    for line in StatisticsText.lines(statistics) { try holdHarmless(line) }
    try hold(
      statistics.players.allSatisfy { $0.longestStreak <= $0.turns },
      "A streak is longer than all turns.")
    return .read
  }

  /// The lines without heading and hashes, each with a correct hash.
  private static func chained(_ bytes: [UInt8]) -> [UInt8] {
    var lines = bytes.split(separator: 10)[...]
    if lines.first?.elementsEqual(ReplayFile.heading.utf8) == true { lines = lines.dropFirst() }
    let bodies = lines.map { line in
      line.first == UInt8(ascii: "{") ? line : line.dropFirst(65)
    }
    return ReplayFile.chained(bodies)
  }
}
