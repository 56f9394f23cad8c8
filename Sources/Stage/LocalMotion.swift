// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// What a card does for this viewer alone: it starts to turn at the key press, lies down again
/// with a shake when that is refused, and hurries when the answer came late.
struct LocalMotion {
  /// About the upright axis, in place of the card's own track.
  private(set) var rotation: Track<Double>
  /// To the side, while a refusal is shaken off.
  private(set) var shake: Track<Double>?
  /// When it was refused last.
  let refusedAt: ServerTime?
  /// Whether a choice of it waits for its answer.
  private(set) var isWaiting = false

  /// The motion of `card`; nil where this viewer has nothing of its own about it.
  init?(_ card: StagedCard, _ local: Local, at time: ServerTime) {
    guard !local.notes.isEmpty else { return nil }
    let press = local.lastPress(of: card.id, at: time)
    let flip = card.flips.last { $0.start <= time }
    let arrival = flip.flatMap { local.arrival(of: $0.seq) }
    refusedAt = local.refused(card.id, at: time)
    guard press != nil || arrival != nil || refusedAt != nil else { return nil }
    rotation = card.rotation
    // What is older than that is history that came with a join.
    if let flip, let arrival, arrival > flip.start, arrival < flip.edge + .seconds(1) {
      hurry(card, flip, since: arrival)
    }
    if let press { predict(card, press, at: time) }
    if let refusedAt { shake = Self.shake(since: refusedAt) }
  }

  /// Towards edge-on without a face, until the log says more.
  private mutating func predict(_ card: StagedCard, _ press: Local.Press, at time: ServerTime) {
    let start = press.at.seconds
    // Pressed too late: it has been turned already, or was on its way.
    guard rotation.model(at: start) == 180 else { return }
    rotation.change(
      to: Motions.predictedRotation, at: start,
      animation: .easeOut(duration: Motions.prediction))
    if let refusedAt = press.refusedAt {
      rotation.change(
        to: 180, at: refusedAt.seconds, animation: .easeOut(duration: Motions.refusal))
    } else {
      isWaiting = !card.flips.contains { $0.edge > press.at && $0.edge <= time }
    }
  }

  /// The flip as who hears of it at `arrival` sees it: from then on, and edge-on soon after.
  private mutating func hurry(
    _ card: StagedCard, _ flip: StagedCard.Flip, since arrival: ServerTime
  ) {
    let edge = max(flip.edge, arrival.later(by: Motions.lateHalfFlip))
    rotation.removeChanges(after: (flip.start - .microseconds(1)).seconds)
    let half = edge > flip.edge ? Motions.lateHalfFlip : Motions.halfFlip
    StagedCard.turnUp(&rotation, from: arrival, edge: edge, half: half)
    for back in card.backs where back > flip.start {
      StagedCard.turnBack(&rotation, at: back)
    }
  }

  private static func shake(since start: ServerTime) -> Track<Double> {
    var shake = Track(0.0)
    var time = start.seconds
    for (length, side) in Motions.shake {
      shake.change(to: side, at: time, animation: .easeInOut(duration: length))
      time += length
    }
    return shake
  }
}
