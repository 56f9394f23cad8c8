// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
package import Game

/// Codes of closed rooms, which are not reused for a while: an old link must not lead to strangers.
struct RetiredCodes: Sendable {
  /// When each code was retired.
  private var times: [RoomCode: ServerTime] = [:]
  /// The same in order; expired codes stay until the next one is retired.
  private var order: Deque<RetiredCode> = []

  /// Retires a code at `now`, which is no earlier than the last one.
  mutating func retire(_ code: RoomCode, at now: ServerTime) {
    while let first = order.first, now - first.at >= LobbyLimits.codeRest {
      order.removeFirst()
      if times[first.code] == first.at { times[first.code] = nil }
    }
    times[code] = now
    order.append(RetiredCode(code, at: now))
    assert(times.count <= order.count, "Every retired code has a place in the order.")
  }

  /// Whether a code is still retired.
  func contains(_ code: RoomCode, at now: ServerTime) -> Bool {
    times[code].map { now - $0 < LobbyLimits.codeRest } ?? false
  }
}

/// The code of a closed room, and when it closed.
package struct RetiredCode: Hashable, Sendable {
  /// The code.
  package var code: RoomCode
  /// When its room closed.
  package var at: ServerTime

  /// A code whose room closed at `at`.
  package init(_ code: RoomCode, at: ServerTime) {
    self.code = code
    self.at = at
  }
}
