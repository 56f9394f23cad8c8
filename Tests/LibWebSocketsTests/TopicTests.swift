// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("A topic", .timeLimit(.minutes(2)))
struct TopicTests {
  private final class Nobody: ConnectionHandler {
    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}
    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {}
    func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
    func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {}
  }

  private func connection(_ number: Int) -> Connection {
    Connection(
      id: ConnectionID(key: SlotKey(slot: UInt32(number), generation: 1)), owner: .client(Nobody()),
      phase: .open, socket: nil, options: ConnectionOptions())
  }

  /// The texts queued on a connection, which are taken.
  private func texts(of connection: Connection) -> [String] {
    var texts: [String] = []
    while !connection.queue.isEmpty {
      texts.append(String(decoding: connection.queue.removeFirst().payload, as: UTF8.self))
    }
    return texts
  }

  @Test("serves each subscriber once, with all it has missed, and then keeps no frame")
  func serves() {
    let topic = Topic()
    let all = (0..<5).map(connection)
    for one in all { _ = topic.subscribe(one) }
    #expect(topic.publish(Frame(text: "a")) && topic.publish(Frame(text: "b")))
    var served: [ConnectionID] = []
    while let next = topic.serveNext() { served.append(next.id) }
    #expect(served == all.map(\.id))
    for one in all { #expect(texts(of: one) == ["a", "b"]) }
    #expect(topic.frameCount == 0 && !topic.isBehind)
  }

  @Test("comes to those first who lack most, also when more is published meanwhile")
  func turns() {
    let topic = Topic()
    let all = (0..<4).map(connection)
    for one in all { _ = topic.subscribe(one) }
    _ = topic.publish(Frame(text: "a"))
    let early = [topic.serveNext(), topic.serveNext()].map { $0?.id }
    _ = topic.publish(Frame(text: "b"))
    var late: [ConnectionID?] = []
    while let next = topic.serveNext() { late.append(next.id) }
    #expect(early == [all[0].id, all[1].id])
    #expect(late == [all[2].id, all[3].id, all[0].id, all[1].id])
    for one in all { #expect(texts(of: one) == ["a", "b"]) }
  }

  @Test("without subscribers keeps nothing")
  func nobody() {
    let topic = Topic()
    #expect(!topic.publish(Frame(text: "a")))
    let subscription = topic.subscribe(connection(0))
    _ = topic.publish(Frame(text: "b"))
    topic.end(subscription)
    topic.end(subscription)
    #expect(topic.subscriberCount == 0 && topic.frameCount == 0)
    #expect(topic.serveNext() == nil && !topic.isBehind)
  }

  @Test("forgets those who come and go without anything being published")
  func churn() {
    let topic = Topic()
    let stays = connection(0)
    _ = topic.subscribe(stays)
    for number in 1...10_000 { topic.end(topic.subscribe(connection(number))) }
    #expect(topic.subscriberCount == 1 && topic.placeCount <= 66)
    _ = topic.publish(Frame(text: "a"))
    #expect(topic.serveNext() === stays && topic.serveNext() == nil)
  }

  @Test("keeps each connection's order under every interleaving", arguments: 0..<40)
  func anyOrder(seed: UInt64) {
    var random = seed &* 0x9e37_79b9_7f4a_7c15 | 1
    func below(_ bound: Int) -> Int {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int(random % UInt64(bound))
    }
    let topic = Topic()
    let all = (0..<8).map(connection)
    var subscriptions: [Subscription?] = all.map { _ in nil }
    var expected: [[String]] = all.map { _ in [] }
    for step in 0..<400 {
      let one = below(all.count)
      switch below(10) {
      case 0 where subscriptions[one] == nil: subscriptions[one] = topic.subscribe(all[one])
      case 1:
        guard let subscription = subscriptions[one] else { continue }
        topic.queueFrames(of: subscription)
        topic.end(subscription)
        subscriptions[one] = nil
      case 2...4:
        _ = topic.publish(Frame(text: "\(step)"))
        for other in all.indices where subscriptions[other] != nil {
          expected[other].append("\(step)")
        }
      case 5...6:
        if let subscription = subscriptions[one] { topic.queueFrames(of: subscription) }
        all[one].queue.append(Frame(text: "to \(one): \(step)"))
        expected[one].append("to \(one): \(step)")
      default: _ = topic.serveNext()
      }
      #expect(topic.subscriberCount == subscriptions.count { $0 != nil })
    }
    while topic.serveNext() != nil {}
    for index in all.indices { #expect(texts(of: all[index]) == expected[index]) }
    #expect(topic.frameCount == 0)
  }

  @Test("over sockets: in order with what is sent to one alone, from subscribing to unsubscribing")
  func overSockets() async throws {
    try await withLoop { onLoop in
      let (server, ada, bob) = (Happenings(), Happenings(), Happenings())
      let port = try await onLoop.serve(server)
      let options = ConnectOptions(host: "127.0.0.1", port: port)
      try await onLoop.call(options, ada)
      let adas = try await server.opened().id
      try await onLoop.call(options, bob)
      let bobs = try await server.opened().id
      for client in [ada, bob] { _ = try await client.opened() }
      await onLoop.run { loop in
        let topic = Topic()
        loop.publish(Frame(text: "for nobody"), to: topic)
        loop.subscribe(adas, to: topic)
        loop.publish(Frame(text: "1"), to: topic)
        loop.subscribe(bobs, to: topic)
        loop.send(Frame(text: "ada alone"), to: adas)
        loop.publish(Frame(text: "2"), to: topic)
        loop.unsubscribe(bobs, from: topic)
        loop.unsubscribe(bobs, from: topic)
        loop.publish(Frame(text: "3"), to: topic)
        loop.close(adas)
        loop.publish(Frame(text: "for nobody"), to: topic)
        loop.send(Frame(text: "bob alone"), to: bobs)
      }
      for expected in ["1", "ada alone", "2", "3"] { #expect(try await ada.text() == expected) }
      for expected in ["2", "bob alone"] { #expect(try await bob.text() == expected) }
      #expect(try await ada.closed().code == .normal)
    }
  }

  @Test("delays nobody else's messages: many are served in slices")
  func slices() async throws {
    try await withLoop { onLoop in
      let server = Happenings()
      let port = try await onLoop.serve(server)
      var clients: [RawClient] = []
      var ids: [ConnectionID] = []
      for _ in 0..<400 {
        let client = try RawClient(port: port)
        _ = try await client.upgrade()
        clients.append(client)
        ids.append(try await server.opened().id)
      }
      await onLoop.run { [ids] loop in
        let topic = Topic()
        for id in ids { loop.subscribe(id, to: topic) }
        loop.publish(Frame(text: "to all"), to: topic)
      }
      for client in clients {
        #expect(try await client.readFrame().payload == Array("to all".utf8))
      }
    }
  }
}
