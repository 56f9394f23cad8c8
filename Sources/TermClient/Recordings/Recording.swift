// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A match, or several of one room, as a file of lines holds it: what `--json` prints, saved, or a
/// replay.
///
/// It is played by the same stage as a live match. Everything of it is bounded, so that any file at
/// all is either a recording or refused in a sentence.
struct Recording: Hashable, Sendable {
  /// The most bytes of a file.
  static let mostBytes = 32 << 20
  /// The most bytes of a line.
  static let longestLine = 256 << 10
  /// The most entries.
  static let mostEntries = 100_000

  /// What is worth telling of a file that is played all the same.
  enum Notice: Hashable, Sendable {
    /// The last line was cut off, and what came before it is played.
    case lastLineCut(line: Int)
  }

  /// The view it starts from and its entries.
  var log: MatchLog
  /// The code of the room as it was printed; empty if it was not.
  var roomCode = ""
  /// What is to be told of it; nil for nothing.
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
