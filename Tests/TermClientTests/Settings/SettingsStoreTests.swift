// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import MatchFixtures
import Settings
import Testing

@testable import TermClient

@Suite("The file of settings", .timeLimit(.minutes(1)))
struct SettingsStoreTests {
  /// A store in a new temporary folder.
  private let home: TemporaryFolder
  private var folder: String { home.path }
  private let store: SettingsStore

  init() throws {
    home = try TemporaryFolder()
    let folder = home.path
    store = SettingsStore(environment: { $0 == "HOME" ? folder : nil })
  }

  private func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  @Test("It is located by XDG_CONFIG_HOME or HOME")
  func path() {
    let variables = ["HOME": "/h", "XDG_CONFIG_HOME": "/x"]
    #expect(SettingsStore(environment: { variables[$0] }).path == "/x/facedown/config")
    #expect(
      SettingsStore(environment: { $0 == "HOME" ? "/h" : "relative" }).path
        == "/h/.config/facedown/config")
    #expect(SettingsStore(environment: { _ in nil }).path == nil)
    #expect(throws: SettingsStoreError.nowhere) {
      try SettingsStore(environment: { _ in nil }).save(SettingsFile())
    }
  }

  @Test("Saved settings are read back, folders are created, and no other file remains")
  func roundTrip() throws {
    #expect(try store.load() == SettingsFile())
    var file = SettingsFile(text: "# Mine.\nfuture = 1\n")
    file.set(Preference(\.rate), to: "low")
    try store.save(file)
    #expect(try store.load() == file)
    file.set(Preference(\.rate), to: "full")
    try store.save(file)
    #expect(try store.load() == file)
    #expect(names(in: "\(folder)/.config/facedown") == ["config"])
  }

  @Test("A symbolic link stays one, and the file keeps its mode")
  func link() throws {
    try store.save(SettingsFile(text: "rate = low\n"))
    let path = try #require(store.path)
    #expect(rename(path, "\(folder)/elsewhere") == 0)
    #expect(chmod("\(folder)/elsewhere", 0o600) == 0)
    #expect(symlink("\(folder)/elsewhere", path) == 0)
    try store.save(SettingsFile(text: "rate = full\n"))
    var state = stat()
    #expect(lstat(path, &state) == 0 && state.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(path, &state) == 0 && state.st_mode & 0o777 == 0o600)
    #expect(try store.load().text == "rate = full\n")
  }

  @Test("Special and long files are refused without blocking")
  func refusals() throws {
    let path = try #require(store.path)
    try store.save(SettingsFile())
    unlink(path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: SettingsStoreError.failed(path, reason: "it is not a regular file")) {
      try store.load()
    }
    unlink(path)
    try store.save(SettingsFile(text: String(repeating: "# long\n", count: 10_000)))
    #expect(throws: SettingsStoreError.failed(path, reason: "it is longer than 65536 bytes")) {
      try store.load()
    }
  }
}
