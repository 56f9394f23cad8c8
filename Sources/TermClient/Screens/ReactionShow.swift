// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchClient
import Protocol

/// A feeling as it is shown at a moment.
struct ShownReaction: Hashable, Sendable {
  /// What is felt.
  var kind: ReactionKind
  /// How much of it is there still, from 0 to 1.
  var opacity: Double
}

/// What players have shown they feel, each beside its name for a while, and then gone bit by bit.
struct ReactionShow: Sendable {
  private struct Shown: Sendable {
    var kind: ReactionKind
    var opacity: Track<Double>
    var endsAt: LocalTime
    var fadesAt: LocalTime
  }

  /// How long it is there whole.
  private static let stays = Duration.milliseconds(2400)
  /// How long it takes to go.
  private static let fades = Duration.milliseconds(600)

  private var shown: [SeatIndex: Shown] = [:]

  /// Nobody has shown anything.
  init() {}

  /// The player of a seat shows a feeling, in place of the one before.
  mutating func note(_ kind: ReactionKind, of seat: SeatIndex, at now: LocalTime) {
    let fadesAt = now + Self.stays
    var opacity = Track(1.0)
    opacity.change(
      to: 0, at: fadesAt.seconds, animation: .linear(duration: Self.fades / .seconds(1)))
    shown[seat] = Shown(
      kind: kind, opacity: opacity, endsAt: fadesAt + Self.fades, fadesAt: fadesAt)
  }

  /// What is there at a moment.
  func shown(at now: LocalTime) -> [SeatIndex: ShownReaction] {
    shown.compactMapValues { shown in
      guard now < shown.endsAt else { return nil }
      return ShownReaction(kind: shown.kind, opacity: shown.opacity.value(at: now.seconds))
    }
  }

  /// When that changes next; nil for not by itself.
  ///
  /// While something goes, that is at once.
  func nextChange(after now: LocalTime) -> LocalTime? {
    shown.values.filter { now < $0.endsAt }.map { max($0.fadesAt, now) }.min()
  }
}

extension LocalTime {
  fileprivate var seconds: Double { Double(microseconds) / 1_000_000 }
}
