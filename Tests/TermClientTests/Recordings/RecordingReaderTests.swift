// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing
import Wire

@testable import TermClient

@Suite("Reading recordings", .timeLimit(.minutes(1)))
struct RecordingReaderTests {
  private let lines = RecordedLines.match

  private func read(_ lines: [String]) throws(RecordingError) -> Recording {
    try RecordingReader.read(RecordedLines.bytes(lines))
  }

  @Test("A saved match is read back unchanged")
  func whole() throws {
    let recording = try read(lines)
    #expect(recording.roomCode == "K7QF2" && recording.notice == nil)
    #expect(recording.log.latest.endReason == .finished)
    #expect(recording.log.entries.count == lines.count - 2)
    #expect(RecordedLines.lines(of: recording.log) == lines)
  }

  @Test("Foreign line ends, blank lines and client lines are ignored")
  func leniency() throws {
    let text = lines.joined(separator: "\r\n\n") + "\r\n \t\n{\"event\":\"later\",\"code\":\"X\"}\n"
    let recording = try RecordingReader.read(Array(text.utf8))
    let plain = try read(lines)
    #expect(recording == plain)
  }

  @Test("A recording from the room's first entry needs no base view")
  func withoutBase() throws {
    let recording = try read(Array(lines.dropFirst(2)))
    let whole = try read(lines)
    #expect(recording.log == whole.log && recording.roomCode.isEmpty)
  }

  @Test("Several matches of a room form one recording")
  func rematch() throws {
    var script = ScriptedMatch(faces: [0, 0, 1, 1])
    script.begin()
    script.deal()
    script.resign(0)
    script.emit(
      .opened(Event.Opened(matchID: "two", settings: MatchSettings(), theme: "animals")))
    let recording = try read(RecordedLines.lines(of: script.log))
    #expect(recording.log == script.log)
  }

  @Test("Unknown fields are ignored, and unknown events change nothing")
  func future() throws {
    let count = lines.count - 2
    let time = try #require(try read(lines).log.entries.last).at.microseconds
    let entry = #"{"entry":{"seq":"\#(count + 1)","at":"\#(time)","fireworks":{"colour":"red"}}}"#
    let recording = try read(lines + [entry])
    #expect(recording.log.entries.count == count + 1)
    #expect(recording.log.entries.last?.event == .unrecognized)
  }

  @Test("A truncated last line gives a notice, and the rest is played", arguments: 1...60)
  func cut(_ lost: Int) throws {
    let bytes = Array(RecordedLines.bytes(lines).dropLast(1 + lost))
    let recording = try RecordingReader.read(bytes)
    #expect(recording.notice == .lastLineCut(line: lines.count))
    #expect(recording.log.entries.count == lines.count - 3)
  }

  @Test("A file without a match is refused", arguments: ["", "\n\n", "{\"event\":\"room\"}\n"])
  func empty(_ text: String) {
    #expect(throws: RecordingError.empty) { try RecordingReader.read(Array(text.utf8)) }
  }

  @Test("Other kinds of files are not recordings", arguments: ["root:x:0:0", "<html>\n{}", "[1]"])
  func foreign(_ text: String) {
    #expect(throws: RecordingError.notARecording) { try RecordingReader.read(Array(text.utf8)) }
  }

  @Test("Errors name the line")
  func errors() throws {
    func error(_ change: (inout [String]) -> Void) -> RecordingError? {
      var lines = lines
      change(&lines)
      do throws(RecordingError) { _ = try read(lines) } catch { return error }
      return nil
    }
    #expect(error { $0.insert($0[1], at: 5) } == .secondBase(line: 6))
    #expect(error { $0.remove(at: 5) } == .gap(line: 6, after: 3, next: 5))
    #expect(error { $0.swapAt(5, 6) } == .gap(line: 6, after: 3, next: 5))
    #expect(error { $0.removeSubrange(0..<4) } == .noBase(line: 1, seq: 3))
    for (text, field) in [("not JSON", nil), ("{}", "log_line.base or log_line.entry")] {
      guard case .malformed(6, let problem)? = error({ $0[5] = text }) else {
        Issue.record("\(text) was not refused as a line")
        continue
      }
      if let field { #expect(problem == .missing(field: field)) }
    }
    #expect(error { $0[2] = "\u{0}" } == .notText(line: 3))
    let long = String(repeating: " ", count: Recording.longestLine + 1)
    #expect(error { $0[2] = long } == .lineTooLong(line: 3, limit: Recording.longestLine))
  }

  @Test("Invalid text of any length is refused")
  func binary() {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    #expect(throws: RecordingError.self) { try RecordingReader.read(bytes) }
    #expect(throws: RecordingError.notText(line: 1)) { try RecordingReader.read([0xff, 0xfe]) }
    let huge = [UInt8](repeating: 0x20, count: Recording.mostBytes + 1)
    #expect(throws: RecordingError.tooLarge(limit: Recording.mostBytes)) {
      try RecordingReader.read(huge)
    }
  }

  @Test("Every reason is a sentence")
  func sentences() {
    let errors: [RecordingError] = [
      .unreadable(errno: 2), .notAFile, .tooLarge(limit: 32 << 20), .empty, .notText(line: 1),
      .lineTooLong(line: 2, limit: 1 << 18), .malformed(line: 3, .missing(field: "x")),
      .secondBase(line: 4), .noBase(line: 1, seq: 9), .gap(line: 5, after: 1, next: 3),
      .tooManyEntries(line: 6, limit: 100_000), .notARecording,
      .malformed(line: 3, .undecodable(.json, bytes: 3, problem: "failure")),
    ]
    for error in errors {
      #expect(error.description.hasSuffix(".") && !error.description.contains("failure"))
    }
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
