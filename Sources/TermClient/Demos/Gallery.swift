// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import Stage

/// Cards side by side that the interpolator moves without a match: for animations that a match does
/// not use.
///
/// Times are in seconds from the gallery's beginning. Its scenes are those of a real deal, with
/// each card where its tracks put it.
struct Gallery: Sendable {
  /// One card and its animated properties.
  struct Exhibit: Sendable {
    /// The label below its place.
    var label: String
    /// Its place on the table.
    var place: Int
    /// Its face.
    var face: Face
    /// The card's centre.
    var centre: Track<Point>
    /// Rotation about the vertical axis, 0...180 degrees.
    var rotation = Track(0.0)
    /// Rotation in the plane, in degrees.
    var spin = Track(0.0)
    /// The scale; 1 is its natural size.
    var scale = Track(1.0)
    /// The height above the table, 0...1.
    var lift = Track(0.0)
    /// The opacity, 0...1.
    var opacity = Track(1.0)
    /// The remaining bonus, 0...1; nil for none.
    var bonus: Track<Double>?
    /// When the bonus is drawn anew; nil for every frame.
    var bonusSchedule: PeriodicTimelineSchedule?
    /// Transitions of the card; nil if it is always there.
    var presence: TransitionContainer<Int>?
    /// The group that moves and scales it; nil if its own tracks do.
    var geometry: MatchedGeometry<Int>?
    /// The group's key.
    var key: MatchedGeometryKey<Int> { MatchedGeometryKey(place, in: Namespace(0)) }
  }

  /// The table.
  let table: Table
  /// The cards.
  var exhibits: [Exhibit] = []
  /// The times when something begins, in order.
  private(set) var beginnings: [Double] = []
  /// The length in seconds.
  let length: Double
  /// A real deal of enough cards; provides what the tracks do not move.
  private let model: Scene

  /// The longest transition here, in seconds.
  private static let longestTransition = 2.0

  /// A gallery of `rows` by `columns` places.
  init(rows: Int, columns: Int, length: Double) {
    table = Table(rows: rows, columns: columns)
    self.length = length
    let script = DemoScript.dealt(pairs: max((rows * columns + 1) / 2, 2))
    model = stage(script.log, ViewerState(), at: script.now)
    let needed = rows * columns
    precondition(model.cards.count >= needed, "The gallery's deal has fewer than \(needed) cards.")
  }

  /// A card at rest at a place, face up.
  func exhibit(_ label: String, at place: Int, face: Int) -> Exhibit {
    Exhibit(
      label: label, place: place, face: Face(face),
      centre: Track(table.centre(of: place) ?? table.centre))
  }

