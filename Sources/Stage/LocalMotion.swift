// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// A card's motion as only this viewer sees it.
///
/// It starts to turn at the key press, turns back with a shake if the choice is refused, hurries if
/// the answer is late, and then shows its face as long as everyone else has seen it.
///
/// Without travel, choice and refusal are only marks, and a late face appears by a late cut.
struct LocalMotion {
  /// Rotation in place of the card's own track; nil if that applies.
  private(set) var rotation: AngleTimeline?
  /// Horizontal offset in table units, after a refusal.
  private(set) var shake: Track<Double>?
  /// When a choice of the card was last refused.
  let refusedAt: ServerTime?
  /// Whether a choice of the card waits for its answer.
  private(set) var isWaiting = false
  /// When it changes sides by a blink, because it is too late for a turn, in seconds.
  private(set) var blink: Double?
  /// A late flip's catch-up: since when the others see it, and the interval in which this viewer
  /// catches up, in seconds.
  private(set) var catchesUp: (since: Double, from: Double, to: Double)?
  /// The card's last flips as this viewer saw them, in order of time.
  private(set) var flips: [ViewedFlip] = []

  /// Below this angle, in degrees, a chosen card is almost edge-on.
  private static let nearlyEdgeOn = 120.0
  /// The time for which local motion is kept after its end: nothing moves longer.
  private static let memory = Duration.seconds(2)
  /// The number of a card's last flips that may still be visible.
  private static let flipsAlive = 3
  /// The look-ahead for flips: no return to the common track takes longer.
  private static let ahead = Duration.milliseconds(500)

  /// The local motion of `card` at `time`, or nil.
  init?(
    _ card: StagedCard, _ notes: ViewerCardState.Slot?, _ local: ViewerState, at time: ServerTime
  ) {
    guard !local.notes.isEmpty else { return nil }
    // A flip that was turned back long ago is over, and so is each choice before it.
    var over = ServerTime(microseconds: .min)
    for (index, flip) in card.flips.enumerated() where flip.start <= time + Self.ahead {
      let back = card.backs.first { $0.at > flip.start }
      if let back, index < card.flips.count - Self.flipsAlive || back.at + Self.memory < time {
        over = back.at
      } else {
        flips.append(ViewedFlip(flip, back: back, local))
      }
    }
    refusedAt = notes?.refusedAt
    let presses = (notes?.presses ?? []).filter { $0.at >= over }
    guard notes != nil || flips.contains(where: { $0.isOwn }) else { return nil }
    var timeline = AngleTimeline(card.rotation)
    // A flip that has not begun does not move the card yet.
    for viewed in flips {
      timeline.learnt(of: viewed.flip.start.seconds, at: viewed.arrivedAt.seconds)
    }
    for step in steps(card, presses, by: time) { take(step, &timeline) }
    if timeline.isOwn || flips.contains(where: { $0.isOwn }) { rotation = timeline }
    if let press = presses.last {
      isWaiting =
        press.refusedAt == nil && card.leaving == nil && isDown(at: press.at)
        && !flips.contains { $0.cutAt > press.at && $0.cutAt <= time }
    }
    if let refusedAt, time < refusedAt + Self.memory { shake = Self.shake(since: refusedAt) }
  }

  /// How visible a refusal is at a time in seconds, from 1 to 0: it fades when another flip turns
  /// the card up.
  func refusalShows(at time: Double) -> Double {
    guard let refusedAt, let last = flips.last else { return 1 }
    if let back = last.backAt, back <= refusedAt { return 1 }
    let start = last.arrivedAt.seconds
    guard time >= start else { return 1 }
    guard refusedAt.seconds < start else { return 0 }
    let part = min((time - start) / (last.cutAt.seconds + Motions.retarget - start), 1)
    return 1 - part * part * (3 - 2 * part)
  }

  // MARK: Steps, in order of time

  private enum Step {
    case pressed(awaits: Double)
    case refused
    case flipped(Int)
    case turnedBack(Int)
  }

