// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import MatchFixtures
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Files of recordings", .timeLimit(.minutes(1)))
struct RecordingFileTests {
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try body(folder.write(bytes, to: "recording.jsonl"))
  }

  @Test("A file is read")
  func good() throws {
    let bytes = RecordedLines.bytes(RecordedLines.match)
    try withFile(bytes) { path in
      let (file, memory) = (try RecordingFile(path).recording(), try RecordingReader.read(bytes))
      #expect(file == memory)
    }
  }

  @Test("The example recording is a whole match, and small")
  func example() throws {
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = checkout.appending(path: "examples/recordings/two-bots.jsonl").path
    let recording = try RecordingFile(path).recording()
    #expect(recording.notice == nil && !recording.roomCode.isEmpty)
    #expect(recording.log.latest.endReason == .finished)
    #expect(try Data(contentsOf: URL(filePath: path)).count < 60_000)
    let told = RecordingSentences.lines(of: Timeline(recording))
    #expect(told.count > 20 && told.last?.contains("The match is over.") == true)
  }

  @Test("Empty and special files are refused without blocking")
  func bad() throws {
    #expect(throws: RecordingError.unreadable(errno: ENOENT)) {
      try RecordingFile("no-such-file.jsonl").recording()
    }
    for path in ["/", "/dev/null", "/dev/zero"] {
      #expect(throws: RecordingError.notAFile) { try RecordingFile(path).recording() }
    }
    try withFile([]) { path in
      #expect(throws: RecordingError.empty) { try RecordingFile(path).recording() }
    }
  }
}
