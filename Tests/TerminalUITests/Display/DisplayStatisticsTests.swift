// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TerminalUI

@Suite("Display statistics", .timeLimit(.minutes(1)))
struct DisplayStatisticsTests {
  @Test("Frames, bytes and times add up, as a table and as JSON")
  func report() {
    var statistics = DisplayStatistics()
    statistics.painted(0, in: .microseconds(4))
    statistics.painted(1000, in: .microseconds(100))
    statistics.painted(2001, in: .microseconds(300))
    statistics.answered(after: .milliseconds(2))
    statistics.late(by: .milliseconds(50))
    statistics.late(by: .milliseconds(-5))
    #expect(
      statistics.json
        == "{\"frames\":2,\"skipped\":2,\"bytes\":{\"min\":1000,\"avg\":1501,\"max\":2001},"
        + "\"painting_us\":{\"min\":4,\"avg\":135,\"max\":300},"
        + "\"round_trip_us\":{\"min\":2000,\"avg\":2000,\"max\":2000}}")
    let lines = statistics.report.split(separator: "\n")
    #expect(lines.first == "2 frames, 3001 bytes, 2 frames skipped")
    #expect(lines.last.map(String.init) == statistics.json && lines.count == 6)
  }

  @Test("A display without frames has a report too")
  func nothing() {
    let statistics = DisplayStatistics()
    #expect(statistics.report.hasPrefix("0 frames, 0 bytes, 0 frames skipped\n"))
    #expect(statistics.json.contains("\"bytes\":{\"min\":0,\"avg\":0,\"max\":0}"))
  }
}
