// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import Stage

/// Cards moved by the interpolator alone, side by side on a table of the stage's: for what a match
/// has no use of.
///
/// Times are seconds from the gallery's beginning. A scene of it is that of a real deal, with each
/// card where its tracks say.
struct Gallery: Sendable {
  /// One card and all that moves of it.
  struct Exhibit: Sendable {
    /// What stands below its place.
    var label: String
    /// The place it is named by.
    var place: Int
    /// Its face.
    var face: Face
    /// The middle of the card.
    var centre: Track<Point>
    /// About its upright axis in degrees, 0...180.
    var rotation = Track(0.0)
    /// In its plane, in degrees.
    var spin = Track(0.0)
    /// Its size.
    var scale = Track(1.0)
    /// How far above the table, 0...1.
    var lift = Track(0.0)
    /// How much of it is seen, 0...1.
    var opacity = Track(1.0)
    /// What is left of its bonus; nil for none.
    var bonus: Track<Double>?
    /// Who comes and goes; nil for a card that is always there.
    var presence: TransitionContainer<Int>?
  }

  /// The table.
  let table: Table
  /// The cards.
  var exhibits: [Exhibit] = []
  /// When something begins, in seconds, by time.
  private(set) var beginnings: [Double] = []
  /// How long it lasts, in seconds.
  let length: Double
  /// A real deal of enough cards, whose scene lends what is not moved here.
  private let model: Scene

  /// The longest a transition of a container takes here, in seconds.
  private static let longestTransition = 2.0

  /// A gallery of `rows` by `columns` places.
  init(rows: Int, columns: Int, length: Double) {
    table = Table(rows: rows, columns: columns)
    self.length = length
    let script = DemoScript.dealt(pairs: max((rows * columns + 1) / 2, 2))
    model = stage(script.log, ViewerState(), at: script.now)
    let needed = rows * columns
    precondition(model.cards.count >= needed, "A gallery has no cards for \(needed) places.")
  }

  /// A card that lies at a place with its face up.
  func exhibit(_ label: String, at place: Int, face: Int) -> Exhibit {
    Exhibit(
      label: label, place: place, face: Face(face),
      centre: Track(table.centre(of: place) ?? table.centre))
  }

  /// Something begins at a time: it can be stepped to.
  mutating func begin(at time: Double) {
    guard !beginnings.contains(time) else { return }
    beginnings = (beginnings + [time]).sorted()
  }

  /// The time there is.
  var span: ClosedRange<ServerTime> { Self.time(0)...Self.time(length) }
  /// When something begins.
  var changes: [ServerTime] { beginnings.map(Self.time) }

  /// The scene of a moment, with as much motion as a viewer wants to see.
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
    scene.nextChange =
      isMoving ? time + .microseconds(1) : changes.first { $0 > time }
    return scene
  }

  /// How much is seen of the cards that are not wholly there, by card.
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
    let centre = exhibit.centre.value(at: t, motion: motion)
    card.place = exhibit.place
    card.centre = Point(x: centre.x + effect.offset.width, y: centre.y + effect.offset.height)
    card.rotation = min(max(exhibit.rotation.value(at: t, motion: motion), 0), 180)
    card.spin = exhibit.spin.value(at: t, motion: motion)
    card.scale = max(exhibit.scale.value(at: t, motion: motion) * effect.scale, 0)
    card.lift = min(max(exhibit.lift.value(at: t, motion: motion), 0), 1)
    card.face = card.rotation < 90 ? exhibit.face : nil
    card.bonus = exhibit.bonus.map { min(max($0.value(at: t), 0), 1) }
    card.isMatched = false
    card.z = card.lift > 0 ? 3 : 1
    return card
  }

  /// What its transition does to a card; nil while it is not there.
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
      || (exhibit.bonus?.restTime(after: t) ?? t) > t
  }

  private static func time(_ seconds: Double) -> ServerTime {
    ServerTime(microseconds: Int64((seconds * 1e6).rounded()))
  }
}
