// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Interpolation
import MatchClient
import Stage

/// Another player's cursor as shown at a moment.
package struct Ghost: Hashable, Sendable {
  /// The player's seat.
  package var seat: SeatIndex
  /// The middle of the place that it frames, or between two while it moves.
  package var centre: Point
  /// Its opacity, 0...1.
  package var opacity: Double
}

/// Where the player whose turn it is points: a frame that moves from place to place, and fades once it
/// has not moved for a while.
struct GhostShow: Sendable {
  private struct Shown: Sendable {
    var seat: SeatIndex
    var centre: Track<Point>
    var opacity: Track<Double>
    var restsAt: LocalTime
    var fadesAt: LocalTime
    var endsAt: LocalTime
    /// Whether it was shown in its player's turn: it ends with that.
    var isInTurn = false
  }

  /// The duration of a move.
  private static let moves = Duration.milliseconds(160)
  /// How long it stays after its last move.
  private static let stays = Duration.milliseconds(3000)
  /// The duration of its fade.
  private static let fades = Duration.milliseconds(600)

  private var shown: Shown?

  /// A seat's player points at the place with this middle, or at none.
  mutating func point(
    _ seat: SeatIndex, at centre: Point?, _ motion: MotionPreference, now: LocalTime
  ) {
    guard let centre else {
      shown = nil
      return
    }
    let former = shown.flatMap { $0.seat == seat && now < $0.endsAt ? $0 : nil }
    var track = Track(former?.centre.value(at: now.seconds) ?? centre)
    track.change(
      to: centre, at: now.seconds,
      animation: motion.allowsTravel ? .easeOut(duration: Self.moves / .seconds(1)) : nil)
    let fadesAt = now + Self.stays
    var opacity = Track(1.0)
    opacity.change(
      to: 0, at: fadesAt.seconds, animation: .linear(duration: Self.fades / .seconds(1)))
    shown = Shown(
      seat: seat, centre: track, opacity: opacity, restsAt: now + Self.moves, fadesAt: fadesAt,
      endsAt: fadesAt + Self.fades, isInTurn: former?.isInTurn ?? false)
  }

  /// What is seen in a scene: nothing of the viewer's own, nor out of the player's turn.
  mutating func shown(in scene: Scene, at now: LocalTime) -> Ghost? {
    guard let shown, now < shown.endsAt else { return nil }
    let turn = scene.turn?.seat
    guard turn == shown.seat, scene.phase == .playing, scene.you != shown.seat else {
      // Entries arrive ahead of their time: the turn may not have begun here.
      if turn != nil, shown.isInTurn { self.shown = nil }
      return nil
    }
    self.shown?.isInTurn = true
    return Ghost(
      seat: shown.seat, centre: shown.centre.value(at: now.seconds),
      opacity: shown.opacity.value(at: now.seconds))
  }

  /// When it next changes by itself: `now` while it moves or fades; nil for never.
  func nextChange(after now: LocalTime) -> LocalTime? {
    guard let shown, now < shown.endsAt else { return nil }
    return now < shown.restsAt ? now : max(shown.fadesAt, now)
  }
}
