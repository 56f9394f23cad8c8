// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchClient

@Suite("Link plan, moved to another node", .timeLimit(.minutes(1)))
struct ConnectionPlanMovesTests {
  // MARK: Each state

  @Test("a move in each state", arguments: MovedPlan.State.allCases)
  func moved(state: MovedPlan.State) throws {
    var harness = try MovedPlan(in: state)
    let next = ConnectionNumber([.connected].contains(state) ? 2 : 3)
    let dial = ConnectionPlan.Order.dial(next, try MovedPlan.node(MovedPlan.third))
    let expected: [ConnectionPlan.Order] =
      switch state {
      case .connected, .rivalFailed: [dial]
      case .moving, .racing: [.hangUp(MovedPlan.two), dial]
      case .connecting, .backingOff, .over: []
      }
    let due = harness.plan.nextWake(unansweredSince: nil)
    #expect(harness.plan.moved(to: MovedPlan.third, at: harness.now) == expected)
    #expect(harness.plan.isMoving == !expected.isEmpty)
    #expect(harness.plan.nextWake(unansweredSince: nil) == (expected.isEmpty ? due : nil))
  }

  @Test("a move that is not followed in each state", arguments: MovedPlan.State.allCases)
  func notFollowed(state: MovedPlan.State) throws {
    var harness = try MovedPlan(in: state)
    let hung: [ConnectionPlan.Order] =
      [.moving, .racing].contains(state)
      ? [.hangUp(MovedPlan.two), .hangUp(MovedPlan.one)] : [.hangUp(MovedPlan.one)]
    let isConnected = harness.plan.current != nil
    let expected = isConnected ? [.notFollowed(.otherHost)] + hung + [MovedPlan.interrupted] : []
    #expect(
      MovedPlan.kinds(harness.plan.moved(to: MovedPlan.forbidden, at: harness.now)) == expected)
    #expect(harness.plan.current == nil && !harness.plan.isMoving)
    guard isConnected else { return }
    let next = ConnectionNumber(state == .connected ? 2 : 3)
    #expect(try harness.wake() == [.dial(next, .home)])
  }

  @Test("an announced move in each state", arguments: MovedPlan.State.allCases)
  func moving(state: MovedPlan.State) throws {
    var harness = try MovedPlan(in: state)
    let next = ConnectionNumber(state == .connected ? 2 : 3)
    let isTaken = [.connected, .racing, .rivalFailed].contains(state)
    let expected: [ConnectionPlan.Order] =
      isTaken ? [.dial(next, try MovedPlan.node(MovedPlan.third))] : []
    let (current, isMoving) = (harness.plan.current, harness.plan.isMoving)
    #expect(harness.plan.moving(to: MovedPlan.third, at: harness.now) == expected)
    #expect(harness.plan.current == current && harness.plan.isMoving == isMoving)
    #expect(harness.plan.moving(to: MovedPlan.forbidden, at: harness.now) == [])
  }

  // MARK: Following

  @Test("the present connection is kept until the node's is open, whatever comes over it")
  func follows() throws {
    var harness = try MovedPlan(in: .moving)
    #expect(harness.plan.current == MovedPlan.one)
    #expect(harness.plan.heard(MovedPlan.one, at: harness.now) == [])
    #expect(
      harness.plan.moved(to: MovedPlan.other, at: harness.now) == [], "It is dialled already.")
    #expect(
      harness.plan.opened(MovedPlan.two, at: harness.now)
        == [.hangUp(MovedPlan.one), .changeServer, .adopt(MovedPlan.two)])
    #expect(harness.plan.current == MovedPlan.two && !harness.plan.isMoving)
  }

  @Test("the present connection may end meanwhile without a word")
  func endsMeanwhile() throws {
    var harness = try MovedPlan(in: .moving)
    #expect(harness.plan.ended(MovedPlan.one, at: harness.now) == [])
    #expect(
      harness.plan.opened(MovedPlan.two, at: harness.now) == [.changeServer, .adopt(MovedPlan.two)])
  }

  @Test(
    "a node that cannot be reached is given up for home", arguments: [true, false], [true, false])
  func unreachable(mayRetry: Bool, isConnected: Bool) throws {
    var harness = try MovedPlan(in: .moving)
    if !isConnected { _ = harness.plan.ended(MovedPlan.one, at: harness.now) }
    let orders = harness.plan.ended(MovedPlan.two, mayRetry: mayRetry, at: harness.now)
    #expect(
      MovedPlan.kinds(orders) == (isConnected ? [.hangUp(MovedPlan.one)] : []) + [
        MovedPlan.interrupted
      ])
    #expect(try harness.wake() == [.dial(MovedPlan.three, .home)])
    #expect(harness.plan.opened(MovedPlan.three, at: harness.now) == [.adopt(MovedPlan.three)])
  }

  @Test("without patience a node that cannot be reached is the end")
  func impatient() throws {
    var harness = try MovedPlan(nil)
    harness.open(MovedPlan.one)
    _ = harness.plan.moved(to: MovedPlan.other, at: harness.now)
    #expect(
      harness.plan.ended(MovedPlan.two, at: harness.now) == [.hangUp(MovedPlan.one), .giveUp])
  }

  @Test("a lost node is redialled once, and then home")
  func redialled() throws {
    var harness = try MovedPlan(in: .moving)
    harness.open(MovedPlan.two)
    _ = harness.plan.ended(MovedPlan.two, at: harness.now)
    #expect(try harness.wake() == [.dial(MovedPlan.three, MovedPlan.node(MovedPlan.other))])
    // Whatever the reason: at home all may be well.
    let orders = harness.plan.ended(MovedPlan.three, mayRetry: false, at: harness.now)
    #expect(MovedPlan.kinds(orders) == [MovedPlan.interrupted])
    #expect(try harness.wake() == [.dial(ConnectionNumber(4), .home)])
    #expect(
      harness.plan.opened(ConnectionNumber(4), at: harness.now)
        == [.changeServer, .adopt(ConnectionNumber(4))])
  }

  @Test("a node that opens, but ends before its welcome, is not redialled")
  func noWelcome() throws {
    var harness = try MovedPlan(in: .moving)
    _ = harness.plan.opened(MovedPlan.two, at: harness.now)
    _ = harness.plan.ended(MovedPlan.two, at: harness.now)
    #expect(try harness.wake() == [.dial(MovedPlan.three, .home)])
  }

  @Test(
    "a silent node gets a rival there; one that was never heard, at home", arguments: [true, false])
  func silentNode(isWelcome: Bool) throws {
    var harness = try MovedPlan(in: .moving)
    _ = harness.plan.opened(MovedPlan.two, at: harness.now)
    if isWelcome { harness.plan.welcomed() }
    let target = isWelcome ? try MovedPlan.node(MovedPlan.other) : .home
    #expect(
      harness.silent() == [.interrupted(retryAt: harness.now), .dial(MovedPlan.three, target)])
  }

  @Test("a node that sends its clients home is not redialled, and its time is kept to")
  func elsewhere() throws {
    var harness = try MovedPlan(in: .moving)
    harness.open(MovedPlan.two)
    harness.plan.dismissed(
      comeBackAfter: .milliseconds(250), isElsewhere: true, at: harness.now)
    let closed = harness.now
    _ = harness.plan.ended(MovedPlan.two, at: harness.now)
    #expect(try harness.wake() == [.dial(MovedPlan.three, .home)])
    #expect(harness.now - closed >= .milliseconds(250))
  }

  @Test("a move to the node of the present connection is followed like any other")
  func toItself() throws {
    var harness = try MovedPlan(in: .moving)
    harness.open(MovedPlan.two)
    #expect(
      harness.plan.moved(to: MovedPlan.other, at: harness.now)
        == [.dial(MovedPlan.three, try MovedPlan.node(MovedPlan.other))])
    #expect(
      harness.plan.opened(MovedPlan.three, at: harness.now)
        == [.hangUp(MovedPlan.two), .adopt(MovedPlan.three)], "The server is the same.")
  }
}
