// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Testing

@Suite("Link plan", .timeLimit(.minutes(1)))
struct ConnectionPlanTests {
  /// A plan under a manual clock.
  private struct Harness {
    var plan: ConnectionPlan
    var now = LocalTime(microseconds: 5_000_000)
    /// When the oldest unanswered probe was sent.
    var asked: LocalTime?

    init(_ reconnectPolicy: ReconnectPolicy? = ReconnectPolicy(), seed: UInt64 = 1) {
      plan = ConnectionPlan(reconnectPolicy, seed: seed)
    }

    /// Advances to the next wake-up and returns the orders then given.
    mutating func wake() throws -> [ConnectionPlan.Order] {
      now = max(now, try #require(plan.nextWake(unansweredSince: asked)))
      return plan.tick(at: now, unansweredSince: asked)
    }

    /// Dials, opens and is welcomed.
    mutating func settle() {
      #expect(plan.begin() == [.dial(ConnectionNumber(1), .home)])
      #expect(plan.opened(ConnectionNumber(1), at: now) == [.adopt(ConnectionNumber(1))])
      plan.welcomed()
      #expect(plan.nextWake(unansweredSince: asked) == nil)
    }
  }

  private func one(_ orders: [ConnectionPlan.Order]) throws -> LocalTime {
    guard orders.count == 1, case .interrupted(let retryAt)? = orders.first else {
      throw Surprise(orders: orders)
    }
    return retryAt
  }

  private struct Surprise: Error { var orders: [ConnectionPlan.Order] }

  @Test("gives up at once where it never had a session", arguments: [ReconnectPolicy(), nil])
  func firstContact(reconnectPolicy: ReconnectPolicy?) {
    var failed = Harness(reconnectPolicy)
    _ = failed.plan.begin()
    #expect(failed.plan.ended(ConnectionNumber(1), at: failed.now) == [.giveUp])
    #expect(failed.plan.isOver)
    var silent = Harness(reconnectPolicy)
    _ = silent.plan.begin()
    _ = silent.plan.opened(ConnectionNumber(1), at: silent.now)
    #expect(silent.plan.nextWake(unansweredSince: silent.now) == nil)
    #expect(silent.plan.ended(ConnectionNumber(1), at: silent.now) == [.giveUp])
  }

  @Test("without patience a lost connection is the end")
  func impatient() {
    var harness = Harness(nil)
    harness.settle()
    harness.asked = harness.now
    #expect(harness.plan.nextWake(unansweredSince: harness.asked) == nil)
    #expect(harness.plan.ended(ConnectionNumber(1), at: harness.now) == [.giveUp])
  }

  @Test("dials again at once, then ever more seldom, for two minutes", arguments: 1...40)
  func waits(seed: UInt64) throws {
    var harness = Harness(seed: seed)
    harness.settle()
    let lost = harness.now
    var number = 1
    var orders = harness.plan.ended(ConnectionNumber(1), at: harness.now)
    let table = [250, 500, 1000, 2000, 4000, 5000]
    while true {
      if orders == [.giveUp] { break }
      let wait = try one(orders) - harness.now
      if number == 1 {
        #expect((.zero ... .milliseconds(100)).contains(wait))
      } else if lost + .seconds(120) > harness.now + wait {
        let usual = Duration.milliseconds(table[min(number - 2, table.count - 1)])
        #expect(wait >= usual * 0.69 && wait <= usual * 1.31)
      }
      number += 1
      try #require(number < 60)
      #expect(try harness.wake() == [.dial(ConnectionNumber(number), .home)])
      #expect(harness.plan.tick(at: harness.now, unansweredSince: nil) == [])
      harness.now = harness.now + .milliseconds(3)
      orders = harness.plan.ended(ConnectionNumber(number), at: harness.now)
    }
    #expect(harness.now - lost >= .seconds(120))
    #expect(harness.now - lost < .seconds(121))
    #expect(harness.plan.isOver)
    #expect(harness.plan.nextWake(unansweredSince: nil) == nil)
  }

  @Test("waits differ from client to client")
  func jitter() throws {
    let waits = try (1...50).map { seed in
      var harness = Harness(seed: UInt64(seed))
      harness.settle()
      return try one(harness.plan.ended(ConnectionNumber(1), at: harness.now)) - harness.now
    }
    #expect(Set(waits).count > 40)
  }

  @Test("only a welcome ends a break: a server that opens and hangs up is not dialled in a loop")
  func revolvingDoor() throws {
    var harness = Harness()
    harness.settle()
    var last = Duration.zero
    var retry = try one(harness.plan.ended(ConnectionNumber(1), at: harness.now))
    for number in 2...8 {
      #expect(try harness.wake() == [.dial(ConnectionNumber(number), .home)])
      #expect(
        harness.plan.opened(ConnectionNumber(number), at: harness.now) == [
          .adopt(ConnectionNumber(number))
        ])
      retry = try one(harness.plan.ended(ConnectionNumber(number), at: harness.now))
      last = retry - harness.now
    }
    #expect(last > .seconds(3))
    harness.now = retry
    #expect(try harness.wake() == [.dial(ConnectionNumber(9), .home)])
    _ = harness.plan.opened(ConnectionNumber(9), at: harness.now)
    harness.plan.welcomed()
    retry = try one(harness.plan.ended(ConnectionNumber(9), at: harness.now))
    #expect(retry - harness.now <= .milliseconds(100))
  }

