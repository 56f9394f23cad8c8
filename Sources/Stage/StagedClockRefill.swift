// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// The display of time given back after a clock pause: clock and pies refill instead of jumping.
struct StagedClockRefill {
  /// When the refill starts.
  let at: ServerTime
  /// The turn clock's gain in microseconds.
  private let turn: Int64
  /// The pies' gains in microseconds, by slot.
  private let pies: [Int64]

  /// The gains at `time` from the view before the clock adjustment to the one after it.
  init(_ before: MatchView, _ after: MatchView, at time: ServerTime) {
    at = time
    turn = max(after.turn.left(at: time) - before.turn.left(at: time), 0)
    pies = after.cards.indices.map { slot in
      guard before.cards.indices.contains(slot) else { return 0 }
      let gained =
        after.cards[slot].bonus.remaining(at: time) - before.cards[slot].bonus.remaining(at: time)
      return max(gained, 0).multipliedReportingOverflow(by: 1000).partialValue
    }
  }

  /// When the refill ends.
  var goneAt: ServerTime { at.later(by: Motions.refill) }

  /// The time that the turn's clock has yet to regain at `time`, in microseconds.
  func turnLacks(at time: ServerTime) -> Int64 { lack(of: turn, at: time) }

  /// The time that the pie of the card in `slot` has yet to regain at `time`, in microseconds.
  func pieLacks(_ slot: Int, at time: ServerTime) -> Int64 {
    pies.indices.contains(slot) ? lack(of: pies[slot], at: time) : 0
  }

  private func lack(of gained: Int64, at time: ServerTime) -> Int64 {
    guard gained > 0, at <= time, time < goneAt else { return 0 }
    var left = Track(1.0)
    left.change(to: 0, at: at.seconds, animation: .easeOut(duration: Motions.refill))
    return Int64(Double(gained) * min(max(left.value(at: time.seconds), 0), 1))
  }
}

extension MatchView.Turn? {
  /// The microseconds left at `time`; zero without a turn or a limit.
  fileprivate func left(at time: ServerTime) -> Int64 {
    guard let self, let deadline = self.deadline else { return 0 }
    return max((deadline - max(time, self.beganAt)).wholeMicroseconds, 0)
  }
}
