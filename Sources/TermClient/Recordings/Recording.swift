// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// One or more matches of a room, read from a replay file or from saved output of `--json`.
///
/// It is played by the same stage as a live match. All sizes are bounded, so that any file is
/// either read or refused with an error.
struct Recording: Hashable, Sendable {
  /// The maximum number of bytes of a file.
  static let mostBytes = 32 << 20
  /// The maximum number of bytes per line.
  static let longestLine = 256 << 10
  /// The maximum number of entries.
  static let mostEntries = 100_000

  /// A warning about a file that can be played anyway.
  enum Notice: Hashable, Sendable {
    /// The last line was cut off; the lines before it are played.
    case lastLineCut(line: Int)
  }

  /// The base view and its entries.
  var log: MatchLog
  /// The room's code; empty if the file has none.
  var roomCode = ""
  /// The warning, if any.
  var notice: Notice?
}

extension Recording.Notice: CustomStringConvertible {
  /// The notice as a sentence.
  var description: String {
    switch self {
    case .lastLineCut(let line): "Line \(line) was cut off; the match is shown up to there."
    }
  }
}
