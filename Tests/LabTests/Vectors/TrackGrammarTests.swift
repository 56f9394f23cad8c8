// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import Testing

@testable import Lab

@Suite("Track grammar", .timeLimit(.minutes(1)))
struct TrackGrammarTests {
  static let animations: [(String, Animation)] = [
    ("linear(0.5)", .linear(duration: 0.5)),
    ("easeIn(0.5)", .easeIn(duration: 0.5)),
    ("easeOut(0.5)", .easeOut(duration: 0.5)),
    ("easeInOut(0.5)", .easeInOut(duration: 0.5)),
    ("timingCurve(0.1,-0.2,0.3,1.4,2)", .timingCurve(0.1, -0.2, 0.3, 1.4, duration: 2)),
    ("spring(0.4,0.2)", .spring(duration: 0.4, bounce: 0.2)),
    ("springResponse(0.4,1.2)", .spring(response: 0.4, dampingFraction: 1.2)),
    (
      "interpolatingSpring(2,100,5,-1)",
      .interpolatingSpring(mass: 2, stiffness: 100, damping: 5, initialVelocity: -1)
    ),
    (
      "linear(1).delay(0.1).speed(2).repeatCount(3,false).repeatForever(true)",
      .linear(duration: 1).delay(0.1).speed(2).repeatCount(3, autoreverses: false).repeatForever()
    ),
  ]

  @Test("every name gives its animation", arguments: animations)
  func animation(text: String, animation: Animation) throws {
    #expect(try TrackGrammar.animation(text) == animation)
  }

  @Test("segments are changes in the order written")
  func segments() throws {
    let track = try TrackGrammar.track("0>1:linear(1);0.5>-2.5:spring(0.5,0.15)")
    var expected = Track(0.0)
    expected.change(to: 1, at: 0, animation: .linear(duration: 1))
    expected.change(to: -2.5, at: 0.5, animation: .snappy)
    #expect(track.count == 2)
    #expect(track.value(at: 0.75) == expected.value(at: 0.75))
  }
}
