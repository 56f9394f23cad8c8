// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// One flip as one viewer saw it: when it became known here, and when its face showed.
struct ViewedFlip {
  /// The flip as everyone sees it.
  let flip: StagedCard.Flip
  /// When the card turns down again; nil while that is not known.
  let backAt: ServerTime?
  /// When that came, if it was late.
  let backCameAt: ServerTime?
  /// When it came, or begins if it came before that.
  let arrivedAt: ServerTime
  /// When the face began to show here, in seconds.
  var shownAt: Double

  /// A flip and what ends it, with what this viewer noted of them.
  init(_ flip: StagedCard.Flip, back: StagedCard.Back?, _ local: ViewerState) {
    self.flip = flip
    backAt = back?.at
    backCameAt = back.flatMap { local.arrival(of: $0.seq, from: $0.at) }
    arrivedAt = max(local.arrival(of: flip.seq, from: flip.start) ?? flip.start, flip.start)
    shownAt = flip.edge.seconds
  }

  /// Whether it came when it should have begun already.
  var isLate: Bool { arrivedAt > flip.start }

  /// Whether anything of it was seen otherwise than by all.
  var isOwn: Bool { isLate || backCameAt != nil }

  /// When its face shows to who wants no travel.
  var cutAt: ServerTime { max(flip.edge, arrivedAt) }

  /// By how many seconds its conceal is put off, which is due at `time`: because the face showed
  /// late, or because the conceal itself was heard of late, and must not be dropped into.
  ///
  /// Who turns it back before it has come to rest has seen enough of it.
  func prolonged(at time: Double) -> Double { prolonged(shownAt, time) }

  /// The same for who wants no travel.
  func prolongedCut(at time: Double) -> Double { prolonged(cutAt.seconds, time) }

  private func prolonged(_ shownAt: Double, _ time: Double) -> Double {
    let rest = max(flip.edge.seconds + Motions.halfFlip, shownAt)
    let late = max((backCameAt?.seconds ?? time) - time, 0)
    let later = max(LateReveal.prolonged(by: shownAt - flip.edge.seconds), late)
    return min(later, max(time - rest, 0))
  }
}
