// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging
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
}
