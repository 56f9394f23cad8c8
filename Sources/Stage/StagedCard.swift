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
  /// When nothing is left of it; nil while that is open.
  var goneAt: ServerTime?
  /// What it was when it began to leave; nil before.
  var left: CardView?
  /// What it does on the way out.
  var isUndealt = false
  /// The faces it was turned up with, from when on each may be seen.
  var faces: [(since: ServerTime, face: Face)] = []
  /// The middle of the card.
  var centre: Track<Point>
  /// About its upright axis, in degrees.
  var rotation = Track(180.0)
  /// About its middle, in degrees.
  var spin = Track(0.0)
  /// Its size, 1 as it lies.
  var scale = Track(1.0)
  /// How far it is above the table, 0 to 1.
  var lift = Track(0.0)
  /// Its turn at the deal, from 0.
  let turn: Int
  /// When each flip of it begins, and when it is edge-on.
  var flips: [Flip] = []
  /// When it turns down.
  private(set) var backs: [ServerTime] = []

  /// One turning up.
  struct Flip {
    var seq: UInt64
    var start: ServerTime
    var edge: ServerTime
  }

  /// A card that starts from `deck` at `bornAt` to `place`, and flies for `flight` seconds.
  init(
    _ id: CardID, turn: Int, from deck: Point, to place: Point, at bornAt: ServerTime,
    flight: Double
  ) {
    self.id = id
    self.turn = turn
    self.bornAt = bornAt
    centre = Track(deck)
    fly(to: place, at: bornAt, during: flight)
  }

  /// Whether it is to be seen at `time`.
  func isShown(at time: ServerTime) -> Bool {
    bornAt <= time && (goneAt.map { time < $0 } ?? true)
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
  mutating func turnBack(at time: ServerTime) {
    backs.append(time)
    Self.turnBack(&rotation, at: time)
  }

  /// One half turn.
  static func turnBack(_ rotation: inout Track<Double>, at time: ServerTime) {
    rotation.change(
      to: 180, at: time.seconds, animation: .easeInOut(duration: 2 * Motions.halfFlip))
  }

  /// Lets it leave as half of a pair.
  mutating func leave(as view: CardView, at time: ServerTime) {
    let effect = Motions.transition.effect(
      in: .didDisappear, size: Size(width: Table.cardWidth, height: Table.cardHeight))
    left = view
    scale.change(
      to: effect.scale, at: time.seconds, animation: .easeInOut(duration: Motions.leaving))
    goneAt = time.later(by: Motions.leaving)
  }

  /// Sends it back to the deck.
  mutating func undeal(as view: CardView, to deck: Point, at time: ServerTime, after delay: Double)
  {
    let start = time.later(by: delay)
    left = view
    isUndealt = true
    if view.state != .down { turnBack(at: time) }
    spin.change(to: 0, at: time.seconds)
    fly(to: deck, at: start, during: Motions.undeal)
    goneAt = start.later(by: Motions.undeal)
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
