// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Wire

/// A finished match saved as a replay file in the current folder.
///
/// It is made from the client's own log, without the server.
struct SavedReplay: Hashable, Sendable {
  /// Whether the file exists now.
  let isWritten: Bool
  /// The file's name, or what went wrong and what to do.
  let sentence: String

  /// Saves the match `matchID`; `folder` is empty for the current one, else it ends in `/`.
  init(of matchID: String, in log: MatchLog?, folder: String = "") {
    guard let log, let record = MatchRecord(of: matchID, from: log.base, in: log.entries) else {
      isWritten = false
      sentence = "You joined after this match began; facedown download fetches all of it."
      return
    }
    (isWritten, sentence) = Self.save(record, in: folder)
  }

  /// The maximum number of file names to try for one match.
  private static let mostFiles = 9

  /// Saves it under the first free name, because a full screen cannot ask for another one.
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

  /// Whether a file holds exactly this match.
  private static func isSaved(_ record: MatchRecord, at path: String) -> Bool {
    guard let there = try? RecordingFile(path).bytes() else { return false }
    return (try? ReplayFile.read(there)) == record
  }
}