  @Test("a dismissal without a time is final, one with a time is kept to")
  func dismissals() throws {
    var final = Harness()
    final.settle()
    final.plan.dismissed(comeBackAfter: nil, at: final.now)
    #expect(final.plan.ended(ConnectionNumber(1), at: final.now) == [.giveUp])
    var later = Harness()
    later.settle()
    later.plan.dismissed(comeBackAfter: .seconds(300), at: later.now)
    let due = try one(later.plan.ended(ConnectionNumber(1), at: later.now)) - later.now
    #expect(due >= .seconds(300) && due <= .seconds(390))
    #expect(try later.wake() == [.dial(ConnectionNumber(2), .home)])
    let orders = later.plan.ended(ConnectionNumber(2), at: later.now)
    #expect(try one(orders) - later.now < .seconds(1))
  }

  @Test("a server that defers the very first hello is redialled when it says")
  func firstHelloPutOff() throws {
    var harness = Harness()
    _ = harness.plan.begin()
    _ = harness.plan.opened(ConnectionNumber(1), at: harness.now)
    harness.plan.dismissed(comeBackAfter: .seconds(5), at: harness.now)
    let due = try one(harness.plan.ended(ConnectionNumber(1), at: harness.now)) - harness.now
    #expect(due >= .seconds(5) && due <= .milliseconds(6500))
    #expect(try harness.wake() == [.dial(ConnectionNumber(2), .home)])
    // The server is not reachable at first, but the client was told to reconnect, so it retries.
    _ = try one(harness.plan.ended(ConnectionNumber(2), at: harness.now))
    #expect(try harness.wake() == [.dial(ConnectionNumber(3), .home)])
    #expect(
      harness.plan.opened(ConnectionNumber(3), at: harness.now) == [.adopt(ConnectionNumber(3))])
    harness.plan.welcomed()
    #expect(harness.plan.nextWake(unansweredSince: nil) == nil)
    var final = Harness()
    _ = final.plan.begin()
    _ = final.plan.opened(ConnectionNumber(1), at: final.now)
    final.plan.dismissed(comeBackAfter: nil, at: final.now)
    #expect(final.plan.ended(ConnectionNumber(1), at: final.now) == [.giveUp])
    var impatient = Harness(nil)
    _ = impatient.plan.begin()
    _ = impatient.plan.opened(ConnectionNumber(1), at: impatient.now)
    impatient.plan.dismissed(comeBackAfter: .seconds(5), at: impatient.now)
    #expect(impatient.plan.ended(ConnectionNumber(1), at: impatient.now) == [.giveUp])
  }

  @Test("a server that puts a client off again and again is given up", arguments: [true, false])
  func putOffForever(hasSession: Bool) throws {
    var harness = Harness()
    if hasSession {
      harness.settle()
    } else {
      _ = harness.plan.begin()
      _ = harness.plan.opened(ConnectionNumber(1), at: harness.now)
    }
    let began = harness.now
    var number = 1
    while true {
      harness.plan.dismissed(comeBackAfter: .seconds(2), at: harness.now)
      let orders = harness.plan.ended(ConnectionNumber(number), at: harness.now)
      if orders == [.giveUp] { break }
      #expect(try one(orders) - harness.now >= .seconds(2))
      number += 1
      try #require(number < 80, "It is dialled without end.")
      #expect(try harness.wake() == [.dial(ConnectionNumber(number), .home)])
      _ = harness.plan.opened(ConnectionNumber(number), at: harness.now)
    }
    #expect(harness.now - began >= .seconds(110))
    #expect(harness.now - began < .seconds(130))
  }

  @Test("a permanent failure ends all attempts")
  func hopeless() throws {
    var harness = Harness()
    harness.settle()
    _ = try one(harness.plan.ended(ConnectionNumber(1), at: harness.now))
    _ = try harness.wake()
    #expect(harness.plan.ended(ConnectionNumber(2), mayRetry: false, at: harness.now) == [.giveUp])
  }

  @Test("a silent connection gets a rival after six seconds, and the rival wins by opening")
  func rivalWins() throws {
    var harness = Harness()
    harness.settle()
    let asked = harness.now + .seconds(1)
    harness.asked = asked
    #expect(harness.plan.nextWake(unansweredSince: asked) == asked + .seconds(6))
    #expect(
      try harness.wake() == [.interrupted(retryAt: harness.now), .dial(ConnectionNumber(2), .home)])
    #expect(harness.plan.current == ConnectionNumber(1))
    #expect(
      harness.plan.opened(ConnectionNumber(2), at: harness.now) == [
        .hangUp(ConnectionNumber(1)), .adopt(ConnectionNumber(2)),
      ])
    #expect(harness.plan.heard(ConnectionNumber(1), at: harness.now) == [])
    #expect(harness.plan.ended(ConnectionNumber(1), at: harness.now) == [])
    #expect(harness.plan.current == ConnectionNumber(2))
  }

  @Test("a silent connection that answers first is kept, and its rival dropped")
  func rivalLoses() throws {
    var harness = Harness()
    harness.settle()
    harness.asked = harness.now
    _ = try harness.wake()
    #expect(
      harness.plan.heard(ConnectionNumber(1), at: harness.now) == [
        .hangUp(ConnectionNumber(2)), .restored,
      ])
    #expect(
      harness.plan.opened(ConnectionNumber(2), at: harness.now) == [.hangUp(ConnectionNumber(2))])
    #expect(harness.plan.heard(ConnectionNumber(1), at: harness.now) == [])
    #expect(harness.plan.current == ConnectionNumber(1))
  }

  @Test("anything that comes counts as an answer")
  func heardOtherwise() throws {
    var harness = Harness()
    harness.settle()
    let asked = harness.now
    harness.now = harness.now + .seconds(4)
    _ = harness.plan.heard(ConnectionNumber(1), at: harness.now)
    #expect(harness.plan.nextWake(unansweredSince: asked) == harness.now + .seconds(6))
  }

  @Test("a silent connection that ends leaves the race to its rival")
  func silentEnds() throws {
    var harness = Harness()
    harness.settle()
    harness.asked = harness.now
    _ = try harness.wake()
    #expect(try one(harness.plan.ended(ConnectionNumber(1), at: harness.now)) == harness.now)
    #expect(harness.plan.nextWake(unansweredSince: nil) == nil)
    #expect(
      harness.plan.opened(ConnectionNumber(2), at: harness.now) == [.adopt(ConnectionNumber(2))])
  }

  @Test("rivals that fail follow each other, until it is given up with all that is open")
  func rivalsFail() throws {
    var harness = Harness()
    harness.settle()
    harness.asked = harness.now
    _ = try harness.wake()
    let began = harness.now
    var number = 2
    var orders = harness.plan.ended(ConnectionNumber(2), at: harness.now)
    while orders.last != .giveUp {
      _ = try one(orders)
      number += 1
      try #require(number < 60)
      #expect(try harness.wake() == [.dial(ConnectionNumber(number), .home)])
      orders = harness.plan.ended(ConnectionNumber(number), mayRetry: false, at: harness.now)
    }
    #expect(orders == [.hangUp(ConnectionNumber(1)), .giveUp])
    #expect(harness.now - began >= .seconds(120))
  }

  @Test("closing hangs up whatever is open, once", arguments: [false, true])
  func closing(isRacing: Bool) throws {
    var harness = Harness()
    harness.settle()
    harness.asked = harness.now
    if isRacing { _ = try harness.wake() }
    let rival: [ConnectionPlan.Order] = isRacing ? [.hangUp(ConnectionNumber(2))] : []
    #expect(harness.plan.close() == [.hangUp(ConnectionNumber(1))] + rival + [.giveUp])
    #expect(harness.plan.close() == [])
    #expect(harness.plan.ended(ConnectionNumber(1), at: harness.now) == [])
    #expect(harness.plan.heard(ConnectionNumber(1), at: harness.now) == [])
    #expect(harness.plan.nextWake(unansweredSince: harness.now) == nil)
  }

  @Test("whatever happens in whatever order, one connection at most is spoken over")
  func anyOrder() throws {
    for seed in UInt64(1)...400 {
      var dice = seed
      func roll(_ sides: UInt64) -> UInt64 {
        dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (dice >> 33) % sides
      }
      var plan = ConnectionPlan(ReconnectPolicy(), seed: seed)
      var now = LocalTime(microseconds: 0)
      var dialled = 0
      var open: Set<ConnectionNumber> = []
      let urls = ["wss://a.org", "wss://b.a.org", "wss://a.org/c", "wss://d.org"]
      var orders = plan.begin(home: seed % 4 == 0 ? nil : try ServerURL(urls[0]))
      for _ in 0..<300 {
        for order in orders {
          switch order {
          case .dial(let number, _):
            dialled += 1
            #expect(number.rawValue == dialled)
          case .hangUp(let number): open.remove(number)
          case .adopt(let number), .adoptMeasured(let number):
            open.insert(number)
            #expect(plan.current == number)
          default: break
          }
        }
        orders = []
        #expect(open.count <= 1, "Seed \(seed).")
        now = now + .milliseconds(Int64(roll(3000)))
        let number = ConnectionNumber(max(1, dialled - Int(roll(3))))
        switch roll(9) {
        case 0: orders = plan.opened(number, at: now)
        case 1: orders = plan.heard(number, at: now)
        case 2:
          if plan.current != nil { plan.welcomed() }
          plan.settled(at: now)
        case 3:
          if roll(8) == 0 {
            orders = plan.ended(number, at: now)
            open.remove(number)
          }
        case 4: orders = plan.moved(to: urls[Int(roll(4))], at: now)
        case 5: orders = plan.moving(to: urls[Int(roll(4))], at: now)
        default:
          orders = plan.tick(at: now, unansweredSince: roll(2) == 0 ? now + .seconds(-9) : nil)
        }
      }
    }
  }
}