  private func steps(
    _ card: StagedCard, _ presses: [ViewerCardState.Press], by time: ServerTime
  ) -> [(at: Double, what: Step)] {
    var steps: [(at: Double, what: Step)] = []
    for press in presses where isDown(at: press.at) {
      steps.append((press.at.seconds, .pressed(awaits: press.awaits.inSeconds)))
      // Gathering the cards ends every choice.
      let end = [press.refusedAt, card.leaving?.toldAt].compactMap { $0 }.min()
      if let end { steps.append((max(end, press.at).seconds, .refused)) }
    }
    for (index, viewed) in flips.enumerated() {
      steps.append((viewed.arrivedAt.seconds, .flipped(index)))
      if let back = viewed.backAt, back <= time, back != card.leaving?.toldAt {
        steps.append((back.seconds, .turnedBack(index)))
      }
    }
    // Stable: simultaneous steps keep the order above.
    for index in steps.indices {
      var place = index
      while place > 0, steps[place - 1].at > steps[place].at {
        steps.swapAt(place - 1, place)
        place -= 1
      }
    }
    return steps
  }

  /// Whether the card was face down as far as this viewer knew.
  private func isDown(at time: ServerTime) -> Bool {
    guard let last = flips.last(where: { $0.arrivedAt <= time }) else { return true }
    return last.backAt.map { $0 <= time } ?? false
  }

  private mutating func take(_ step: (at: Double, what: Step), _ timeline: inout AngleTimeline) {
    switch step.what {
    case .pressed(let awaits):
      let end = step.at + awaits
      timeline.glide(
        from: step.at, to: (Motions.predictedRotation, 0), by: end, limit: Motions.fastest)
      timeline.stay(at: Motions.predictedRotation, from: end)
    case .refused:
      // If another flip of the card came first, that one wins.
      guard timeline.isUnanswered else { return }
      timeline.rejoin(from: step.at, by: step.at + Motions.refusal, limit: Motions.fastest)
    case .flipped(let index):
      let viewed = flips[index]
      guard viewed.isLate || !timeline.isCommon(at: step.at) else { return }
      // A card that has turned back meanwhile is not turned up.
      if let back = viewed.backAt, back.seconds <= step.at { return timeline.rejoin(at: step.at) }
      turnUp(index, at: step.at, &timeline)
    case .turnedBack(let index):
      let later = flips[index].prolonged(at: step.at)
      guard later > 0, timeline.isCommon(at: step.at) else { return }
      timeline.follow(
        later: later, from: step.at, to: step.at + later + 2 * Motions.halfFlip)
    }
  }

  /// Leads the card from any angle back to the common track: edge-on at the reveal at the earliest,
  /// and in at least half the usual time.
  private mutating func turnUp(_ index: Int, at time: Double, _ timeline: inout AngleTimeline) {
    let edge = flips[index].flip.edge.seconds
    let end = max(edge, time) + Motions.retarget
    let now = timeline.joint(at: time)
    let isOwn = timeline.isUnanswered && now.value < Self.nearlyEdgeOn
    let goal = timeline.common(at: time).sample(at: end)
    let start = flips[index].flip.start.seconds
    catchesUp = (start, time, end)
    if time < edge, now.value > 90 {
      // The viewer's own card is almost edge-on and keeps its pace.
      let pace = isOwn ? Motions.fastest / 2 : 90 / Motions.lateHalfFlip
      let shown = max(edge, time + (now.value - 90) / pace)
      // As fast as it continues afterwards, but without turning back first.
      let speed = min(
        1.1 * (90 - goal.value) / (end - shown), 3 * (now.value - 90) / (shown - time))
      timeline.glide(from: time, to: (90, -speed), by: shown, limit: Motions.fastest)
      timeline.glide(from: shown, to: goal, by: end, limit: Motions.fastest)
      flips[index].shownAt = shown
    } else if now.value <= 90
      || TrapezoidalProfile.isPossible(
        now.value - goal.value, in: Motions.retarget, limit: Motions.fastest)
    {
      timeline.rejoin(from: time, by: end, limit: Motions.fastest)
      flips[index].shownAt = max(edge, time) + max(now.value - 90, 0) / Motions.fastest
    } else {
      let middle = time + Motions.blink / 2
      timeline.stay(at: now.value, from: time)
      timeline.rejoin(at: middle)
      blink = time
      catchesUp = (start, middle, end)
      flips[index].shownAt = middle
    }
  }

  // MARK: Without travel

  /// When a cut of the card shows to a viewer without travel.
  func time(of cut: StagedCard.Cut) -> ServerTime {
    for viewed in flips.reversed() {
      if cut.isFaceUp, cut.at == viewed.flip.edge {
        let end = viewed.backAt.map { $0 + Pace.halfFlip } ?? .init(microseconds: .max)
        return min(viewed.cutAt, end)
      }
      if !cut.isFaceUp, let back = viewed.backAt, cut.at == back + Pace.halfFlip {
        return cut.at.put(off: viewed.prolongedCut(at: back.seconds))
      }
    }
    return cut.at
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
