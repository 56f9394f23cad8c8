// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// A card over its whole life on the table: a track for each animated property.
///
/// Times within tracks are in seconds.
struct StagedCard {
  /// The card's identity.
  let id: CardID
  /// When it leaves the deck.
  let bornAt: ServerTime
  /// How it leaves the table; nil while unknown.
  private(set) var leaving: Leaving?
  /// Its faces, and the reveal from which each may be seen.
  var faces: [(since: ServerTime, face: Face)] = []
  /// Where it is dealt from and returns to.
  let origin: Point
  /// The card's centre, in table units.
  var centre: Track<Point>
  /// Rotation about the vertical axis, in degrees.
  var rotation = Track(180.0)
  /// Rotation in the plane, in degrees.
  var spin = Track(0.0)
  /// The scale; 1 at rest.
  var scale = Track(1.0)
  /// The opacity with reduced motion; 1 at rest.
  var fade = Track(1.0)
  /// The height above the table, 0...1.
  var lift = Track(0.0)
  /// Its position in the order of the deal, from 0.
  let turn: Int
  /// Its flips, in order of time.
  var flips: [Flip] = []
  /// The times when it turns face down.
  private(set) var backs: [Back] = []
  /// When it was found to be half of a pair, and the entry.
  private(set) var found: (at: ServerTime, seq: UInt64)?
  /// When it changes sides for viewers without travel, in order of time.
  private(set) var cuts: [Cut] = []

  /// A turn face up: start, and the reveal when it is edge-on.
  struct Flip {
    var seq: UInt64
    var start: ServerTime
    var edge: ServerTime
  }

  /// A turn face down.
  struct Back {
    var seq: UInt64
    var at: ServerTime
  }

  /// A change of sides without motion.
  struct Cut {
    var at: ServerTime
    var isFaceUp: Bool
  }

  /// How a card leaves the table.
  struct Leaving {
    /// The sequence number of its entry.
    var seq: UInt64
    /// The card's view before that entry.
    var view: CardView
    /// Whether it returns to its origin, rather than leaving as half of a pair.
    var isUndealt: Bool
    /// When its entry is shown.
    var toldAt: ServerTime
    /// When it starts to move.
    var startsAt: ServerTime
    /// When it is gone.
    var goneAt: ServerTime

    /// When it is gone for a viewer with a motion preference.
    func end(_ motion: MotionPreference) -> ServerTime {
      switch motion {
      case .full: goneAt
      case .reduced: isUndealt ? startsAt : goneAt
      case .none: toldAt
      }
    }
  }

  /// A card that leaves `origin` at `bornAt` and flies to `place` for `flight` seconds.
  init(
    _ id: CardID, turn: Int, from origin: Point, to place: Point, at bornAt: ServerTime,
    flight: Double
  ) {
    self.id = id
    self.turn = turn
    self.bornAt = bornAt
    self.origin = origin
    centre = Track(origin)
    fly(to: place, at: bornAt, during: flight)
  }

  /// Whether it is visible at `time` under a motion preference.
  func isShown(at time: ServerTime, _ motion: MotionPreference) -> Bool {
    guard bornAt <= time, let leaving else { return bornAt <= time }
    return time < leaving.end(motion)
  }

  /// Flies it to a place.
  mutating func fly(to place: Point, at time: ServerTime, during flight: Double) {
    guard centre.model != place else { return }
    centre.change(to: place, at: time.seconds, animation: .easeInOut(duration: flight))
    hop(at: time, during: flight)
  }

  /// Lifts it and puts it down.
  mutating func hop(at time: ServerTime, during length: Double) {
    lift.change(to: 1, at: time.seconds, animation: .easeInOut(duration: length / 2))
    lift.change(
      to: 0, at: time.later(by: length / 2).seconds, animation: .easeInOut(duration: length / 2))
  }

  /// Turns it face up.
  ///
  /// It is edge-on, and its face begins to show, at `edge`.
  mutating func turnUp(_ face: Face, seq: UInt64, from earliest: ServerTime, edge: ServerTime) {
    let start = min(max(earliest, edge - Pace.halfFlip), edge)
    faces.append((edge, face))
    flips.append(Flip(seq: seq, start: start, edge: edge))
    cut(to: true, at: edge)
    Self.turnUp(&rotation, from: start, edge: edge, half: Motions.halfFlip)
    hop(at: start, during: 2 * Motions.halfFlip)
  }

  /// Two quarter turns that meet edge-on with equal speed.
  static func turnUp(
    _ rotation: inout Track<Double>, from start: ServerTime, edge: ServerTime, half: Double
  ) {
    let quarter = edge.seconds - start.seconds
    rotation.change(to: 90, at: start.seconds, animation: .easeIn(duration: quarter))
    rotation.change(to: 0, at: edge.seconds, animation: .easeOut(duration: half))
  }

  /// Turns it face down.
  mutating func turnBack(at time: ServerTime, seq: UInt64) {
    backs.append(Back(seq: seq, at: time))
    // The same moment as with a turn, so that nobody sees the face longer.
    cut(to: false, at: time + Pace.halfFlip)
    Self.turnBack(&rotation, at: time)
  }

  /// A half turn.
  static func turnBack(_ rotation: inout Track<Double>, at time: ServerTime) {
    rotation.change(
      to: 180, at: time.seconds, animation: .easeInOut(duration: 2 * Motions.halfFlip))
  }

  /// Adds a cut, not before the last one.
  private mutating func cut(to isFaceUp: Bool, at time: ServerTime) {
    cuts.append(Cut(at: max(time, cuts.last?.at ?? time), isFaceUp: isFaceUp))
  }

  /// Spins it in the plane until it leaves.
  mutating func beginSpin(at time: ServerTime, seq: UInt64) {
    found = (time, seq)
    spin.change(to: 360, at: time.seconds, animation: Motions.spin)
  }

  /// Removes it as half of a pair.
  mutating func leave(as view: CardView, at time: ServerTime, seq: UInt64) {
    let size = Size(width: Table.cardWidth, height: Table.cardHeight)
    let animation = Animation.easeInOut(duration: Motions.leaving)
    let effect = Motions.transition.effect(in: .didDisappear, size: size)
    scale.change(to: effect.scale, at: time.seconds, animation: animation)
    let still = MotionPreference.reduced.projected(Motions.transition)
    fade.change(
      to: still.effect(in: .didDisappear, size: size).opacity, at: time.seconds,
      animation: animation)
    leaving = Leaving(
      seq: seq, view: view, isUndealt: false, toldAt: time, startsAt: time,
      goneAt: time.later(by: Motions.leaving))
  }

  /// Returns it to its origin, `delay` seconds after `time`.
  mutating func undeal(
    as view: CardView, at time: ServerTime, seq: UInt64, after delay: Double
  ) {
    let start = time.later(by: delay)
    if view.state != .down { turnBack(at: time, seq: seq) }
    fly(to: origin, at: start, during: Motions.undeal)
    leaving = Leaving(
      seq: seq, view: view, isUndealt: true, toldAt: time, startsAt: start,
      goneAt: start.later(by: Motions.undeal))
  }

  /// The time from which it is at rest unless something new happens; infinity while it spins.
  func restTime(after time: Double) -> Double {
    max(
      max(centre.restTime(after: time), rotation.restTime(after: time)),
      max(
        spin.restTime(after: time),
        max(scale.restTime(after: time), lift.restTime(after: time))))
  }

  /// The face that may be visible at `time`; never before its reveal.
  func face(at time: ServerTime) -> Face? { faces.last { $0.since <= time }?.face }
}
