// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchClient

@Suite("Link plan, standing by", .timeLimit(.minutes(1)))
struct ConnectionPlanStandbyTests {
  /// Connected, and standing by for the other node.
  private func standingBy() throws -> MovedPlan {
    var harness = try MovedPlan(in: .connected)
    #expect(
      harness.plan.moving(to: MovedPlan.other, at: harness.now)
        == [.dial(MovedPlan.two, try MovedPlan.node(MovedPlan.other))])
    return harness
  }

  @Test("an open standby connection is adopted at once by the move that was announced")
  func standby() throws {
    var harness = try standingBy()
    #expect(harness.plan.opened(MovedPlan.two, at: harness.now) == [.measure(MovedPlan.two)])
    #expect(harness.plan.current == MovedPlan.one)
    #expect(
      harness.plan.moved(to: MovedPlan.other, at: harness.now)
        == [.hangUp(MovedPlan.one), .changeServer, .adoptMeasured(MovedPlan.two)])
    #expect(harness.plan.current == MovedPlan.two)
    #expect(harness.plan.nextWake(unansweredSince: nil) == nil)
  }

  @Test("a standby connection that is not open yet becomes the move's")
  func standbyLate() throws {
    var harness = try standingBy()
    #expect(harness.plan.moved(to: MovedPlan.other, at: harness.now) == [])
    #expect(harness.plan.isMoving && harness.plan.nextWake(unansweredSince: nil) == nil)
    #expect(
      harness.plan.opened(MovedPlan.two, at: harness.now)
        == [.hangUp(MovedPlan.one), .changeServer, .adopt(MovedPlan.two)])
  }

  @Test(
    "a standby connection is hung up after four seconds, open or not", arguments: [true, false])
  func standbyTooLong(isOpen: Bool) throws {
    var harness = try standingBy()
    let began = harness.now
    if isOpen { _ = harness.plan.opened(MovedPlan.two, at: harness.now) }
    #expect(try harness.wake() == [.hangUp(MovedPlan.two)])
    #expect(harness.now - began == .seconds(4))
    #expect(
      harness.plan.moved(to: MovedPlan.other, at: harness.now)
        == [.dial(MovedPlan.three, try MovedPlan.node(MovedPlan.other))],
      "The move is followed all the same.")
  }

  @Test("a standby connection that fails or ends changes nothing", arguments: [true, false])
  func standbyRefused(isOpen: Bool) throws {
    var harness = try standingBy()
    if isOpen { _ = harness.plan.opened(MovedPlan.two, at: harness.now) }
    #expect(harness.plan.ended(MovedPlan.two, mayRetry: false, at: harness.now) == [])
    #expect(
      harness.plan.current == MovedPlan.one && harness.plan.nextWake(unansweredSince: nil) == nil)
  }

  @Test("a move to another node than the announced one drops the standby connection")
  func standbyOfAnother() throws {
    var harness = try standingBy()
    _ = harness.plan.opened(MovedPlan.two, at: harness.now)
    #expect(
      harness.plan.moved(to: MovedPlan.third, at: harness.now)
        == [.hangUp(MovedPlan.two), .dial(MovedPlan.three, try MovedPlan.node(MovedPlan.third))])
    #expect(harness.plan.opened(MovedPlan.two, at: harness.now) == [.hangUp(MovedPlan.two)])
  }

  @Test("there is one standby connection, and three within ten seconds")
  func standbys() throws {
    var harness = try standingBy()
    #expect(harness.plan.moving(to: MovedPlan.other, at: harness.now) == [])
    #expect(
      harness.plan.moving(to: MovedPlan.third, at: harness.now)
        == [.hangUp(MovedPlan.two), .dial(MovedPlan.three, try MovedPlan.node(MovedPlan.third))])
    #expect(harness.plan.moving(to: MovedPlan.other, at: harness.now).count == 2)
    #expect(harness.plan.moving(to: MovedPlan.third, at: harness.now) == [])
  }

  @Test("a standby connection outlives the loss of the present one, but not the end")
  func standbyAlone() throws {
    var harness = try standingBy()
    _ = harness.plan.opened(MovedPlan.two, at: harness.now)
    _ = harness.plan.ended(MovedPlan.one, at: harness.now)
    #expect(try harness.wake() == [.dial(MovedPlan.three, .home)])
    harness.open(MovedPlan.three)
    #expect(
      harness.plan.close() == [.hangUp(MovedPlan.three), .hangUp(MovedPlan.two), .giveUp])
  }
}
