// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A match that has ended on this screen, kept as a file in the folder the program was started in.
///
/// It is made of the client's own log and so needs no server: what it holds has been shown.
struct SavedReplay: Hashable, Sendable {
  /// Whether there is a file now.
  let isWritten: Bool
  /// Where it is, or why there is none and what to do.
  let sentence: String

  /// Writes the match called `matchID`; `folder` is where, the current one unless a test says so.
  init(of matchID: String, in log: MatchLog?, folder: String = "") {
    guard let log, let record = MatchRecord(of: matchID, from: log.base, in: log.entries) else {
      isWritten = false
      sentence = "You came after this match began; facedown download fetches it whole."
      return
    }
    let name = ReplayDownload.fileName(of: record)
    do throws(ServerQuestion.Failure) {
      try OutputFile(nil, or: folder + name).write(ReplayFile.bytes(of: record))
    } catch {
      isWritten = false
      sentence = error.sentence
      return
    }
    isWritten = true
    sentence = "Saved: facedown replay \(name) plays it."
  }
}
