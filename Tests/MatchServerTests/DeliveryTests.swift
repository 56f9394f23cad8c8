// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchServer

@Suite("Delivery", .timeLimit(.minutes(1)))
struct DeliveryTests {
  private let now = ServerTime(microseconds: 1_000_000)
  private let ada = ServerConnectionID(1)
  private let bob = ServerConnectionID(2)

  private var limits: BacklogLimits {
    var limits = BacklogLimits()
    (limits.mergeAbove, limits.refreshAbove, limits.closeAbove) = (100, 200, 300)
    return limits
  }

  private func opened() -> Delivery {
    var delivery = Delivery()
    delivery.opened(ada, .proto, limits)
    delivery.opened(bob, .json, limits)
    return delivery
  }

  @Test("encodes a message once per encoding, and sends nothing to a closed connection")
  func encodes() {
    var delivery = opened()
    delivery.opened(ServerConnectionID(3), .json, limits)
    let message = ServerMessage.notice("Hello")
    var out = Outbox()
    delivery.send(message, to: [ada, bob, ServerConnectionID(3), ServerConnectionID(9)], &out)
    #expect(
      out.outputs == [
        .send(WireEncoding.proto.encode(message), .proto, to: [ada]),
        .send(WireEncoding.json.encode(message), .json, to: [bob, ServerConnectionID(3)]),
      ])
    #expect(delivery.encodingCount == 2)
    delivery.closed(bob)
    out = Outbox()
    delivery.send(message, to: [bob], &out)
    #expect(out.outputs.isEmpty && delivery.encoding(of: bob) == nil)
  }

  @Test("a dismissed connection is told why, closed and not heard")
  func dismisses() {
    var delivery = opened()
    let closing = Closing(code: "limit/too_fast", retryAfter: .seconds(1), reason: "Too fast.")
    var out = Outbox()
    delivery.dismiss(ada, closing, closeCode: 1008, &out)
    #expect(!delivery.isHeard(ada) && delivery.isHeard(bob))
    #expect(
      out.outputs == [
        .send(WireEncoding.proto.encode(.closing(closing)), .proto, to: [ada]),
        .close(ada, code: 1008, reason: "limit/too_fast"),
      ])
    let (step, beginsMerging) = delivery.waiting(999, for: ada, isWatching: true)
    #expect(step == .none && !beginsMerging, "It is closed already.")
  }

  @Test("a subscription counts once, and ends with its connection")
  func subscriptions() {
    var delivery = opened()
    delivery.subscribe(ada)
    delivery.subscribe(bob)
    delivery.subscribe(ada)
    #expect(delivery.subscribers == [bob, ada])
    delivery.unsubscribe(bob)
    delivery.closed(ada)
    #expect(delivery.subscribers.isEmpty)
  }

  @Test("a slow spectator has until its deadline, and one that caught up has none")
  func slowReaders() {
    var delivery = opened()
    var (step, beginsMerging) = delivery.waiting(250, for: ada, isWatching: true)
    #expect(step == .detach && beginsMerging)
    delivery.fallsBehind(ada, until: now + .seconds(1))
    #expect(delivery.nextWake == now + .seconds(1))
    let early = delivery.takeBehind(now: now)
    #expect(early == nil)
    (step, beginsMerging) = delivery.waiting(0, for: ada, isWatching: true)
    #expect(step == .refresh && !beginsMerging)
    delivery.isNoLongerBehind(ada)
    #expect(delivery.nextWake == nil)
    _ = delivery.waiting(250, for: ada, isWatching: true)
    delivery.fallsBehind(ada, until: now + .seconds(2))
    let overdue = delivery.takeBehind(now: now + .seconds(2))
    #expect(overdue?.connection == ada && overdue?.step == .close)
    delivery.closed(ada)
    #expect(delivery.nextWake == nil)
  }

  @Test("what only counts in its latest form is held behind a slow reader")
  func latest() {
    var delivery = opened()
    _ = delivery.waiting(150, for: ada, isWatching: false)
    var out = Outbox()
    delivery.send(.audience(count: 3), to: [ada], &out)
    delivery.send(.audience(count: 4), to: [ada], &out)
    #expect(out.outputs.isEmpty)
    let held = delivery.takeLatest(for: ada)
    #expect(held == [.audience(count: 4)])
  }
}
