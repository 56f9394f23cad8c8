// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// How the stage moves things: the lectures' own lengths and curves, in one place.
enum Motions {
  /// From lying to edge-on, and from edge-on to lying.
  static let halfFlip = 0.18
  /// How long a shuffled card is on its way.
  static let shuffle = 0.5
  /// How long a card flies back to the deck, and how much later each next one leaves.
  static let undeal = 0.4
  static let undealStagger = 0.02
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
  static let predictedRotation = 100.0
  /// How long it takes for that.
  static let prediction = 0.3
  /// How long a refused card takes to lie down again.
  static let refusal = 0.14
  /// The shake of a refused card: for how long it moves to which side, one after the other.
  static let shake = [(0.05, 0.18), (0.09, -0.14), (0.09, 0.08), (0.09, 0.0)]
  /// For how long a card that was turned without motion stands out.
  static let highlight = Duration.milliseconds(400)
  /// The least time from an entry's late arrival to edge-on, and half of all that is left then.
  static let lateHalfFlip = 0.075
}

extension ServerTime {
  /// The instant in seconds, as tracks count.
  var seconds: Double { Double(microseconds) / 1e6 }

  /// The instant `seconds` later, to the microsecond above; within some years.
  func later(by seconds: Double) -> ServerTime {
    self + .microseconds(Int64((min(max(seconds, 0), 1e8) * 1e6).rounded(.up)))
  }
}
