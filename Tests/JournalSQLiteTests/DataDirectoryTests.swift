// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Journal
import Lobby
import MatchFixtures
import Testing

@testable import JournalSQLite

@Suite("The data folder", .timeLimit(.minutes(1)))
struct DataDirectoryTests {
  @Test("is created with its parents, readable by its owner only")
  func rights() throws {
    let folder = try TemporaryFolder()
    let directory = try DataDirectory(path: folder.path + "/state/facedown")
    let store = try JournalStore(path: directory.journalPath)
    _ = store.write([.forgotten(SessionID("nobody"))])
    #expect(try folder.rights("state") == 0o700)
    #expect(try folder.rights("state/facedown") == 0o700)
    for name in ["lock", "heartbeat", "journal.sqlite", "journal.sqlite-wal"] {
      #expect(try folder.rights("state/facedown/" + name) == 0o600, "\(name)")
    }
  }

  @Test("is held by one process at a time, which is named, until it ends")
  func held() throws {
    let folder = try TemporaryFolder()
    var directory: DataDirectory? = try DataDirectory(path: folder.path)
    #expect(throws: DataDirectoryError.held(path: folder.path, by: getpid())) {
      try DataDirectory(path: folder.path)
    }
    let error = DataDirectoryError.held(path: "/data", by: 7)
    #expect(error.description.contains("process 7"))
    #expect(error.description.contains("--wait"))
    #expect(directory != nil)
    directory = nil
    #expect(throws: Never.self) { try DataDirectory(path: folder.path) }
  }

  @Test("remembers when a server was last alive")
  func beats() throws {
    let folder = try TemporaryFolder()
    for (beat, before) in [(900, nil), (1_000, 900), (77, 1_000), (5, 77)] as [(Int64, Int64?)] {
      let directory = try DataDirectory(path: folder.path)
      #expect(directory.lastBeat == before.map { ServerTime(microseconds: $0) })
      directory.beat(at: ServerTime(microseconds: beat))
    }
    try folder.write(Array("garbage".utf8), to: "heartbeat")
    #expect(try DataDirectory(path: folder.path).lastBeat == nil)
  }

  @Test("is removed with the parents created for it, and no others")
  func takenBack() throws {
    let folder = try TemporaryFolder()
    var directory: DataDirectory? = try DataDirectory(path: folder.path + "/a/b")
    directory?.takeBack()
    directory = nil
    #expect(access(folder.path + "/a", F_OK) != 0)
    try folder.write(Array("900\n".utf8), to: "heartbeat")
    directory = try DataDirectory(path: folder.path)
    directory?.takeBack()
    #expect(access(folder.path + "/lock", F_OK) != 0)
    #expect(access(folder.path + "/heartbeat", F_OK) == 0)
    // The next process finds a new lock file that nobody holds yet.
    let next = try DataDirectory(path: folder.path)
    directory = nil
    #expect(throws: DataDirectoryError.held(path: folder.path, by: getpid())) {
      try DataDirectory(path: folder.path)
    }
    withExtendedLifetime(next) {}
    try folder.write([], to: "file")
    #expect(throws: DataDirectoryError.self) { try DataDirectory(path: folder.path + "/c/../file") }
    #expect(access(folder.path + "/c", F_OK) != 0, "A folder on the way to nowhere is not left.")
  }

  @Test("reports the system's error if it cannot be created")
  func unusable() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "file")
    for path in [folder.path + "/file", folder.path + "/file/below", "/proc/nowhere"] {
      #expect {
        try DataDirectory(path: path)
      } throws: { error in
        guard case DataDirectoryError.unusable(path, _)? = error as? DataDirectoryError else {
          return false
        }
        return true
      }
    }
  }
}
