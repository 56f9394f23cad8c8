// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// A seat over time, with its players sliding in and out.
struct StagedSeat {
  /// The seat's player, or nobody, from a time on.
  struct Stay {
    var player: Player?
    var since: ServerTime
  }

  /// The stays in order of time; the first one, at the log's base, has no beginning.
  private var stays: [Stay]

  /// A seat with `player`, or free.
  init(_ player: Player?) {
    stays = [Stay(player: player, since: ServerTime(microseconds: .min))]
  }

  /// Changes the player, or frees the seat, at `time`: not before the last change.
  mutating func change(to player: Player?, at time: ServerTime) {
    assert(
      stays.last.map { $0.since <= time } ?? true,
      "The players of a seat follow each other in time.")
    stays.append(Stay(player: player, since: time))
  }

  /// How far the player has slid in, which player slides out, and whether either is moving.
  func sample(at time: ServerTime) -> (presence: Double, leaver: Scene.Leaver?, isMoving: Bool) {
    guard let index = stays.lastIndex(where: { $0.since <= time }), index > 0 else {
      return (1, nil, false)
    }
    var slide = Track(0.0)
    slide.change(
      to: 1, at: stays[index].since.seconds, animation: .easeOut(duration: Motions.slide))
    let part = slide.value(at: time.seconds)
    guard slide.restTime(after: time.seconds) > time.seconds else { return (1, nil, false) }
    let leaver = stays[index - 1].player.map { Scene.Leaver(player: $0, presence: 1 - part) }
    return (stays[index].player == nil ? 1 : part, leaver, true)
  }
}
