// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures
import Testing

@testable import Files

@Suite("A bounded file", .timeLimit(.minutes(1)))
struct BoundedFileTests {
  @Test("is read whole up to its limit")
  func whole() throws {
    let folder = try TemporaryFolder()
    try folder.write([0x61, 0xff, 0x62], to: "file")
    #expect(try BoundedFile.bytes(at: folder.path + "/file", limit: 3) == [0x61, 0xff, 0x62])
    #expect(try BoundedFile.text(at: folder.path + "/file", limit: 3) == "a\u{fffd}b")
    #expect(throws: FileFailure.tooLong(limit: 2)) {
      try BoundedFile.bytes(at: folder.path + "/file", limit: 2)
    }
  }

  @Test(
    "is refused at once if it is not a regular file",
    arguments: [
      ("/", "it is not a regular file"), ("/dev/zero", "it is not a regular file"),
      ("", "the path names no file"), ("a\0b", "the path names no file"),
      ("/nonexistent/file", "No such file or directory"),
    ])
  func others(path: String, reason: String) {
    let failure = #expect(throws: FileFailure.self) {
      try BoundedFile.bytes(at: path, limit: 10)
    }
    #expect(failure?.reason == reason)
  }
}
