// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchServer

@Suite("The recent maximum", .timeLimit(.minutes(1)))
struct RecentMaximumTests {
  private func minute(_ minutes: Double) -> ServerTime {
    ServerTime(microseconds: Int64(minutes * Double(RecentMaximum.span)))
  }

  @Test("covers this minute and the one before")
  func window() {
    var most = RecentMaximum()
    #expect(most.value(at: minute(3)) == 0)
    most.add(7, at: minute(3.1))
    most.add(4, at: minute(3.9))
    #expect(most.value(at: minute(3.95)) == 7)
    #expect(most.value(at: minute(4.95)) == 7, "Who asks each minute must not miss it.")
    #expect(most.value(at: minute(5.05)) == 0)
    most.add(2, at: minute(4.2))
    #expect(most.value(at: minute(4.3)) == 7)
    most.add(1, at: minute(5.2))
    #expect(most.value(at: minute(5.3)) == 2)
    most.add(3, at: minute(9))
    #expect(most.value(at: minute(9)) == 3, "What was long ago is forgotten.")
  }
}
