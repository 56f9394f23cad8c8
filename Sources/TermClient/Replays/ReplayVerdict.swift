// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
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
      let verdict = MatchSession.Verdict(ofFile: record, hashing: .openSSL)
      return ReplayVerdict(isTrue: verdict.isGood, sentence: verdict.sentence)
    } catch {
      return ReplayVerdict(isTrue: false, sentence: error.description)
    }
  }
}
