// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// One card over its life on the table: every property that moves as a track.
struct StagedCard {
  /// Which card.
  let id: CardID
  /// When it leaves the deck; the deck holds it until then.
  let bornAt: ServerTime
  /// How it leaves; nil while that is open.
  private(set) var leaving: Leaving?
  /// The faces it was turned up with, from when on each may be seen.
  var faces: [(since: ServerTime, face: Face)] = []
  /// Where it waits to be dealt, and goes back to.
  let origin: Point
  /// The middle of the card.
  var centre: Track<Point>
  /// About its upright axis, in degrees.
  var rotation = Track(180.0)
  /// About its middle, in degrees.
  var spin = Track(0.0)
  /// Its size, 1 as it lies.
  var scale = Track(1.0)
  /// How much of it is seen by who wants less motion, 1 as it lies.
  var fade = Track(1.0)
  /// How far it is above the table, 0 to 1.
  var lift = Track(0.0)
  /// Its turn at the deal, from 0.
  let turn: Int
  /// When each flip of it begins, and when it is edge-on.
  var flips: [Flip] = []
  /// When it turns down.
  private(set) var backs: [Back] = []
  /// When it was found to be half of a pair, and by which entry.
  private(set) var found: (at: ServerTime, seq: UInt64)?
  /// When it shows its other side to who wants no travel, by time.
  private(set) var cuts: [Cut] = []

  /// One turning up.
  struct Flip {
    var seq: UInt64
    var start: ServerTime
    var edge: ServerTime
  }

  /// One turning down.
  struct Back {
    var seq: UInt64
    var at: ServerTime
  }

  /// A change of sides in no time.
  struct Cut {
    var at: ServerTime
    var isFaceUp: Bool
  }

  /// The way out.
  struct Leaving {
    /// The entry that told it.
    var seq: UInt64
    /// What the card was before it.
    var view: CardView
    /// Whether it goes back to where it was dealt from, rather than away as half of a pair.
    var isUndealt: Bool
    /// When it was told to go.
    var toldAt: ServerTime
    /// When it sets out.
    var startsAt: ServerTime
    /// When nothing is left of it.
    var goneAt: ServerTime

    /// When nothing is left of it for a viewer who wants to see `motion`.
    func end(_ motion: MotionPreference) -> ServerTime {
      switch motion {
      case .full: goneAt
      case .reduced: isUndealt ? startsAt : goneAt
      case .none: toldAt
      }
    }
  }

  /// A card that starts from `origin` at `bornAt` to `place`, and flies for `flight` seconds.
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

  /// Whether it is to be seen at `time` by who wants to see `motion`.
  func isShown(at time: ServerTime, _ motion: MotionPreference) -> Bool {
    guard bornAt <= time, let leaving else { return bornAt <= time }
    return time < leaving.end(motion)
  }

  /// Moves it through the air.
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

  /// Turns it up so that it is edge-on, and its face begins to show, at `edge`.
  mutating func turnUp(_ face: Face, seq: UInt64, from earliest: ServerTime, edge: ServerTime) {
    let start = min(max(earliest, edge - Pace.halfFlip), edge)
    faces.append((edge, face))
    flips.append(Flip(seq: seq, start: start, edge: edge))
    cut(to: true, at: edge)
    Self.turnUp(&rotation, from: start, edge: edge, half: Motions.halfFlip)
    hop(at: start, during: 2 * Motions.halfFlip)
  }

  /// Two quarter turns that meet edge-on, where the one is as fast as the other.
  static func turnUp(
    _ rotation: inout Track<Double>, from start: ServerTime, edge: ServerTime, half: Double
  ) {
    let quarter = edge.seconds - start.seconds
    rotation.change(to: 90, at: start.seconds, animation: .easeIn(duration: quarter))
    rotation.change(to: 0, at: edge.seconds, animation: .easeOut(duration: half))
  }

  /// Turns it down.
  mutating func turnBack(at time: ServerTime, seq: UInt64) {
    backs.append(Back(seq: seq, at: time))
    // As long as a card that turns shows its face, so that nobody has a longer look at it.
    cut(to: false, at: time + Pace.halfFlip)
    Self.turnBack(&rotation, at: time)
  }

  /// One half turn.
  static func turnBack(_ rotation: inout Track<Double>, at time: ServerTime) {
    rotation.change(
      to: 180, at: time.seconds, animation: .easeInOut(duration: 2 * Motions.halfFlip))
  }

  /// Shows its other side in no time; never before what came earlier.
  private mutating func cut(to isFaceUp: Bool, at time: ServerTime) {
    cuts.append(Cut(at: max(time, cuts.last?.at ?? time), isFaceUp: isFaceUp))
  }

  /// Turns it in its plane for as long as it lies there.
  mutating func beginSpin(at time: ServerTime, seq: UInt64) {
    found = (time, seq)
    spin.change(to: 360, at: time.seconds, animation: Motions.spin)
  }

  /// Lets it leave as half of a pair.
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

  /// Sends it back to where it was dealt from.
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

  /// From when on it stands still unless something new happens; infinity while it spins.
  func restTime(after time: Double) -> Double {
    max(
      max(centre.restTime(after: time), rotation.restTime(after: time)),
      max(
        spin.restTime(after: time),
        max(scale.restTime(after: time), lift.restTime(after: time))))
  }

  /// The face it may show at `time`.
  func face(at time: ServerTime) -> Face? { faces.last { $0.since <= time }?.face }
}
