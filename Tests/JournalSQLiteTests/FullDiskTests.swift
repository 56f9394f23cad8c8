// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Glibc
import Journal
import Lobby
import MatchFixtures
import Testing

@testable import JournalSQLite

/// A small disk of a test's own; mounting it needs root.
final class SmallDisk {
  let folder: TemporaryFolder

  init?() {
    guard let folder = try? TemporaryFolder(),
      mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0
    else { return nil }
    self.folder = folder
  }

  deinit { umount(folder.path) }

  /// Writes a file until there is no room left.
  func fill() {
    let descriptor = open(folder.path + "/ballast", O_WRONLY | O_CREAT, 0o600)
    let block = [UInt8](repeating: 7, count: 4096)
    while write(descriptor, block, block.count) > 0 {}
    close(descriptor)
  }

  func empty() { unlink(folder.path + "/ballast") }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test where no small disk can be made.
  static var smallDisk: Self {
    .enabled(if: SmallDisk() != nil, "Only the superuser can mount a small disk.")
  }
}

@Suite("The journal on a full disk", .timeLimit(.minutes(1)))
struct FullDiskTests {
  private func step(_ number: UInt64, of room: String) -> JournalRecord {
    let opened = Event.Opened(
      matchID: "match", settings: MatchSettings(), theme: String(repeating: "x", count: 200))
    let entry = Entry(
      seq: number, at: ServerTime(microseconds: 1), event: .opened(opened))
    return .step(
      Batch(
        room: RoomID(room), code: RoomCode(room == "room" ? "ABCDE" : room),
        expectedLastSeq: number - 1, entries: [entry]))
  }

  @Test(
    "refuses writes, loses nothing acknowledged, and resumes when there is room",
    .smallDisk, .timeLimit(.minutes(1)))
  func full() throws {
    let disk = try #require(SmallDisk())
    let path = disk.folder.path + "/journal.sqlite"
    let store = try JournalStore(path: path)
    var landed: UInt64 = 0
    var refused = 0
    func attempt() throws {
      let report = try #require(store.write([step(landed + 1, of: "room")]))
      if report.outcomes.bare == [.room(.landed(RoomID("room")))] {
        landed += 1
      } else {
        refused += 1
        #expect(report.outcomes == [.room(.failed(RoomID("room")))])
        #expect(report.problem?.contains("full") == true, "\(report)")
      }
    }
    for _ in 0..<20 { try attempt() }
    #expect(refused == 0)
    disk.fill()
    // Space already allocated to the file is used up first.
    for _ in 0..<400 { try attempt() }
    #expect(refused > 100)
    let before = landed
    disk.empty()
    for _ in 0..<20 { try attempt() }
    #expect(landed == before + 20)
    store.close()
    let found = try JournalStore(path: path).everyRoom()
    #expect(found.first?.entries.count == Int(landed))
  }
}
