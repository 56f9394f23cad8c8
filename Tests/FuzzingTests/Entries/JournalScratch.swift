// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Journal
import Lobby

@testable import JournalSQLite
@testable import MatchServer

/// Journals that live as long as the process, in a memory file system if there is one.
enum JournalScratch {
  /// A temporary folder of this process.
  static let folder: String = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var name = Array("\(parent)/facedown-fuzz.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { preconditionFailure("No temporary folder for a journal.") }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    atexit { JournalScratch.clear() }
    return path
  }()

  /// A journal with its tables.
  nonisolated(unsafe) static let store: JournalStore = {
    do {
      return try JournalStore(path: folder + "/rows.sqlite")
    } catch {
      preconditionFailure("The journal could not be opened: \(error)")
    }
  }()

  private static func clear() {
    for name in ["rows", "damaged"] {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(folder)/\(name).sqlite\(suffix)") }
    }
    rmdir(folder)
  }

  /// Writes bytes to a file.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Glibc.write(file, bytes, bytes.count) == bytes.count
  }

  /// Checks that a journal is read or refused in a sentence, and that a server starts from the
  /// rest.
  static func holdStart(_ store: JournalStore) throws(InvariantViolation) -> Verdict {
    let contents: JournalContents
    do throws(JournalError) {
      contents = try store.load(now: ServerTime(microseconds: 1_800_000_000_000_000))
      _ = try store.everyRoom()
      _ = try store.recompute()
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    var server = FuzzedServer()
    let lost = try server.restore(contents)
    try server.wait(.seconds(30))
    try server.wait(.seconds(86_400))
    return lost < contents.lobby.rooms.count ? .read : .refused
  }
}
