// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Lobby

@testable import MatchServer

/// Journals that live as long as the process, in memory where there is a folder for that.
enum JournalScratch {
  /// A folder of this process's own, gone with it.
  static let folder: String = {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var name = Array("\(parent)/facedown-fuzz.XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { preconditionFailure("There is no room for a journal.") }
    let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    atexit { JournalScratch.clear() }
    return path
  }()

  /// A journal with its tables.
  nonisolated(unsafe) static let store: JournalStore = {
    do {
      return try JournalStore(path: folder + "/rows.sqlite")
    } catch {
      preconditionFailure("There is no journal: \(error)")
    }
  }()

  private static func clear() {
    for name in ["rows", "damaged"] {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(folder)/\(name).sqlite\(suffix)") }
    }
    rmdir(folder)
  }

  /// Puts bytes into a file.
  static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Glibc.write(file, bytes, bytes.count) == bytes.count
  }

  /// Whatever a journal has, it is read or refused in a sentence, and a server goes on with what there
  /// is.
  static func holdStart(_ store: JournalStore) throws(BrokenPromise) -> Verdict {
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
