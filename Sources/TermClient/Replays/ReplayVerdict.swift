// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Replays
import TerminalUI
import Wire

/// The result of verifying a replay file.
struct ReplayVerdict: Hashable, Sendable {
  /// Whether everything was valid.
  let isTrue: Bool
  /// The checks that passed, or the problem found.
  let sentence: String

  /// Verifies a file.
  static func verify(_ file: RecordingFile) -> ReplayVerdict {
    do throws(RecordingError) {
      return verify(try file.bytes())
    } catch {
      return ReplayVerdict(isTrue: false, sentence: error.description)
    }
  }

  /// Verifies a file's bytes.
  static func verify(_ bytes: [UInt8]) -> ReplayVerdict {
    do throws(ReplayFileError) {
      let record = try ReplayFile.read(bytes)
      let verification = Verification(of: record, hashing: .openSSL)
      return ReplayVerdict(
        isTrue: verification.complaint == nil, sentence: sentence(verification, record))
    } catch {
      return ReplayVerdict(isTrue: false, sentence: error.description)
    }
  }

  private static func sentence(_ verification: Verification, _ record: MatchRecord) -> String {
    if let complaint = verification.complaint {
      return "Entry \(complaint.seq) is false: \(complaint.clause)."
    }
    let players = record.result.standings.map { Wording.name($0.player, seat: $0.seat) }
    let count = Wording.count
    let deals =
      verification.deals == 0
      ? "no card was dealt"
      : "\(count(verification.deals, "deal")) and \(count(verification.flips, "face")) follow from "
        + "the seed"
    return
      "OK. Match \(record.matchID.harmless(limit: 64)) of \(Wording.list(players)): the chain of "
      + "\(verification.entries) entries is intact, the seed matches its commitment, "
      + "\(deals), and turns, scores and the final table follow the rules."
  }
}
