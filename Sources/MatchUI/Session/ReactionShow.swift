// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchClient
package import Protocol

/// A reaction as shown at a moment.
package struct ShownReaction: Hashable, Sendable {
  /// The reaction.
  package var kind: ReactionKind
  /// Its opacity, 0...1.
  var opacity: Double
}

/// The reactions: each is shown beside its player's name for a while, then fades; those of viewers, who
/// have no seat, beside their number.
package struct ReactionShow: Sendable {
  private struct Shown: Sendable {
    var kind: ReactionKind
    var opacity: Track<Double>
    var endsAt: LocalTime
    var fadesAt: LocalTime
  }

  /// The duration for which a reaction stays opaque.
  private static let stays = Duration.milliseconds(2400)
  /// The duration of its fade.
  private static let fades = Duration.milliseconds(600)

  private var shown: [SeatIndex?: Shown] = [:]

  /// No reactions.
  init() {}

  /// Shows the reaction of a seat or a viewer, replacing the one before.
  mutating func note(_ kind: ReactionKind, of seat: SeatIndex?, at now: LocalTime) {
    let fadesAt = now + Self.stays
    var opacity = Track(1.0)
    opacity.change(
      to: 0, at: fadesAt.seconds, animation: .linear(duration: Self.fades / .seconds(1)))
    shown[seat] = Shown(
      kind: kind, opacity: opacity, endsAt: fadesAt + Self.fades, fadesAt: fadesAt)
  }

  /// The reactions at a moment, by seat; a viewer's without.
  func shown(at now: LocalTime) -> [SeatIndex?: ShownReaction] {
    shown.compactMapValues { shown in
      guard now < shown.endsAt else { return nil }
      return ShownReaction(kind: shown.kind, opacity: shown.opacity.value(at: now.seconds))
    }
  }

  /// When they next change by themselves; nil for never.
  ///
  /// While one fades, that is `now`.
  func nextChange(after now: LocalTime) -> LocalTime? {
    shown.values.filter { now < $0.endsAt }.map { max($0.fadesAt, now) }.min()
  }
}

extension LocalTime {
  /// The time in seconds, the unit of tracks.
  var seconds: Double { Double(microseconds) / 1_000_000 }
}
