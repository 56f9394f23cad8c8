// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Protocol
import Wire

/// Validates the match that a server sends for a download.
enum ReplayDownload {
  /// The match in a server's answers.
  ///
  /// - Throws: a failure if the answers hold no match, or a different one.
  static func record(
    in events: [ClientEvent], named name: String
  ) throws(QueryFailure) -> MatchRecord {
    for case .replay(let replay) in events { return try record(replay, named: name) }
    throw QueryFailure(sentence: "The server sent no match. Try again.")
  }

  /// The match in a server's answer.
  ///
  /// - Throws: a failure if it is not the requested match from beginning to end.
  private static func record(_ replay: Replay, named name: String) throws(QueryFailure)
    -> MatchRecord
  {
    guard let record = replay.record(of: name) else {
      throw QueryFailure(sentence: ReplaySentences.different)
    }
    return record
  }

  /// The default file name of a match.
  static func fileName(of record: MatchRecord) -> String {
    "\(stem(of: record)).\(ReplayFile.suffix)"
  }

  /// The file name without its extension: the letters and digits of the match's id.
  static func stem(of record: MatchRecord) -> String {
    let name = record.matchID.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return name.isEmpty ? "match" : name
  }
}
