// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
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
      sentence = "You joined after this match began; facedown download fetches all of it."
      return
    }
    (isWritten, sentence) = Self.save(record, in: folder)
  }

  /// How many files of one match's name there may be.
  private static let mostFiles = 9

  /// Writes it under the first name that is free: nobody at a screen can say another one.
  private static func save(_ record: MatchRecord, in folder: String) -> (Bool, String) {
    let bytes = ReplayFile.bytes(of: record)
    let stem = ReplayDownload.stem(of: record)
    for number in 1...mostFiles {
      let name = "\(stem)\(number == 1 ? "" : "-\(number)").\(ReplayFile.suffix)"
      do throws(OutputFile.Failure) {
        try OutputFile(nil, or: folder + name).write(bytes)
        return (true, "Saved. Watch it with facedown replay \(name)")
      } catch {
        switch error {
        case .isThere where isSaved(record, at: folder + name):
          return (true, "Already saved. Watch it with facedown replay \(name)")
        case .isThere: break
        case .unwritable(let number):
          let reason = String(cString: strerror(number))
          return (
            false,
            "Cannot save here (\(reason)): start facedown in a folder you can write to."
          )
        }
      }
    }
    return (
      false, "\(stem).\(ReplayFile.suffix) and the like hold other matches: move them away."
    )
  }

  /// Whether a file is a replay of the very same match.
  private static func isSaved(_ record: MatchRecord, at path: String) -> Bool {
    guard let there = try? RecordingFile(path).bytes() else { return false }
    return (try? ReplayFile.read(there)) == record
  }
}
