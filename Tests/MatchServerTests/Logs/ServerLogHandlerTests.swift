// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging
import Protocol
import Testing

@testable import MatchServer

@Suite("A server's log", .timeLimit(.minutes(1)))
struct ServerLogHandlerTests {
  @Test("writes an entry at once with all its metadata, of which the latest wins")
  func entries() {
    let lines = LineCollector()
    var logger = Logger(label: "test") { _ in
      ServerLogHandler(form: .human, write: { lines.add($0) })
    }
    logger[metadataKey: "link"] = "1"
    logger[metadataKey: "room"] = "old"
    logger.warning("Odd.", metadata: ["room": "new"])
    #expect(lines.all.count == 1)
    #expect(lines.all.first?.hasSuffix(" warning  Odd. link=1 room=new\n") == true)
    #expect(logger[metadataKey: "link"] == "1")
  }

  @Test("logs from a level on that can change while loggers are in use")
  func threshold() {
    let lines = LineCollector()
    let threshold = LogThreshold(.warning)
    let logger = Logger(label: "test") { _ in
      ServerLogHandler(form: .human, threshold: threshold, write: { lines.add($0) })
    }
    for level in Logger.Level.allCases {
      threshold.level = level
      #expect(threshold.level == level && logger.logLevel == level)
      for other in Logger.Level.allCases { logger.log(level: other, "\(other)") }
      let told = Logger.Level.allCases.filter { $0 >= level }
      #expect(lines.take().count == told.count)
    }
  }

  @Test(
    "has times in UTC to the millisecond",
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000Z"), (951_827_696, 7, "2000-02-29T12:34:56.007Z"),
      (253_402_300_799, 999, "9999-12-31T23:59:59.999Z"), (-1, 5, "1969-12-31T23:59:59.005Z"),
    ])
  func times(seconds: Int, milliseconds: Int, text: String) {
    #expect(UTCText.text(seconds: seconds, milliseconds: milliseconds) == text)
    #expect(UTCText.text(seconds: seconds) == text.dropLast(5) + "Z")
  }
}
