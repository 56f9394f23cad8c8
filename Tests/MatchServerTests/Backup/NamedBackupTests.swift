// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Foundation
import GRDB
import Glibc
import JournalFixtures
import JournalSQLite
import MatchFixtures
import Testing

@testable import MatchServer

/// Wrong files that an operator may name instead of a backup.
@Suite("A backup given by its path", .timeLimit(.minutes(1)))
struct NamedBackupTests {
  /// A command's error message about a file; empty if it accepts the file.
  private func problem(_ words: [String]) throws -> String {
    let command = try FacedownServerCommand.parseAsRoot(words)
    do {
      if let check = command as? CheckCommand { _ = try check.check { _ in } }
      if let restore = command as? RestoreCommand {
        try restore.restore(into: try #require(restore.data)) { _ in }
      }
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// Expects `check` and `restore` to reject a file with `sentence`, and to leave it unchanged.
  private func expect(
    _ file: String, says sentence: String, only command: String? = nil,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/a/b"
    for words in [["check", file], ["restore", file, "--data", data]]
    where command == nil || command == words[0] {
      let said = try problem(words)
      #expect(said.contains(sentence), "\(words[0]): \(said)", sourceLocation: place)
      #expect(said.hasPrefix(file) || said.contains(" " + file), "\(said)", sourceLocation: place)
      #expect(said.hasSuffix("."), sourceLocation: place)
      #expect(
        !said.contains("choose another --data"), "It is no matter of the folder.",
        sourceLocation: place)
    }
    #expect(access(folder.path + "/a", F_OK) != 0, "Nothing is left.", sourceLocation: place)
  }

  @Test("is rejected if it is missing, a folder, a device, empty or unreadable")
  func files() throws {
    let folder = try TemporaryFolder()
    try expect(
      folder.path + "/none", says: "name a file written by facedown-server backup.")
    try expect(folder.path, says: "is a folder: name the backup in it")
    try expect("/dev/null", says: "is not a file: name a file")
    try folder.write([], to: "empty")
    try expect(folder.path + "/empty", says: "is empty: make another backup.")
    try expect(folder.path + "/empty/x", says: "cannot be read (Not a directory)")
  }

  @Test("is rejected if it is a text, another program's database, too new or damaged")
  func others() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    try folder.write(Array("long enough to be taken for a database, perhaps".utf8), to: "file")
    try expect(path, says: "is not a backup: name a file")
    let other = try DatabaseQueue(path: folder.path + "/other")
    try other.write { try $0.execute(sql: "CREATE TABLE a (b)") }
    try other.close()
    try expect(folder.path + "/other", says: "is not a backup: name a file")
    let newer = try PlayedBackup()
    try newer.change("INSERT INTO grdb_migrations (identifier) VALUES ('999: later')")
    try expect(newer.path, says: "by a newer facedown-server: use that version")
    let older = try PlayedBackup()
    try older.change("DROP TABLE ban")
    try older.change("DELETE FROM grdb_migrations WHERE identifier LIKE '5:%'")
    try expect(older.path, says: "restore \(older.path) --data FOLDER", only: "check")
    let bytes = try newer.folder.bytes("backup.sqlite")
    try folder.write(Array(bytes.prefix(4096)), to: "file")
    try expect(path, says: "make another backup.")
  }

  @Test("is rejected if it is the journal of a running server")
  func living() throws {
    let folder = try TemporaryFolder()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    try expect(store.path, says: "is in use by a server: copy it with facedown-server backup")
    store.close()
  }

  @Test("leaves the data folder unchanged if it is rejected")
  func leaves() throws {
    let backup = try PlayedBackup()
    try backup.change("DELETE FROM entry WHERE seq = 5")
    try expect(backup.path, says: "is not restored, because it has ", only: "restore")
    let folder = try TemporaryFolder()
    try folder.write(Array("1900000000000000\n".utf8), to: "heartbeat")
    try folder.write([1], to: "note")
    let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    let before = try names()
    #expect(try !problem(["restore", backup.path, "--data", folder.path]).isEmpty)
    #expect(try names() == before)
    #expect(try folder.bytes("heartbeat") == Array("1900000000000000\n".utf8))
    try folder.write([1], to: "journal.sqlite")
    let good = try PlayedBackup()
    #expect(try problem(["restore", good.path, "--data", folder.path]).contains("--replace"))
    #expect(try names() == ["heartbeat", "journal.sqlite", "note"])
    #expect(try problem(["restore", backup.path, "--data", folder.path, "--replace"]) != "")
    #expect(try names() == ["heartbeat", "journal.sqlite", "note"])
    #expect(try folder.bytes("journal.sqlite") == [1])
  }

  @Test("is rejected with the number of its problems and the command for details")
  func sentences() throws {
    let backup = try PlayedBackup()
    try backup.change("DELETE FROM entry WHERE seq IN (5, 9)")
    try backup.change("DELETE FROM placing")
    let said = try problem(["restore", backup.path, "--data", backup.folder.path + "/data"])
    #expect(said.contains(". Run facedown-server check \(backup.path) for the details, and"))
    #expect(said.contains("is not restored, because it has "))
  }

  @Test(
    "belongs to the folder's owner after any user restores it",
    .enabled(if: geteuid() == 0, "Only the superuser can give files away."))
  func owner() throws {
    let (backup, folder) = (try PlayedBackup(), try TemporaryFolder())
    #expect(chown(folder.path, 4_711, 4_712) == 0)
    #expect(try problem(["restore", backup.path, "--data", folder.path]) == "")
    for name in ["journal.sqlite", "lock", "heartbeat"] {
      var state = stat()
      #expect(stat(folder.path + "/" + name, &state) == 0)
      #expect(state.st_uid == 4_711 && state.st_gid == 4_712, "\(name)")
    }
  }
}
