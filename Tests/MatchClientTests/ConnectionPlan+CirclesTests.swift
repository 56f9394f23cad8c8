// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchClient

@Suite("Link plan, led in a circle", .timeLimit(.minutes(1)))
struct ConnectionPlanCirclesTests {
  @Test("the fourth move within ten seconds is not followed")
  func tooOften() throws {
    var harness = try MovedPlan(in: .connected)
    for (index, url) in [MovedPlan.other, MovedPlan.third, MovedPlan.other].enumerated() {
      #expect(harness.plan.moved(to: url, at: harness.now).count == 1)
      harness.open(ConnectionNumber(index + 2))
    }
    harness.now = harness.now + .seconds(9)
    let orders = harness.plan.moved(to: MovedPlan.third, at: harness.now)
    #expect(
      MovedPlan.kinds(orders) == [
        .notFollowed(.tooOften), .hangUp(ConnectionNumber(4)), MovedPlan.interrupted,
      ])
    #expect(try harness.wake() == [.dial(ConnectionNumber(5), .home)])
    harness.open(ConnectionNumber(5))
    harness.now = harness.now + .seconds(1)
    #expect(
      harness.plan.moved(to: MovedPlan.third, at: harness.now)
        == [.dial(ConnectionNumber(6), try MovedPlan.node(MovedPlan.third))])
  }

  /// What a world does that never lets a client rest.
  enum Circle: CaseIterable {
    case everyNodeMoves, nodesAreDead, nodesHangUp, addressIsForbidden, nodesSendHome
  }

  @Test(
    "a circle ends after two minutes, ever more slowly, and is spoken of once",
    arguments: Circle.allCases)
  func circle(_ kind: Circle) throws {
    var harness = try MovedPlan(in: .connected)
    let began = harness.now
    var (dials, problems) = (1, 0)
    var orders = harness.plan.moved(
      to: kind == .addressIsForbidden ? MovedPlan.forbidden : MovedPlan.other, at: harness.now)
    while !orders.contains(.giveUp) {
      problems += orders.count { if case .notFollowed = $0 { true } else { false } }
      guard case .dial(let number, let target)? = orders.last else {
        orders = try harness.wake()
        continue
      }
      dials += 1
      try #require(dials < 150, "It is dialled without end.")
      harness.now = harness.now + .milliseconds(20)
      if target != .home, kind == .nodesAreDead {
        orders = harness.plan.ended(number, at: harness.now)
        continue
      }
      _ = harness.plan.opened(number, at: harness.now)
      if target != .home, kind == .nodesHangUp {
        orders = harness.plan.ended(number, at: harness.now)
        continue
      }
      harness.plan.welcomed()
      harness.plan.settled(at: harness.now)
      if target != .home, kind == .nodesSendHome {
        harness.plan.dismissed(
          comeBackAfter: .milliseconds(250), isElsewhere: true, at: harness.now)
        orders = harness.plan.ended(number, at: harness.now)
        continue
      }
      let url = target == .home ? MovedPlan.other : MovedPlan.third
      orders = harness.plan.moved(
        to: kind == .addressIsForbidden ? MovedPlan.forbidden : url, at: harness.now)
    }
    #expect(problems <= 1)
    #expect(harness.now - began >= .seconds(110) && harness.now - began <= .seconds(140))
  }

  @Test("a client at rest for ten seconds has everything ahead of it again")
  func rest() throws {
    var harness = try MovedPlan(in: .connected)
    _ = harness.plan.moved(to: MovedPlan.forbidden, at: harness.now)
    _ = try harness.wake()
    harness.open(MovedPlan.two)
    harness.now = harness.now + .seconds(9)
    harness.plan.settled(at: harness.now)
    #expect(
      !harness.plan.moved(to: MovedPlan.forbidden, at: harness.now).contains(
        .notFollowed(.otherHost)))
    _ = try harness.wake()
    harness.open(MovedPlan.three)
    harness.now = harness.now + .seconds(10)
    harness.plan.settled(at: harness.now)
    let lost = harness.now
    let orders = harness.plan.moved(to: MovedPlan.forbidden, at: harness.now)
    #expect(orders.first == .notFollowed(.otherHost))
    #expect(try harness.wake() == [.dial(ConnectionNumber(4), .home)])
    #expect(harness.now - lost <= .milliseconds(100))
  }

  @Test("a client without an address follows nothing")
  func homeless() {
    var plan = ConnectionPlan(ReconnectPolicy(), seed: 1)
    let now = LocalTime(microseconds: 0)
    _ = plan.begin()
    _ = plan.opened(MovedPlan.one, at: now)
    plan.welcomed()
    #expect(!plan.followsMoves)
    #expect(plan.moved(to: MovedPlan.other, at: now) == [])
    #expect(plan.moving(to: MovedPlan.other, at: now) == [])
  }
}
