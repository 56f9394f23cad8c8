// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
public import Game

/// Codes of rooms that have closed, which no other room gets for a while: a link that goes around
/// must not lead to strangers.
struct RetiredCodes: Sendable {
  /// When each was retired.
  private var times: [RoomCode: ServerTime] = [:]
  /// The same in the order of retiring, those that are free again among them until the next comes.
  private var order: Deque<RetiredCode> = []

  /// Retires a code at `now`, which is not before any other was.
  mutating func retire(_ code: RoomCode, at now: ServerTime) {
    while let first = order.first, now - first.at >= LobbyLimits.codeRest {
      order.removeFirst()
      if times[first.code] == first.at { times[first.code] = nil }
    }
    times[code] = now
    order.append(RetiredCode(code, at: now))
  }

  /// Whether a code is still retired.
  func contains(_ code: RoomCode, at now: ServerTime) -> Bool {
    times[code].map { now - $0 < LobbyLimits.codeRest } ?? false
  }
}

/// The code of a room that has closed, and when that was.
public struct RetiredCode: Hashable, Sendable {
  /// The code.
  public var code: RoomCode
  /// When its room closed.
  public var at: ServerTime

  /// A code whose room closed at `at`.
  public init(_ code: RoomCode, at: ServerTime) {
    self.code = code
    self.at = at
  }
}
