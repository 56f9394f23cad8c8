// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import MatchFixtures
import Testing

@testable import Files

@Suite("A file is written whole or not at all", .timeLimit(.minutes(1)))
struct AtomicFileTests {
  private func permissions(_ path: String) -> mode_t? {
    var state = stat()
    return stat(path, &state) == 0 ? state.st_mode & 0o777 : nil
  }

  @Test("once, by the first who creates it")
  func creation() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/key"
    #expect(try AtomicFile.create([1, 2], at: path, permissions: 0o600))
    #expect(try !AtomicFile.create([3], at: path, permissions: 0o600))
    #expect(try BoundedFile.bytes(at: path, limit: 9, privately: true) == [1, 2])
    #expect(try names(in: folder.path) == ["key"], "No draft is left.")
  }

  @Test("in place of another, with its permissions, through a symbolic link")
  func replacement() throws {
    let folder = try TemporaryFolder()
    let (target, linked) = (folder.path + "/target", folder.path + "/link")
    try AtomicFile.replace([1], at: target)
    #expect(permissions(target) == 0o644)
    #expect(chmod(target, 0o640) == 0 && symlink("target", linked) == 0)
    try AtomicFile.replace([2, 3], at: linked)
    #expect(try BoundedFile.bytes(at: target, limit: 9) == [2, 3])
    #expect(permissions(target) == 0o640)
    #expect(try names(in: folder.path) == ["link", "target"])
  }

  @Test("or says why not, and leaves nothing")
  func failure() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileFailure.refused(errno: ENOENT)) {
      try AtomicFile.replace([1], at: folder.path + "/missing/file")
    }
    #expect(mkdir(folder.path + "/taken", 0o700) == 0)
    #expect(throws: FileFailure.refused(errno: EISDIR)) {
      try AtomicFile.replace([1], at: folder.path + "/taken")
    }
    #expect(try names(in: folder.path) == ["taken"])
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    #expect(throws: FileFailure.refused(errno: ENOSPC)) {
      try AtomicFile.write([1], to: full)
    }
  }

  @Test("in the folder of its path")
  func folders() {
    let expected = ["/a/b": "/a", "/a": "/", "a": ".", "a/b/c": "a/b", "./a": "."]
    for (path, parent) in expected { #expect(folder(of: path) == parent) }
  }

  private func names(in folder: String) throws -> [String] {
    let stream = try #require(opendir(folder))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
