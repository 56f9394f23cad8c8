// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Deferred actions, in the order of their due times.
struct StreamAgenda {
  private var actions: [(at: ServerTime, action: () -> Void)] = []

  /// When something is due next; nil for never.
  var nextInstant: ServerTime? { actions.last?.at }

  /// Adds an action, behind those of the same time.
  mutating func add(at time: ServerTime, _ action: @escaping () -> Void) {
    // The earliest is the last.
    var (low, high) = (0, actions.count)
    while low < high {
      let middle = (low + high) / 2
      if actions[middle].at >= time { low = middle + 1 } else { high = middle }
    }
    // Behind those of the same time: before them in the array.
    while low > 0, actions[low - 1].at == time { low -= 1 }
    actions.insert((time, action), at: low)
  }

  /// Takes the next action that is due by `time`; nil if none is.
  mutating func next(by time: ServerTime) -> (ServerTime, () -> Void)? {
    guard let last = actions.last, last.at <= time else { return nil }
    actions.removeLast()
    return last
  }
}
