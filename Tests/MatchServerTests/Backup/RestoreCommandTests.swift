// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Foundation
import GRDB
import Game
import Glibc
import Journal
import JournalFixtures
import JournalSQLite
import Lobby
import MatchFixtures
import Testing

@testable import MatchServer

@Suite("facedown-server backup, check and restore", .timeLimit(.minutes(1)))
struct RestoreCommandTests {
  private func restore(
    _ file: String, into folder: TemporaryFolder, replace: Bool = false
  ) throws -> [String] {
    let words = ["restore", file] + (replace ? ["--replace"] : [])
    let command = try #require(try FacedownServerCommand.parseAsRoot(words) as? RestoreCommand)
    var lines: [String] = []
    try command.restore(into: folder.path) { lines.append($0) }
    return lines
  }

  private func backUp(_ words: String...) throws -> [String] {
    let command = try #require(
      try FacedownServerCommand.parseAsRoot(["backup"] + words) as? BackupCommand)
    var lines: [String] = []
    try command.backUp { lines.append($0) }
    return lines
  }

  private func check(_ words: String...) throws -> (isWell: Bool, lines: [String]) {
    let command = try #require(
      try FacedownServerCommand.parseAsRoot(["check"] + words) as? CheckCommand)
    var lines: [String] = []
    return (try command.check { lines.append($0) }, lines)
  }

  private func problem(_ body: () throws -> Void) -> String {
    do {
      try body()
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("restore exactly what was backed up, and can back it up again")
  func around() throws {
    let backup = try PlayedBackup()
    let folder = try TemporaryFolder()
    try folder.write(Array("1900000000000000\n".utf8), to: "heartbeat")
    let lines = try restore(backup.path, into: folder)
    #expect(lines.count == 2 && lines[0].hasSuffix("all is well."))
    #expect(try folder.bytes("heartbeat").isEmpty, "What was there before has no heartbeat.")
    let again = try backUp(folder.path + "/second.sqlite", "--data", folder.path)
    #expect(again.last == "The journal is backed up to \(folder.path)/second.sqlite.")
    let rooms = try JournalStore(reading: backup.path).everyRoom()
    #expect(try JournalStore(reading: folder.path + "/second.sqlite").everyRoom() == rooms)
    #expect(rooms.first?.entries == backup.log)
    #expect(try check("--data", folder.path).isWell)
    #expect(
      try check(folder.path + "/second.sqlite", "--json").lines == [
        "{\"checked\":{\"entries\":\(backup.log.count),\"flips\":"
          + "\(try backup.check().counts.flips),\"matches\":1,\"problems\":0,\"results\":1,"
          + "\"rooms\":1,\"verified\":1}}"
      ])
    #expect(folder.unfinished == [])
    #expect(try folder.rights("journal.sqlite") == 0o600)
  }

  @Test("keep an existing journal, or rename it if it is to be replaced")
  func replaces() throws {
    let backup = try PlayedBackup()
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    store.close()
    let before = try folder.bytes("journal.sqlite")
    #expect(problem { _ = try restore(backup.path, into: folder) }.contains("--replace"))
    #expect(try folder.bytes("journal.sqlite") == before)
    let lines = try restore(backup.path, into: folder, replace: true)
    let kept = try #require(lines.first { $0.contains(".before-restore-") })
    let name = try #require(kept.split(separator: " ").first { $0.contains("before-restore") })
    #expect(try JournalStore(path: String(name)).everyRoom().isEmpty)
    let restored = try JournalStore(path: folder.path + "/journal.sqlite")
    #expect(try restored.everyRoom().count == 1)
    restored.close()
  }

  @Test("refuse a backup that was cut off in the middle of a page, and change nothing")
  func cutOff() throws {
    let backup = try PlayedBackup()
    let (cut, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let bytes = try Array(Data(contentsOf: URL(filePath: backup.path)))
    try Data(bytes.dropLast()).write(to: URL(filePath: cut.path + "/cut"))
    let sentence = problem { _ = try restore(cut.path + "/cut", into: folder) }
    #expect(sentence.contains("truncated"))
    #expect(access(folder.path + "/journal.sqlite", F_OK) != 0)
  }

  @Test(
    "never overwrite the server's own files, however they are named",
    arguments: ["journal.sqlite", "journal.sqlite-wal", "lock", "heartbeat", "audit.log"])
  func ownFiles(name: String) throws {
    let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
    let link = elsewhere.path + "/link"
    #expect(symlink(folder.path, link) == 0)
    let journal = folder.path + "/journal.sqlite"
    for path in [folder.path + "/" + name, link + "/" + name, folder.path + "/../" + name] {
      let isOwn = !path.contains("/../")
      #expect(
        problem { try BackupFile.check(path, apartFrom: journal) }.contains("own file") == isOwn)
    }
    #expect(problem { try BackupFile.check(folder.path + "/club", apartFrom: journal) }.isEmpty)
  }

  @Test("keep the whole journal of a killed server, including its write-ahead log, in one file")
  func replacesUnsettled() throws {
    let backup = try PlayedBackup()
    let (living, killed) = (try TemporaryFolder(), try TemporaryFolder())
    let store = try JournalStore(path: living.path + "/journal.sqlite")
    _ = store.write([.forgotten(SessionID("nobody"))])
    try killed.copyJournal(from: living.path)
    #expect(try !killed.bytes("journal.sqlite-wal").isEmpty)
    store.close()
    let lines = try restore(backup.path, into: killed, replace: true)
    let kept = try #require(lines.first { $0.contains(".before-restore-") })
    let name = String(
      try #require(kept.split(separator: " ").first { $0.contains("before-restore") }))
    #expect(access(name + "-wal", F_OK) != 0)
    let reading = try JournalStore(reading: name)
    #expect(try reading.everyRoom().isEmpty)
    reading.close()
  }

  @Test("reject a damaged backup, a folder in use and a file that is not a backup")
  func refuses() throws {
    let backup = try PlayedBackup()
    let folder = try TemporaryFolder()
    let holder = try DataDirectory(path: folder.path)
    #expect(problem { _ = try restore(backup.path, into: folder) }.contains("is in use by"))
    #expect(problem { _ = try check("--data", folder.path) }.contains("There are no matches"))
    withExtendedLifetime(holder) {}
    let free = try TemporaryFolder()
    #expect(problem { _ = try restore(free.path + "/none", into: free) }.contains("no file"))
    try free.write([1, 2, 3], to: "text")
    #expect(
      problem { _ = try restore(free.path + "/text", into: free) }.contains("is not a backup"))
    try backup.change("DELETE FROM entry WHERE seq = 5")
    #expect(problem { _ = try restore(backup.path, into: free) }.contains("is not restored"))
    #expect(access(free.path + "/journal.sqlite", F_OK) != 0)
    #expect(free.unfinished == [])
    let found = try check(backup.path)
    #expect(!found.isWell && found.lines.dropLast().last?.hasSuffix(": 1 problem.") == true)
    #expect(found.lines.last?.hasPrefix("This backup would not be restored: ") == true)
    #expect(try check(backup.path, "--json").lines.last?.hasPrefix("{\"checked\":") == true)
  }

  @Test("migrate a backup of an older version")
  func older() throws {
    let backup = try PlayedBackup()
    try backup.age()
    #expect(problem { _ = try check(backup.path) }.contains("older facedown-server"))
    let folder = try TemporaryFolder()
    #expect(try restore(backup.path, into: folder).last?.contains("start the server") == true)
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    #expect(try store.load(now: .zero).bans.isEmpty)
    store.close()
  }

  @Test(
    "a running server makes the backup for the command, as its own user")
  func running() async throws {
    let asked = try await AskedServer()
    let path = asked.folder.path + "/copy.sqlite"
    let lines = try backUp(path, "--data", asked.folder.path + "/data")
    #expect(lines.last == "The journal is backed up to \(path).")
    #expect(try check(path).isWell)
    #expect(
      problem { _ = try backUp(path, "--data", asked.folder.path + "/data") }
        .contains("exists: choose another name"))
    #expect(try backUp(path, "--force", "--socket", asked.path).count == lines.count)
    #expect(try asked.audit().map { $0["action"] as? String } == ["backup", "backup", "backup"])
    await asked.stop()
    #expect(
      problem { _ = try backUp(path, "--force", "--socket", asked.path) }
        .contains("No server answers"))
  }
}
