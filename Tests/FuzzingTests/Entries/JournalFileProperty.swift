// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

@testable import JournalSQLite
@testable import MatchServer

/// Properties of reading a journal's file: a damaged one is refused in a sentence or read as far as
/// possible, and a server starts from the rest; a check reports the damage in printable lines.
enum JournalFileProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let path = JournalScratch.folder + "/damaged.sqlite"
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    guard JournalScratch.write(bytes, to: path) else {
      throw InvariantViolation("\(path) cannot be written.")
    }
    let store: JournalStore
    do throws(JournalError) {
      store = try JournalStore(path: path)
    } catch {
      try holdSentence(error.description)
      return .refused
    }
    defer { store.close() }
    var lines: [String] = []
    _ = JournalCheck(of: store) { lines.append($0.line) }
    for line in lines { try holdSentence(line) }
    return try JournalScratch.holdStart(store)
  }
}
