// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A flip as one viewer saw it: when its entry arrived, and when its face showed.
struct ViewedFlip {
  /// The flip on the common track.
  let flip: StagedCard.Flip
  /// When the card turns back; nil while unknown.
  let backAt: ServerTime?
  /// When the entry that turns it back arrived, if late.
  let backCameAt: ServerTime?
  /// When the flip's entry arrived, but not before the flip begins.
  let arrivedAt: ServerTime
  /// When the face begins to show here, in seconds.
  var shownAt: Double

  /// Combines a flip and its end with the viewer's notes.
  init(_ flip: StagedCard.Flip, back: StagedCard.Back?, _ local: ViewerState) {
    assert(flip.start <= flip.edge, "A flip begins before it is edge-on.")
    self.flip = flip
    backAt = back?.at
    backCameAt = back.flatMap { local.arrival(of: $0.seq, from: $0.at) }
    arrivedAt = max(local.arrival(of: flip.seq, from: flip.start) ?? flip.start, flip.start)
    shownAt = flip.edge.seconds
  }

  /// Whether its entry arrived after the flip should have begun.
  var isLate: Bool { arrivedAt > flip.start }

  /// Whether this viewer saw it differently from the common track.
  var isOwn: Bool { isLate || backCameAt != nil }

  /// When its face shows without travel.
  var cutAt: ServerTime { max(flip.edge, arrivedAt) }

  /// By how many seconds its conceal, due at `time`, is delayed: because the face showed late, or
  /// because the conceal arrived late and must be shown from its beginning.
  ///
  /// Not delayed if it turns back before it has come to rest.
  func prolonged(at time: Double) -> Double { prolonged(shownAt, time) }

  /// The same without travel.
  func prolongedCut(at time: Double) -> Double { prolonged(cutAt.seconds, time) }

  private func prolonged(_ shownAt: Double, _ time: Double) -> Double {
    let rest = max(flip.edge.seconds + Motions.halfFlip, shownAt)
    let late = max((backCameAt?.seconds ?? time) - time, 0)
    let later = max(LateReveal.prolonged(by: shownAt - flip.edge.seconds), late)
    return min(later, max(time - rest, 0))
  }
}
