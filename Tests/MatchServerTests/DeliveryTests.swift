// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol
import Testing
import Wire

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
    out = Outbox()
    delivery.closed(bob, &out)
    delivery.send(message, to: [bob], &out)
    #expect(out.outputs.isEmpty && delivery.encoding(of: bob) == nil)
  }

  @Test("an entry that the journal has encoded is encoded for the other encoding only")
  func encodedEntry() {
    var delivery = opened()
    let entry = Entry(seq: 7, at: now, event: .stalemateWarning(turnsLeft: 3))
    var out = Outbox()
    delivery.send(
      .entry(entry), encoded: WireEncoding.proto.encode(entry), to: [ada, bob], &out)
    #expect(
      out.outputs == [
        .send(WireEncoding.proto.encode(.entry(entry)), .proto, to: [ada]),
        .send(WireEncoding.json.encode(.entry(entry)), .json, to: [bob]),
      ])
    #expect(delivery.encodingCount == 1)
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
    let (step, beginsMerging) = delivery.waiting(999, for: ada, isWatching: true, &out)
    #expect(step == .none && !beginsMerging, "It is closed already.")
  }

  private static let room = AudienceTopic.Subject.room(RoomID("room"))
  private static let message = ServerMessage.audience(count: 3)

  @Test("a subscription counts once, and ends with its connection")
  func subscriptions() {
    var delivery = opened()
    var out = Outbox()
    delivery.subscribe(ada, to: .roomList, &out)
    delivery.subscribe(bob, to: .roomList, &out)
    delivery.subscribe(ada, to: .roomList, &out)
    delivery.subscribe(ada, to: Self.room, &out)
    #expect(delivery.subscriberCount(of: .roomList) == 2)
    delivery.unsubscribe(bob, from: .roomList, &out)
    delivery.unsubscribe(bob, from: .roomList, &out)
    delivery.unsubscribeFromRoom(ada, &out)
    #expect(delivery.subscriberCount(of: .roomList) == 1)
    #expect(delivery.subscriberCount(of: Self.room) == 0)
    delivery.closed(ada, &out)
    #expect(delivery.subscriberCount(of: .roomList) == 0)
    delivery.subscribe(ada, to: .roomList, &out)
    #expect(
      delivery.subscriberCount(of: .roomList) == 0, "A closed connection subscribes to nothing.")
    let list = AudienceTopic(.roomList, .proto)
    #expect(
      out.outputs == [
        .subscribe(ada, to: list), .subscribe(bob, to: AudienceTopic(.roomList, .json)),
        .subscribe(ada, to: AudienceTopic(Self.room, .proto)),
        .unsubscribe(bob, from: AudienceTopic(.roomList, .json)),
        .unsubscribe(ada, from: AudienceTopic(Self.room, .proto)), .unsubscribe(ada, from: list),
      ])
  }

  @Test("publishes once per encoding, after what goes to players, however many subscribe")
  func publishes() {
    var delivery = opened()
    var out = Outbox()
    for number in 10..<1_010 {
      let connection = ServerConnectionID(UInt64(number))
      delivery.opened(connection, number.isMultiple(of: 2) ? .proto : .json, limits)
      delivery.subscribe(connection, to: Self.room, &out)
    }
    out = Outbox()
    delivery.send(Self.message, to: [ada], subject: Self.room, &out)
    let (proto, json) = (
      WireEncoding.proto.encode(Self.message), WireEncoding.json.encode(Self.message)
    )
    #expect(
      out.outputs == [
        .send(proto, .proto, to: [ada]), .publish(proto, to: AudienceTopic(Self.room, .proto)),
        .publish(json, to: AudienceTopic(Self.room, .json)),
      ])
    #expect(delivery.encodingCount == 2)
  }

  @Test("a subscriber whose messages are merged is sent them by itself until it has caught up")
  func mergingSubscriber() {
    var delivery = opened()
    var out = Outbox()
    delivery.subscribe(ada, to: Self.room, &out)
    delivery.subscribe(bob, to: Self.room, &out)
    let (adas, bobs) = (AudienceTopic(Self.room, .proto), AudienceTopic(Self.room, .json))
    out = Outbox()
    _ = delivery.waiting(150, for: ada, isWatching: true, &out)
    delivery.send(Self.message, to: [], subject: Self.room, &out)
    let notice = ServerMessage.notice("Hello")
    delivery.send(notice, to: [], subject: Self.room, &out)
    _ = delivery.waiting(0, for: ada, isWatching: true, &out)
    delivery.send(notice, to: [], subject: Self.room, &out)
    let json = WireEncoding.json.encode(notice)
    #expect(
      out.outputs == [
        .unsubscribe(ada, from: adas),
        .publish(WireEncoding.json.encode(Self.message), to: bobs),
        .send(WireEncoding.proto.encode(notice), .proto, to: [ada]), .publish(json, to: bobs),
        .subscribe(ada, to: adas),
        .publish(WireEncoding.proto.encode(notice), to: adas), .publish(json, to: bobs),
      ])
    let held = delivery.takeLatest(for: ada)
    #expect(held == [Self.message])
    out = Outbox()
    _ = delivery.waiting(150, for: ada, isWatching: true, &out)
    delivery.closed(ada, &out)
    #expect(delivery.subscriberCount(of: Self.room) == 1)
    #expect(out.outputs == [.unsubscribe(ada, from: adas)], "It is unsubscribed once.")
  }

  @Test("a slow spectator has until its deadline, and one that caught up has none")
  func slowReaders() {
    var delivery = opened()
    var out = Outbox()
    var (step, beginsMerging) = delivery.waiting(250, for: ada, isWatching: true, &out)
    #expect(step == .detach && beginsMerging)
    delivery.fallsBehind(ada, until: now + .seconds(1))
    #expect(delivery.nextWake == now + .seconds(1))
    let early = delivery.takeBehind(now: now)
    #expect(early == nil)
    (step, beginsMerging) = delivery.waiting(0, for: ada, isWatching: true, &out)
    #expect(step == .refresh && !beginsMerging)
    delivery.isNoLongerBehind(ada)
    #expect(delivery.nextWake == nil)
    _ = delivery.waiting(250, for: ada, isWatching: true, &out)
    delivery.fallsBehind(ada, until: now + .seconds(2))
    let overdue = delivery.takeBehind(now: now + .seconds(2))
    #expect(overdue?.connection == ada && overdue?.step == .close)
    delivery.closed(ada, &out)
    #expect(delivery.nextWake == nil)
  }

  @Test("what only counts in its latest form is held behind a slow reader")
  func latest() {
    var delivery = opened()
    var out = Outbox()
    _ = delivery.waiting(150, for: ada, isWatching: false, &out)
    delivery.send(.audience(count: 3), to: [ada], &out)
    delivery.send(.audience(count: 4), to: [ada], &out)
    #expect(out.outputs.isEmpty)
    let held = delivery.takeLatest(for: ada)
    #expect(held == [.audience(count: 4)])
  }
}
