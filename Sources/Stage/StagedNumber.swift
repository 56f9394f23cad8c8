// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// A score change that flies off the card that caused it and fades; gains rise, losses sink.
struct StagedNumber {
  let seq: UInt64
  let change: ScoreChange
  let card: CardID
  let startAt: ServerTime
  let goneAt: ServerTime
  /// The card's centre.
  let start: Point
  /// The number's centre over time.
  let centre: Track<Point>
  let opacity: Track<Double>

  init(seq: UInt64, change: ScoreChange, card: CardID, from start: Point, at time: ServerTime) {
    assert(change.delta != 0, "Only a score that changes has a flying number.")
    self.seq = seq
    self.change = change
    self.card = card
    self.start = start
    startAt = time
    goneAt = time.later(by: Motions.number)
    let way = change.delta < 0 ? Motions.numberRise : -Motions.numberRise
    let animation = Animation.easeIn(duration: Motions.number)
    var centre = Track(start)
    centre.change(to: Point(x: start.x, y: start.y + way), at: time.seconds, animation: animation)
    var opacity = Track(1.0)
    opacity.change(to: 0, at: time.seconds, animation: animation)
    (self.centre, self.opacity) = (centre, opacity)
  }
}
