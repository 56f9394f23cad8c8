// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Logging
import Testing

@testable import MatchServer

@Suite("A line of the log", .timeLimit(.minutes(1)))
struct LogLineTests {
  /// Text that could make one entry look like two, or control a terminal.
  static let hostile = [
    "a\nb", "\r\n2026-01-01T00:00:00.000Z critical", "\u{1b}[31mred\u{1b}[0m", "\u{0}", "\u{7f}",
    "\u{9b}31m", "\u{202e}olleh", "\u{2028}", "\u{200b}", "\"}\n{\"level\":\"critical\"", "\\n",
    "\u{e000}",
    "é漢🂡", "\u{feff}", "\u{1d173}",
  ]

  private func line(_ message: String, _ facts: [(String, String)] = []) -> LogLine {
    LogLine(
      time: "2026-11-22T10:00:00.000Z", level: .notice, message: message,
      facts: facts.map { (key: $0.0, value: .text($0.1)) })
  }

  @Test("is the time, the level, a sentence and the metadata")
  func human() {
    let line = line(
      "The server is listening.", [("port", "7777"), ("reason", "no room"), ("empty", "")])
    #expect(
      line.text(.human, for: .anyone)
        == "2026-11-22T10:00:00.000Z notice   The server is listening. port=7777 reason=\"no room\" empty=\"\""
    )
    #expect(
      line.text(.human, for: .journal)
        == "<5>The server is listening. port=7777 reason=\"no room\" empty=\"\"")
  }

  @Test("is a JSON object for programs")
  func json() throws {
    let text = line("It \"listens\".", [("url", "ws://[::1]:1")]).text(.json, for: .anyone)
    #expect(
      text
        == #"{"time":"2026-11-22T10:00:00.000Z","level":"notice","message":"It \"listens\".","metadata":{"url":"ws://[::1]:1"}}"#
    )
    #expect(line("x").text(.json, for: .journal).hasPrefix("<5>{\"time\":"))
  }

  @Test("keeps numbers as numbers in JSON")
  func numbers() throws {
    let lines = LineCollector()
    lines.logger(.json).info(
      "x",
      metadata: [
        "bytes": .stringConvertible(UInt64.max), "less": .stringConvertible(-5), "text": "5",
        "room": .stringConvertible(RoomNumber()),
      ])
    #expect(
      lines.all.first?.hasSuffix(
        #""metadata":{"bytes":18446744073709551615,"less":-5,"room":"7\"","text":"5"}}"# + "\n")
        == true, "\(lines.all)")
  }

  /// Something that describes itself and is no number.
  private struct RoomNumber: CustomStringConvertible {
    var description: String { "7\"" }
  }

  @Test(
    "stays one line without control characters, whatever it contains", arguments: hostile)
  func escaped(text: String) throws {
    let line = line(text, [(text, text)])
    for form in LogForm.allCases {
      for reader in [LogReader.anyone, .journal] {
        let shown = line.text(form, for: reader)
        for scalar in shown.unicodeScalars {
          #expect(
            scalar.value >= 0x20 && !(0x7f...0x9f).contains(scalar.value)
              && !["\u{202e}", "\u{2028}", "\u{200b}", "\u{feff}"].contains(scalar))
        }
      }
    }
    let object = try JSONSerialization.jsonObject(with: Data(line.text(.json, for: .anyone).utf8))
    let fields = try #require(object as? [String: Any])
    #expect(fields["message"] as? String == text, "What is spelt out is read back as it was.")
    #expect(fields["metadata"] as? [String: String] == [text: text])
  }

  @Test("tells systemd's journal its level", arguments: Logger.Level.allCases)
  func priorities(level: Logger.Level) throws {
    let line = LogLine(time: "", level: level, message: "x", facts: [])
    let priority = try #require(
      line.text(.human, for: .journal).dropFirst().first?.wholeNumberValue)
    let expected: [Logger.Level: Int] = [
      .trace: 7, .debug: 7, .info: 6, .notice: 5, .warning: 4, .error: 3, .critical: 2,
    ]
    #expect(priority == expected[level])
  }
}
