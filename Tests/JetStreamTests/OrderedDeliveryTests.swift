// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import JetStream

/// What an order does about a message: `#expect` cannot call what changes it.
private final class Taker {
  private var order: OrderedDelivery

  init(from first: UInt64) { order = OrderedDelivery(from: first) }

  var next: UInt64 { order.next }

  func restart() { order.restart() }

  func begin(pending: UInt64, delivered: UInt64) -> Bool {
    order.begin(pending: pending, delivered: delivered)
  }

  func take(_ message: Message) -> OrderedDelivery.Step { order.take(message) }
}

@Suite("The order of a consumer's messages", .timeLimit(.minutes(1)))
struct OrderedDeliveryTests {
  private func message(_ sequence: UInt64, _ delivered: UInt64, pending: UInt64 = 9) -> Message {
    Message(subject: "a", reply: "$JS.ACK.S.C.1.\(sequence).\(delivered).7.\(pending)")
  }

  private func stored(_ sequence: UInt64) -> StoredMessage {
    StoredMessage(subject: "a", sequence: sequence, bytes: [])
  }

  @Test("is told as it comes, with the end of what was there, once")
  func order() {
    let order = Taker(from: 3)
    #expect(!order.begin(pending: 2, delivered: 0))
    #expect(order.take(message(4, 1, pending: 1)) == .tell(stored(4), isCaughtUp: false))
    #expect(order.take(message(9, 2, pending: 0)) == .tell(stored(9), isCaughtUp: true))
    #expect(order.take(message(10, 3, pending: 0)) == .tell(stored(10), isCaughtUp: false))
    #expect(order.next == 11)
  }

  @Test("begins anew behind a message that is missing, and tells none twice")
  func gap() {
    let order = Taker(from: 1)
    #expect(order.take(message(1, 1)) == .tell(stored(1), isCaughtUp: false))
    #expect(order.take(message(3, 3)) == .restart)
    #expect(order.next == 2)
    order.restart()
    // A consumer that began too early.
    #expect(order.take(message(1, 1)) == .ignore)
    #expect(order.take(message(2, 2)) == .tell(stored(2), isCaughtUp: false))
  }

  @Test("has nothing to tell if nothing is there, unless it is on its way")
  func empty() {
    let order = Taker(from: 1)
    #expect(!order.begin(pending: 0, delivered: 1))
    #expect(order.take(message(1, 1, pending: 0)) == .tell(stored(1), isCaughtUp: true))
    let other = Taker(from: 1)
    #expect(other.begin(pending: 0, delivered: 0))
    #expect(!other.begin(pending: 0, delivered: 0))
  }

  @Test("notices by a heartbeat that the last messages are missing")
  func heartbeat() {
    let order = Taker(from: 1)
    _ = order.take(message(1, 1))
    var beat = Message(subject: "inbox", headers: ["Status": "100", "Nats-Last-Consumer": "1"])
    #expect(order.take(beat) == .ignore)
    beat.headers["Nats-Last-Consumer"] = "2"
    #expect(order.take(beat) == .restart)
    beat.headers["Nats-Consumer-Stalled"] = "flow"
    #expect(order.take(beat) == .answer(to: "flow"))
    let request = Message(subject: "inbox", reply: "flow", headers: ["Status": "100"])
    #expect(order.take(request) == .answer(to: "flow"))
  }

  @Test("is read from subjects of both forms, and from no other")
  func marks() {
    let long = DeliveryMark("$JS.ACK.domain.account.S.C.1.5.2.7.0.random")
    #expect(long?.sequence == 5 && long?.delivered == 2 && long?.pending == 0)
    for subject in [nil, "", "$JS.ACK.S.C.1.5.2", "$JS.ACK.S.C.1.x.2.7.0", "a.b.c.d.1.5.2.7.0"] {
      #expect(DeliveryMark(subject) == nil)
    }
  }
}
