// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// What a card does for this viewer alone: it starts to turn at the key press, lies down again
/// with a shake when that is refused, and hurries when the answer came late.
///
/// Who wants no travel is shown the choice and the refusal as marks alone.
struct LocalMotion {
  /// About the upright axis, in place of the card's own track; nil where that one holds.
  private(set) var rotation: Track<Double>?
  /// To the side, while a refusal is shaken off.
  private(set) var shake: Track<Double>?
  /// When it was refused last.
  let refusedAt: ServerTime?
  /// Whether a choice of it waits for its answer.
  private(set) var isWaiting = false
  /// When its last flip came, if that was after it should have begun.
  private(set) var arrivedAt: ServerTime?

  /// For how long after its end something of one's own is still looked at: nothing moves longer.
  private static let memory = Duration.seconds(2)

  /// The motion of `card`; nil where this viewer has nothing of its own about it.
  init?(_ card: StagedCard, _ notes: CardNotes.Slot?, _ local: Local, at time: ServerTime) {
    guard !local.notes.isEmpty else { return nil }
    let flip = card.flips.last { $0.start <= time }
    // What is older than that has come to rest, and what came a second late is history that came
    // with a join.
    if let flip, time < flip.edge + Self.memory,
      let arrival = local.arrival(of: flip.seq, from: flip.start),
      arrival > flip.start, arrival < flip.edge + .seconds(1)
    {
      arrivedAt = arrival
    }
    let refusedAt = notes?.refusedAt
    self.refusedAt = refusedAt
    let press = notes?.press.flatMap { Self.isOver($0, card, at: time) ? nil : $0 }
    guard press != nil || arrivedAt != nil || refusedAt != nil else { return nil }
    if let flip, let arrivedAt { hurry(card, flip, since: arrivedAt) }
    if let press { predict(card, press, at: time) }
    if let refusedAt, time < refusedAt + Self.memory { shake = Self.shake(since: refusedAt) }
  }

  /// Whether all that follows from a choice has long been shown.
  private static func isOver(
    _ press: CardNotes.Press, _ card: StagedCard, at time: ServerTime
  ) -> Bool {
    if let refusedAt = press.refusedAt { return time >= refusedAt + memory }
    guard let flip = card.flips.last(where: { $0.edge <= time }), flip.edge > press.at else {
      return false
    }
    return time >= max(flip.edge, press.at) + memory
  }

  /// Towards edge-on without a face, until the log says more.
  private mutating func predict(
    _ card: StagedCard, _ press: CardNotes.Press, at time: ServerTime
  ) {
    let start = press.at.seconds
    var rotation = self.rotation ?? card.rotation
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
    self.rotation = rotation
  }

  /// The flip as who hears of it at `arrival` sees it: from then on, and edge-on soon after.
  private mutating func hurry(
    _ card: StagedCard, _ flip: StagedCard.Flip, since arrival: ServerTime
  ) {
    let edge = max(flip.edge, arrival.later(by: Motions.lateHalfFlip))
    var rotation = card.rotation
    rotation.removeChanges(after: (flip.start - .microseconds(1)).seconds)
    let half = edge > flip.edge ? Motions.lateHalfFlip : Motions.halfFlip
    StagedCard.turnUp(&rotation, from: arrival, edge: edge, half: half)
    for back in card.backs where back > flip.start {
      StagedCard.turnBack(&rotation, at: back)
    }
    self.rotation = rotation
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
