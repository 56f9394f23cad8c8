// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchClient

/// A plan under a manual clock that is moved to other nodes.
struct MovedPlan {
  static let home = "wss://play.example.org"
  static let other = "wss://n2.play.example.org"
  static let third = "wss://play.example.org/n/3"
  static let forbidden = "wss://example.com"
  static let one = ConnectionNumber(1)
  static let two = ConnectionNumber(2)
  static let three = ConnectionNumber(3)

  /// A state of the plan's table, with the present connection at home.
  enum State: CaseIterable {
    case connecting, connected, moving, racing, rivalFailed, backingOff, over
  }

  var plan = ConnectionPlan(ReconnectPolicy(), seed: 1)
  var now = LocalTime(microseconds: 5_000_000)

  init(_ policy: ReconnectPolicy? = ReconnectPolicy()) throws {
    plan = ConnectionPlan(policy, seed: 1)
    #expect(
      plan.begin(home: try ServerURL(Self.home)) == [.dial(Self.one, .home)])
  }

  init(in state: State) throws {
    try self.init()
    guard state != .connecting else { return }
    open(Self.one)
    switch state {
    case .connecting, .connected: break
    case .moving: _ = plan.moved(to: Self.other, at: now)
    case .racing: _ = silent()
    case .rivalFailed:
      _ = silent()
      _ = plan.ended(Self.two, at: now)
    case .backingOff: _ = plan.ended(Self.one, at: now)
    case .over: _ = plan.close()
    }
  }

  /// A connection opens and is welcomed.
  mutating func open(_ number: ConnectionNumber) {
    _ = plan.opened(number, at: now)
    plan.welcomed()
  }

  mutating func silent() -> [ConnectionPlan.Order] {
    let asked = now
    now = now + .seconds(6)
    return plan.tick(at: now, unansweredSince: asked)
  }

  /// Advances to the next wake-up.
  mutating func wake() throws -> [ConnectionPlan.Order] {
    now = max(now, try #require(plan.nextWake(unansweredSince: nil)))
    return plan.tick(at: now, unansweredSince: nil)
  }

  static func node(_ text: String) throws -> DialTarget {
    .node(try ServerURL(node: text))
  }

  /// The orders without a retry's time.
  static func kinds(_ orders: [ConnectionPlan.Order]) -> [ConnectionPlan.Order] {
    orders.map {
      if case .interrupted = $0 { .interrupted(retryAt: LocalTime(microseconds: 0)) } else { $0 }
    }
  }

  static let interrupted = ConnectionPlan.Order.interrupted(
    retryAt: LocalTime(microseconds: 0))
}
