// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// What a server sends as a match, before it is believed to be one.
enum ReplayDownload {
  /// The match among a server's answers.
  ///
  /// - Throws: why it is not there.
  static func record(
    in events: [ClientEvent], named name: String
  ) throws(OneShotQuery.Failure) -> MatchRecord {
    for case .replay(let replay) in events { return try record(replay, named: name) }
    throw OneShotQuery.Failure(sentence: "The server sent no match. Try again.")
  }

  /// The match in a server's answer.
  ///
  /// - Throws: why it is not the match asked for, from its beginning to its end.
  static func record(_ replay: Replay, named name: String) throws(OneShotQuery.Failure)
    -> MatchRecord
  {
    guard replay.matchID == name,
      let record = MatchRecord(base: replay.base, entries: replay.entries),
      record.matchID == name
    else {
      throw OneShotQuery.Failure(
        sentence: "The server sent a different match than requested. Tell its operator.")
    }
    return record
  }

  /// The name of a match's file.
  static func fileName(of record: MatchRecord) -> String {
    "\(stem(of: record)).\(ReplayFile.suffix)"
  }

  /// The same without its ending: nothing but letters and digits of the match's own.
  static func stem(of record: MatchRecord) -> String {
    let name = record.matchID.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return name.isEmpty ? "match" : name
  }
}
