// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

@testable import MatchServer

/// What a journal's file promises: a damaged one is refused in a sentence or read as far as it goes,
/// and the server goes on with what there is; a check tells of it in harmless lines.
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
