// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import MatchServer

@Suite("A server's lifecycle", .timeLimit(.minutes(1)))
struct LifecycleTests {
  private let now = ServerTime(microseconds: 1_000_000_000)

  @Test("drains until the last match is over, and says so once")
  func drains() throws {
    var lifecycle = Lifecycle()
    let isNew = try (1...2).map { _ in try lifecycle.drain(within: nil, now: now) }
    #expect(isNew == [true, false])
    #expect(lifecycle.isDraining && lifecycle.beginsNothing && lifecycle.nextWake == now)
    var isOver = lifecycle.completesDraining(runningMatches: 2, now: now)
    let wake = try #require(lifecycle.nextWake)
    #expect(!isOver && wake > now)
    isOver = lifecycle.completesDraining(runningMatches: 0, now: now)
    #expect(!isOver, "Matches are counted at intervals.")
    isOver = lifecycle.completesDraining(runningMatches: 0, now: wake)
    #expect(isOver && lifecycle.nextWake == nil)
    isOver = lifecycle.completesDraining(runningMatches: 0, now: wake + .seconds(9))
    #expect(!isOver)
    lifecycle.leave(.stopping, runningMatches: 0, now: wake)
    #expect(lifecycle.farewell == .drained)
  }

  @Test("ends draining at its deadline, and leaves the running matches to the next server")
  func drainsInVain() throws {
    var lifecycle = Lifecycle()
    _ = try lifecycle.drain(within: .milliseconds(300), now: now)
    var isOver = lifecycle.completesDraining(runningMatches: 1, now: now)
    let deadline = try #require(lifecycle.nextWake)
    #expect(!isOver && deadline == now + .milliseconds(300))
    #expect(lifecycle.drainDeadline == deadline)
    isOver = lifecycle.completesDraining(runningMatches: 1, now: deadline)
    #expect(isOver)
    lifecycle.leave(.restarting(retryAfter: .seconds(1)), runningMatches: 1, now: deadline)
    #expect(lifecycle.farewell == .restarting(retryAfter: .seconds(1)))
  }

  @Test("cancels draining, but neither what is not draining nor a shutdown")
  func cancels() throws {
    var lifecycle = Lifecycle()
    #expect(throws: AdminRefusal.self) { try lifecycle.cancelDrain() }
    _ = try lifecycle.drain(within: nil, now: now)
    try lifecycle.cancelDrain()
    #expect(!lifecycle.isDraining && !lifecycle.beginsNothing && lifecycle.nextWake == nil)
    _ = try lifecycle.drain(within: nil, now: now)
    lifecycle.leave(.stopping, runningMatches: 1, now: now)
    #expect(throws: AdminRefusal.self) { try lifecycle.cancelDrain() }
    #expect(throws: AdminRefusal.self) { try lifecycle.drain(within: nil, now: now) }
  }

  @Test(
    "closes everyone once the journal has answered, or the time is up", arguments: [true, false])
  func leaves(isAnswered: Bool) {
    var lifecycle = Lifecycle()
    lifecycle.awaitRecord()
    lifecycle.leave(.stopping, runningMatches: 0, now: now)
    lifecycle.leave(.restarting(retryAfter: .zero), runningMatches: 0, now: now)
    #expect(lifecycle.farewell == .stopping, "The first shutdown counts.")
    let deadline = now + Lifecycle.flushLimit
    var closes = lifecycle.closesEveryone(now: now)
    #expect(!closes && lifecycle.nextWake == deadline)
    if isAnswered { lifecycle.answered(1) }
    closes = lifecycle.closesEveryone(now: isAnswered ? now : deadline)
    #expect(closes && lifecycle.nextWake == nil)
    closes = lifecycle.closesEveryone(now: deadline)
    #expect(!closes)
  }
}
