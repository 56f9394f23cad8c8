// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// A chair over time: who slides in when, and who slides out.
struct StagedSeat {
  /// Someone on the chair, or nobody, from a time on.
  struct Stay {
    var player: Player?
    var since: ServerTime
  }

  /// Who was there, by time; who was there at the base has always been.
  private var stays: [Stay]

  /// A chair with `player` on it, or nobody.
  init(_ player: Player?) {
    stays = [Stay(player: player, since: ServerTime(microseconds: .min))]
  }

  /// Someone else sits there, or nobody, from `time` on.
  mutating func change(to player: Player?, at time: ServerTime) {
    stays.append(Stay(player: player, since: time))
  }

  /// How far whoever sits there has slid in, who slides out, and whether either moves.
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
