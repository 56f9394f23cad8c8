// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol
import Testing

@Suite("The lag that a press reports", .timeLimit(.minutes(1)))
struct IntentRequestLagTests {
  private static let start = ServerTime(microseconds: 10_000_000)

  private static func press(shownAt: ServerTime?, pressedAt: ServerTime?) -> IntentRequest {
    IntentRequest(seenSeq: 0, shownAt: shownAt, pressedAt: pressedAt, intent: .shuffle)
  }

  /// The lag of a press, with its times in milliseconds from the start: when the prompt was shown,
  /// when it was pressed, and when the press was received.
  private func lag(shown: Int?, pressed: Int?, received: Int) -> Duration {
    func time(_ milliseconds: Int) -> ServerTime { Self.start + .milliseconds(milliseconds) }
    return Self.press(shownAt: shown.map(time), pressedAt: pressed.map(time))
      .lag(received: time(received), since: Self.start)
  }

  @Test("is the delay of a press beyond the thinking time")
  func late() {
    #expect(lag(shown: 0, pressed: 900, received: 1000) == .milliseconds(100))
    #expect(lag(shown: 50, pressed: 950, received: 1000) == .milliseconds(100))
    #expect(lag(shown: 0, pressed: 1000, received: 1000) == .zero)
  }

  @Test("is the same whatever the client's clock is off by", arguments: [0, 1, 40, 200, 499])
  func clockCancels(off: Int) {
    #expect(lag(shown: off, pressed: 900 + off, received: 1000) == .milliseconds(100))
  }

  @Test(
    "that cannot be counts for nothing",
    arguments: [
      (nil, nil, 1000), (0, nil, 1000), (nil, 900, 1000),
      // Pressed before it was shown, shown before there was anything, pressed in the future.
      (500, 400, 1000), (-1, 900, 1000), (0, -5, 1000), (600, 1501, 1000), (1400, 1501, 1000),
      // The thinking time exceeds the time until the press arrived: no lag at all.
      (0, 1400, 1000),
    ] as [(Int?, Int?, Int)])
  func impossible(shown: Int?, pressed: Int?, received: Int) {
    #expect(lag(shown: shown, pressed: pressed, received: received) == .zero)
  }

  @Test("at the ends of the scale is no lag and no trap")
  func absurd() {
    let ends = [ServerTime(microseconds: .min), .zero, ServerTime(microseconds: .max)]
    for shown in ends {
      for pressed in ends {
        let press = Self.press(shownAt: shown, pressedAt: pressed)
        for start in ends {
          let lag = press.lag(received: Self.start, since: start)
          #expect(lag >= .zero)
        }
        #expect(press.lag(received: Self.start, since: Self.start) == .zero)
      }
    }
  }
}
