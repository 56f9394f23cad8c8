// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Sends where the player points at the server's rate at most: of several places within one interval
/// only the last.
struct PointLimit: Sendable {
  private struct Pointed: Hashable {
    var place: Int?
  }

  /// Where the player points, unless that was sent.
  private var waiting: Pointed?
  private var sentAt: LocalTime?

  /// The player points at a place, or at none.
  mutating func point(to place: Int?) { waiting = Pointed(place: place) }

  /// Forgets what was not sent.
  mutating func forget() { waiting = nil }

  /// When to send at a rate per second; nil if nothing waits.
  func due(perSecond rate: Int) -> LocalTime? {
    guard waiting != nil, rate > 0 else { return nil }
    return sentAt.map { $0 + .microseconds(1_000_000 / rate + 1) } ?? LocalTime(microseconds: .min)
  }

  /// Takes the message that is due.
  mutating func take(perSecond rate: Int, at now: LocalTime) -> ClientMessage? {
    guard let waiting, let due = due(perSecond: rate), due <= now else { return nil }
    (self.waiting, sentAt) = (nil, now)
    return .point(place: waiting.place)
  }
}
