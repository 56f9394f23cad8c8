// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchUI

@Suite("Playhead", .timeLimit(.minutes(1)))
struct PlayheadTests {
  private let span = ServerTime(microseconds: 1_000_000)...ServerTime(microseconds: 11_000_000)

  private func head(loops: Bool = false, speed: Double = 1) -> Playhead {
    Playhead(span, loops: loops, speed: speed, at: local(0))
  }

  private func local(_ seconds: Double) -> Duration {
    .microseconds(Int64(seconds * 1e6))
  }

  /// Seconds since the beginning.
  private func place(_ head: Playhead, _ now: Double) -> Double {
    Double((head.position(at: local(now)) - span.lowerBound).wholeMicroseconds) / 1e6
  }

  @Test("Time passes at the playback speed and stops at the end", arguments: Playhead.speeds)
  func speeds(_ speed: Double) {
    let head = head(speed: speed)
    #expect(abs(place(head, 0.5) - 0.5 * speed) < 1e-5)
    #expect(place(head, 1000) == 10)
    #expect(head.isRunning(at: local(0.5)) && !head.isRunning(at: local(1000)))
  }

  @Test("A loop starts again, both ways")
  func loops() {
    var head = head(loops: true)
    #expect(place(head, 12) == 2 && head.isRunning(at: local(12)))
    head.reverse(at: local(12))
    #expect(place(head, 13) == 1 && place(head, 15) == 9)
  }

  @Test("It resumes where it was paused; at the end it starts again")
  func pause() {
    var head = head()
    head.togglePause(at: local(3))
    #expect(place(head, 100) == 3 && !head.isRunning(at: local(100)))
    head.togglePause(at: local(100))
    #expect(place(head, 102) == 5)
    #expect(place(head, 200) == 10)
    head.togglePause(at: local(200))
    #expect(place(head, 201) == 1)
  }

  @Test("Reversing and changing the speed never jump")
  func noJumps() {
    var head = head()
    head.reverse(at: local(4))
    #expect(place(head, 4) == 4 && place(head, 5) == 3 && place(head, 50) == 0)
    head.play(at: 10, from: local(5))
    #expect(place(head, 5) == 3 && abs(place(head, 5.2) - 1) < 1e-6)
    head.reverse(at: local(5.2))
    #expect(abs(place(head, 5.2) - 1) < 1e-6 && abs(place(head, 5.5) - 4) < 1e-6)
  }

  @Test("Speeds step through the list and stop at its ends")
  func ladder() {
    var head = head()
    for _ in 0..<9 { head.faster(at: local(0)) }
    #expect(head.speed == 10)
    for _ in 0..<20 { head.slower(at: local(0)) }
    #expect(head.speed == 0.1)
    for wrong in [Double.nan, .infinity, -1, 0, 1e300] {
      head.play(at: wrong, from: local(0))
      #expect(Playhead.speedRange.contains(head.speed))
    }
  }

  @Test("Seeking is clamped to the span")
  func seek() {
    var head = head()
    head.pause(at: local(0))
    head.skip(by: .seconds(4), at: local(0))
    #expect(place(head, 0) == 4)
    head.skip(by: .seconds(-40), at: local(0))
    #expect(place(head, 0) == 0)
    head.skip(by: .seconds(Int64.max), at: local(0))
    #expect(place(head, 0) == 10)
    head.seek(toPart: 0.3, at: local(0))
    #expect(place(head, 0) == 3)
    for part in [Double.nan, -.infinity, .infinity, 1e300] {
      head.seek(toPart: part, at: local(0))
      #expect(span.contains(head.position(at: local(0))))
    }
  }

  @Test("It predicts when it reaches a time")
  func arrival() {
    var head = head(speed: 0.5)
    let time = span.lowerBound + .seconds(4)
    #expect(head.arrival(at: time, after: local(2)) == local(8))
    #expect(head.arrival(at: time, after: local(9)) == nil)
    #expect(head.arrival(at: span.upperBound + .seconds(1), after: local(2)) == nil)
    head.pause(at: local(2))
    #expect(head.arrival(at: time, after: local(2)) == nil)
  }

  @Test("The longest and an empty span are valid")
  func extremes() {
    let all = ServerTime(microseconds: .min)...ServerTime(microseconds: .max)
    let none = ServerTime(microseconds: 5)...ServerTime(microseconds: 5)
    for span in [all, none] {
      for loops in [false, true] {
        var head = Playhead(span, loops: loops, speed: 10, at: local(0))
        head.skip(by: .seconds(Int64.max), at: local(1))
        head.reverse(at: local(2))
        head.seek(toPart: 0.5, at: local(3))
        head.togglePause(at: local(4))
        #expect(span.contains(head.position(at: .microseconds(Int64.max))))
      }
    }
  }
}
