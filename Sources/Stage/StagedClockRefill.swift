// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// Time given back, as screens show it: clock and pies fill up again to what they had, instead of
/// jumping there.
struct StagedClockRefill {
  /// From when on it is shown.
  let at: ServerTime
  /// What the turn's clock gains, in microseconds.
  private let turn: Int64
  /// What the pies gain, in microseconds, by slot.
  private let pies: [Int64]

  /// What lies between two views at `time`: one before the time was given back, and one after.
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

  /// When clock and pies have all they gain.
  var goneAt: ServerTime { at.later(by: Motions.refill) }

  /// What the turn's clock lacks at `time`, in microseconds.
  func turnLacks(at time: ServerTime) -> Int64 { lack(of: turn, at: time) }

  /// What the pie of the card in `slot` lacks at `time`, in microseconds.
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
