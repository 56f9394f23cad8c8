// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// How the stage moves things: the lectures' own lengths and curves, in one place.
enum Motions {
  /// From lying to edge-on, and from edge-on to lying.
  static let halfFlip = 0.18
  /// How long a shuffled card is on its way.
  static let shuffle = Pace.shuffle.inSeconds
  /// How long a card flies back to the deck, and how much later each next one leaves.
  static let undeal = Pace.gatherFlight.inSeconds
  static let undealStagger = Pace.gatherStagger.inSeconds
  /// How long a found pair shrinks.
  static let leaving = 0.35
  /// How long clock and pies take to fill up with time given back.
  static let refill = 0.4
  /// How long a seat slides.
  static let slide = 0.35
  /// One turn of a matched card.
  static let spin = Animation.linear(duration: 1).repeatForever(autoreverses: false)
  /// How long a number flies, and how far, in table units: two cards' widths are 200 points.
  static let number = 1.5
  static let numberRise = 4.0
  /// How a found pair leaves: nothing when it appears, shrinking when it goes.
  static let transition = AnyTransition.asymmetric(insertion: .identity, removal: .scale)

  /// How far a chosen card turns before the answer is here: almost edge-on.
  static let predictedRotation = 96.0
  /// How long it takes for that, at the least and at the most.
  static let leastAwaited = Duration.milliseconds(200)
  static let mostAwaited = Duration.milliseconds(500)
  /// How long a refused card takes to lie down again.
  static let refusal = 0.14
  /// The shake of a refused card: for how long it moves to which side, one after the other.
  static let shake = [(0.05, 0.18), (0.09, -0.14), (0.09, 0.08), (0.09, 0.0)]
  /// For how long a card that was turned without motion stands out.
  static let highlight = Duration.milliseconds(400)
  /// The least time from an entry's late arrival to edge-on: twice as fast as otherwise.
  static let lateHalfFlip = 0.09
  /// So long after the reveal, or the entry's arrival if that was later, all see the same again: a
  /// little less than 150 ms, whatever numbers round to.
  static let retarget = 0.149_99
  /// How fast a card turns that is led to where all see it, in degrees a second: a little less than
  /// 12 in a sixtieth of a second.
  static let fastest = 715.0
  /// How long a card takes to show its other side where it is too late for a turn, and how much
  /// smaller it is in the middle of that.
  static let blink = 0.12
  static let blinkDepth = 0.25
}

extension ServerTime {
  /// The instant in seconds, as tracks count.
  var seconds: Double { Double(microseconds) / 1e6 }

  /// The instant `seconds` later, to the microsecond above; within some years.
  func later(by seconds: Double) -> ServerTime {
    self + .microseconds(Int64((min(max(seconds, 0), 1e8) * 1e6).rounded(.up)))
  }
}

extension Duration {
  /// The length in seconds, as tracks count.
  var inSeconds: Double { Double(wholeMicroseconds) / 1e6 }
}
