// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import GRDB
import Game
import Glibc
import JournalFixtures
import Lobby
import MatchFixtures
import Protocol
import Testing

@testable import JournalSQLite

@Suite("Checking a journal", .timeLimit(.minutes(1)))
struct JournalCheckTests {
  @Test("finds no problem in an intact journal, and changes nothing")
  func whole() throws {
    let backup = try PlayedBackup()
    let before = try backup.folder.bytes("backup.sqlite")
    let (counts, problems) = try backup.check()
    #expect(problems.isEmpty)
    #expect(counts.rooms == 1 && counts.entries == backup.log.count)
    #expect(counts.matches == 1 && counts.verified == 1 && counts.flips > 0 && counts.results == 1)
    #expect(counts.sentence.hasSuffix("1 result: all is well."))
    #expect(try backup.folder.bytes("backup.sqlite") == before)
  }

  @Test("names the room and entry of a wrong face, time, turn or score")
  func lies() throws {
    let backup = try PlayedBackup()
    let flips = backup.log.filter { if case .flipped = $0.event { true } else { false } }
    let flip = try #require(flips.first)
    try backup.change(flip.seq) { entry in
      guard case .flipped(var flipped) = entry.event else { return }
      flipped.face = Face(flipped.face.index + 1)
      entry.event = .flipped(flipped)
    }
    let problem = try #require(try backup.check().problems.first)
    #expect(problem.entry == flip.seq && problem.room != nil && problem.match != nil)
    let other = try PlayedBackup()
    let end = try #require(other.log.last { $0.endsMatch })
    try other.change(end.seq) { entry in
      guard case .ended(var ended) = entry.event else { return }
      ended.standings[0].score += 1
      entry.event = .ended(ended)
    }
    let found = try other.check().problems
    #expect(found.first?.entry == end.seq)
    #expect(found.contains { $0.says.contains("ratings --recompute") }, "The result differs, too.")
    #expect(found.allSatisfy { $0.line.contains("room ") })
  }

  @Test("finds a missing entry, result or seed")
  func missing() throws {
    let gap = try PlayedBackup()
    try gap.change("DELETE FROM entry WHERE seq = 5")
    #expect(try gap.check().problems.first?.entry == 4)
    let result = try PlayedBackup()
    try result.change("DELETE FROM placing")
    try result.change("DELETE FROM result")
    let says = try result.check().problems.map(\.says)
    #expect(says.count == 1 && says[0].contains("Its result is missing"))
    let unreadable = try PlayedBackup()
    try unreadable.change("UPDATE entry SET bytes = x'ff' WHERE seq = 7")
    #expect(try unreadable.check().problems.first?.entry == 7)
    let stray = try PlayedBackup()
    try stray.change("PRAGMA user_version = 1")
    #expect(try stray.check().problems.isEmpty)
  }

  @Test(
    "names each row that fails its checksum",
    arguments: [
      ("UPDATE session SET highest = highest + 1 WHERE name = 'Ana'", "The session "),
      ("UPDATE placing SET score = score + 1 WHERE seat = 1", "The placing "),
      ("UPDATE replay SET base = x'00'", "The replay "),
      ("UPDATE sealed SET seed = randomblob(32)", "or its sealed record"),
      ("UPDATE member SET actor = 7 WHERE actor = 2", "Member 7 has been altered"),
      ("UPDATE room SET code = 'AAAAA'", "The room's code, "),
      ("DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)", "The log ends at entry"),
    ])
  func rows(sql: String, sentence: String) throws {
    let backup = try PlayedBackup()
    try backup.change(sql)
    #expect(try backup.check().problems.contains { $0.says.contains(sentence) })
  }

  @Test("reports a file that is not a journal, newer, older or truncated")
  func others() throws {
    let folder = try TemporaryFolder()
    func problem(_ name: String) -> String? {
      do {
        let store = try JournalStore(reading: folder.path + "/" + name)
        defer { store.close() }
        var first: String?
        _ = JournalCheck(of: store) { first = first ?? $0.line }
        return first
      } catch {
        return error.description
      }
    }
    try folder.write([], to: "empty")
    #expect(problem("empty")?.contains("is empty") == true)
    try folder.write(Array("long enough to be taken for a database, perhaps".utf8), to: "text")
    #expect(problem("text")?.contains("is not a facedown-server journal") == true)
    let other = try DatabaseQueue(path: folder.path + "/other")
    try other.write { try $0.execute(sql: "CREATE TABLE a (b)") }
    try other.close()
    #expect(problem("other")?.contains("is not a facedown-server journal") == true)
    let backup = try PlayedBackup()
    let bytes = try backup.folder.bytes("backup.sqlite")
    for length in [100, 4096, 8192, bytes.count / 2, bytes.count - 4096, bytes.count - 1] {
      try folder.write(Array(bytes.prefix(length)), to: "cut")
      #expect(problem("cut") != nil, "Cut off after \(length) of \(bytes.count) bytes.")
    }
    try folder.write(bytes, to: "newer")
    let newer = try DatabaseQueue(path: folder.path + "/newer")
    try newer.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999: later')")
    }
    try newer.close()
    #expect(problem("newer")?.contains("newer facedown-server") == true)
    try backup.age()
    try folder.write(try backup.folder.bytes("backup.sqlite"), to: "older")
    #expect(problem("older")?.contains("older facedown-server") == true)
  }

  @Test("reports each of SQLite's findings as a sentence")
  func severalLines() throws {
    let backup = try PlayedBackup()
    var bytes = try backup.folder.bytes("backup.sqlite")
    // The offset of each page's cell area, which causes many findings.
    for page in 3..<bytes.count / 4096 { bytes[page * 4096 + 5] ^= 1 }
    try backup.folder.write(bytes, to: "backup.sqlite")
    let found = try backup.check().problems.map(\.line).filter { $0.hasPrefix("SQLite: ") }
    #expect(found.count > 1)
    for line in found {
      #expect(!line.contains("\u{fffd}") && !line.contains("***") && line.hasSuffix("."), "\(line)")
    }
  }

  @Test("never crashes, whatever byte of the file has flipped", arguments: 0..<4)
  func flips(part: Int) async throws {
    let backup = try PlayedBackup()
    let bytes = try backup.folder.bytes("backup.sqlite")
    var found = 0
    for number in 0..<40 {
      var changed = bytes
      // The file's head and each page's are hit more often than by chance.
      let seed = UInt64(part * 40 + number) &* 0x9E37_79B9_7F4A_7C15
      let page = Int(seed >> 33) % (bytes.count / 4096)
      let place = number.isMultiple(of: 2) ? Int(seed >> 11) % 100 : Int(seed >> 11) % 4096
      changed[page * 4096 + place] ^= UInt8(1 << (number % 8))
      try backup.folder.write(changed, to: "backup.sqlite")
      do {
        found += try backup.check().problems.isEmpty ? 0 : 1
      } catch {
        found += 1
        #expect("\(error)".hasSuffix("."), "\(error)")
      }
      await Task.yield()
    }
    #expect(found > 0)
  }
}