  /// The frame of a card at a place.
  func frame(of place: Int, scale: Double) -> Rect {
    let centre = table.centre(of: place) ?? table.centre
    let (width, height) = (Table.cardWidth * scale, Table.cardHeight * scale)
    return Rect(
      x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
  }

  /// Marks a time when something begins, which playback can step to.
  mutating func begin(at time: Double) {
    guard !beginnings.contains(time) else { return }
    beginnings = (beginnings + [time]).sorted()
  }

  /// The span of time.
  var span: ClosedRange<ServerTime> { Self.time(0)...Self.time(length) }
  /// The times when something begins.
  var changes: [ServerTime] { beginnings.map(Self.time) }

  /// The scene at a moment, under a motion preference.
  func scene(at time: ServerTime, _ motion: MotionPreference = .full) -> Scene {
    let t = Double(time.microseconds) / 1e6
    var scene = model
    scene.phase = .playing
    scene.table = table
    scene.seats = []
    scene.turn = nil
    scene.headline = .betweenTurns
    scene.deck = nil
    scene.scoreNotes = []
    scene.numbers = []
    scene.cards = zip(exhibits, model.cards).compactMap { pose($0, as: $1, at: t, motion) }
      .sorted { ($0.z, $0.place) < ($1.z, $1.place) }
    let isMoving = motion != .none && exhibits.contains { self.isMoving($0, at: t) }
    scene.motion = isMoving ? .moving : .still
    let scheduled = exhibits.compactMap { nextDrawing(of: $0, after: t) }.min().map(Self.time)
    scene.nextChange =
      isMoving
      ? time + .microseconds(1) : [changes.first { $0 > time }, scheduled].compactMap(\.self).min()
    return scene
  }

  /// The opacities of cards that are not opaque.
  func opacities(at time: ServerTime, _ motion: MotionPreference = .full) -> [CardID: Double] {
    let t = Double(time.microseconds) / 1e6
    var opacities: [CardID: Double] = [:]
    for (exhibit, card) in zip(exhibits, model.cards) {
      let opacity = exhibit.opacity.value(at: t) * (effect(exhibit, at: t, motion)?.opacity ?? 1)
      if opacity < 1 { opacities[card.id] = max(opacity, 0) }
    }
    return opacities
  }

  private func pose(
    _ exhibit: Exhibit, as model: Scene.Card, at t: Double, _ motion: MotionPreference
  ) -> Scene.Card? {
    guard let effect = effect(exhibit, at: t, motion) else { return nil }
    var card = model
    let frame = exhibit.geometry?.frame(of: exhibit.key, at: t, motion: motion)
    let centre = frame?.point(at: .center) ?? exhibit.centre.value(at: t, motion: motion)
    let scale =
      frame.map { $0.size.width / Table.cardWidth } ?? exhibit.scale.value(at: t, motion: motion)
    card.place = exhibit.place
    card.centre = Point(x: centre.x + effect.offset.width, y: centre.y + effect.offset.height)
    card.rotation = min(max(exhibit.rotation.value(at: t, motion: motion), 0), 180)
    card.spin = exhibit.spin.value(at: t, motion: motion)
    card.scale = max(scale * effect.scale, 0)
    card.lift = min(max(exhibit.lift.value(at: t, motion: motion), 0), 1)
    card.face = card.rotation < 90 ? exhibit.face : nil
    card.bonus = exhibit.bonus.map { min(max($0.value(at: drawing(of: exhibit, at: t)), 0), 1) }
    card.isMatched = false
    card.z = card.lift > 0 ? 3 : 1
    return card
  }

  /// When the bonus was drawn that is shown at a time.
  private func drawing(of exhibit: Exhibit, at t: Double) -> Double {
    exhibit.bonusSchedule?.entries(from: t, mode: .normal).first { _ in true } ?? t
  }

  /// When the bonus is drawn next; nil if that is every frame, or it drains no more.
  private func nextDrawing(of exhibit: Exhibit, after t: Double) -> Double? {
    guard let bonus = exhibit.bonus, bonus.restTime(after: drawing(of: exhibit, at: t)) > t else {
      return nil
    }
    return exhibit.bonusSchedule?.next(after: t)
  }

  /// The effect of a card's transition; nil while the card is absent.
  private func effect(_ exhibit: Exhibit, at t: Double, _ motion: MotionPreference)
    -> TransitionEffect?
  {
    guard let presence = exhibit.presence else { return .identity }
    return presence.children(at: t, motion: motion).last?.effect
  }

  private func isMoving(_ exhibit: Exhibit, at t: Double) -> Bool {
    if exhibit.presence != nil {
      return beginnings.contains { $0 <= t && t < $0 + Self.longestTransition }
    }
    let tracks = [
      exhibit.rotation, exhibit.spin, exhibit.scale, exhibit.lift, exhibit.opacity,
    ]
    return exhibit.centre.restTime(after: t) > t || tracks.contains { $0.restTime(after: t) > t }
      || (exhibit.geometry?.arrival(of: exhibit.key, at: t) ?? t) > t
      || exhibit.bonusSchedule == nil && (exhibit.bonus?.restTime(after: t) ?? t) > t
  }

  private static func time(_ seconds: Double) -> ServerTime {
    ServerTime(microseconds: Int64((seconds * 1e6).rounded()))
  }
}
