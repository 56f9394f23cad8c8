// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// All durations, distances and curves of the stage.
///
/// Numbers are in seconds, degrees and table units.
enum Motions {
  /// From flat to edge-on, and from edge-on to flat.
  static let halfFlip = 0.18
  /// The flight of a shuffled card.
  static let shuffle = Pace.shuffle.inSeconds
  /// A card's flight back to the deck, and the delay from one card to the next.
  static let undeal = Pace.gatherFlight.inSeconds
  static let undealStagger = Pace.gatherStagger.inSeconds
  /// The duration of a found pair's shrinking.
  static let leaving = 0.35
  /// The duration of the refill of clock and pies after a clock pause.
  static let refill = 0.4
  /// The duration of a player's slide into or out of a seat.
  static let slide = 0.35
  /// The spin of a matched card: one turn a second.
  static let spin = Animation.linear(duration: 1).repeatForever(autoreverses: false)
  /// The duration and distance of a score number's flight.
  static let number = 1.5
  static let numberRise = 4.0
  /// The transition of a found pair: none on insertion, shrinking on removal.
  static let transition = AnyTransition.asymmetric(insertion: .identity, removal: .scale)

  /// The angle to which a chosen card turns before its answer: almost edge-on, back showing.
  static let predictedRotation = 96.0
  /// The minimum and maximum duration of that turn.
  static let leastAwaited = Duration.milliseconds(200)
  static let mostAwaited = Duration.milliseconds(500)
  /// The duration of a refused card's turn back.
  static let refusal = 0.14
  /// The shake of a refused card: durations and offsets, one after the other.
  static let shake = [(0.05, 0.18), (0.09, -0.14), (0.09, 0.08), (0.09, 0.0)]
  /// The duration of the highlight of a card that was turned without motion.
  static let highlight = Duration.milliseconds(400)
  /// The minimum time from an entry's late arrival to edge-on: half the usual time.
  static let lateHalfFlip = 0.09
  /// How long after the later of reveal and arrival all viewers see the same again: slightly less
  /// than 150 ms, to allow for rounding.
  static let retarget = 0.149_99
  /// The maximum rotation speed of a card that catches up, in degrees per second: slightly less
  /// than 12 per frame at 60 frames a second.
  static let fastest = 715.0
  /// The duration of a blink, which shows the other side when it is too late for a turn, and how
  /// much the card shrinks in its middle.
  static let blink = 0.12
  static let blinkDepth = 0.25
}

extension ServerTime {
  /// The instant in seconds, the unit of tracks.
  var seconds: Double { Double(microseconds) / 1e6 }

  /// The instant `seconds` later, rounded up to a microsecond; clamped to some years.
  func later(by seconds: Double) -> ServerTime {
    self + .microseconds(Int64((min(max(seconds, 0), 1e8) * 1e6).rounded(.up)))
  }
}

extension Duration {
  /// The length in seconds, the unit of tracks.
  var inSeconds: Double { Double(wholeMicroseconds) / 1e6 }
}
