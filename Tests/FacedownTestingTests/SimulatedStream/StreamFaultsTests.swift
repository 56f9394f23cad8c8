// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Testing

@testable import FacedownTesting

@Suite("Faults of the simulated stream", .timeLimit(.minutes(5)))
struct StreamFaultsTests {
  @Test("leave the contract's rooms as they are", arguments: SharedJournalContract.roomsUnderFaults)
  func rooms(promise: SharedJournalContract.Case) async throws {
    for seed in UInt64(1)...15 {
      let faults: Set<StreamFault> = [.lostAnswers, .lateAppends, .spuriousRefusals]
      try await promise.check(StreamUnderTest(seed: seed, faults: faults).underTest)
    }
  }

  @Test("with stale reads too", arguments: SharedJournalContract.appendsUnderFaults)
  func appends(promise: SharedJournalContract.Case) async throws {
    for seed in UInt64(1)...15 {
      let faults = Set(StreamFault.allCases)
      try await promise.check(StreamUnderTest(seed: seed, faults: faults).underTest)
    }
  }

  @Test("are noticed if a claim trusts a stale read")
  func trusting() async throws {
    let promise = try #require(
      SharedJournalContract.all.first { $0.description.contains("again and again") })
    var broken = 0
    for seed in UInt64(1)...20 {
      let stream = StreamUnderTest(seed: seed, faults: [.staleReads], sabotage: .trustsStaleRead)
      do { try await promise.check(stream.underTest) } catch { broken += 1 }
    }
    #expect(broken > 0)
  }

  @Test("delay steps, each of which lands once", arguments: StreamFault.allCases)
  func delays(fault: StreamFault) async throws {
    let calm = try await workload(seed: 1, faults: [])
    let run = try await workload(seed: 1, faults: [fault])
    #expect(run.entries == calm.entries && run.entries.count == 200)
    #expect(run.moments.reduce(0, +) > calm.moments.reduce(0, +))
  }

  @Test("are the same for the same seed")
  func replays() async throws {
    let faults = Set(StreamFault.allCases)
    let first = try await workload(seed: 7, faults: faults)
    #expect(try await workload(seed: 7, faults: faults) == first)
    #expect(try await workload(seed: 8, faults: faults).moments != first.moments)
  }

  @Test("of a lost leader are certain, and over with the next one")
  func leaderLoss() async throws {
    let tested = StreamUnderTest()
    let (owner, other) = (
      try await tested.underTest.node("a"), try await tested.underTest.node("b")
    )
    try await owner.land(step(1))
    let end = tested.stream.now + .seconds(6)
    tested.stream.loseLeader(until: end)
    #expect(try await owner.append(step(2, theme: "lost")) == .failed(room))
    #expect(try await other.claim(code, from: [owner.id: .zero], now: .zero) == .unavailable)
    #expect(try await !owner.announce(rooms: 1))
    #expect(tested.stream.now < end)
    tested.stream.proceed(to: end)
    try await owner.land(step(2))
    let (found, _) = try await other.take(code, from: [owner.id: .zero], now: .zero)
    #expect(found.entries == step(1).entries + step(2).entries)
  }

  @Test("that hit a step under way leave it unclear until a leader is there")
  func unclear() async throws {
    let tested = StreamUnderTest()
    let owner = try await tested.underTest.node("a")
    try await owner.land(step(1))
    let begun = try await owner.begin(.step(step(2)))
    let end = tested.stream.now + .seconds(6)
    tested.stream.loseLeader(until: end)
    tested.stream.proceed(to: end - .microseconds(1))
    #expect(begun.count == 0)
    #expect(try await owner.outcome(begun) == .landed(room))
    try await owner.land(step(3))
  }

  @Test("that cut a node off leave its rooms to others, as it learns afterwards", arguments: 1...20)
  func cuts(seed: Int) async throws {
    let tested = StreamUnderTest(seed: UInt64(seed))
    let store = tested.underTest
    let (owner, other) = (try await store.node("a"), try await store.node("b"))
    try await owner.land(step(1))
    let end = tested.stream.now + .seconds(12)
    tested.journals[0].cut(until: end)
    let begun = try await owner.begin(.step(step(2)))
    tested.stream.proceed(to: tested.stream.now + .seconds(5))
    #expect(begun.count == 0)
    let (found, _) = try await other.take(code, from: [owner.id: .zero], now: .zero)
    #expect(found.entries == step(1).entries)
    try await other.land(step(2, theme: "other"))
    #expect(begun.count == 0 && tested.stream.now < end)
    #expect(try await owner.outcome(begun) == .lost(room, to: other.id))
    #expect(tested.stream.now >= end)
    try await other.land(step(3))
  }

  // MARK: Helpers

  private let room = SharedJournalContract.room
  private let code = SharedJournalContract.code

  private func step(_ number: UInt64, theme: String = "animals") -> Batch {
    SharedJournalContract.step(number...number, theme: theme)
  }

  /// What a run of many steps looks like from outside.
  private struct Run: Equatable {
    var entries: [Entry]
    /// When each step was reported.
    var moments: [Int64]
  }

  /// Two hundred steps by nodes that claim the room one from the other.
  private func workload(seed: UInt64, faults: Set<StreamFault>) async throws -> Run {
    let tested = StreamUnderTest(seed: seed, faults: faults)
    let store = tested.underTest
    var owner = try await store.node("n0")
    var run = Run(entries: [], moments: [])
    for number in UInt64(1)...200 {
      if number.isMultiple(of: 10) {
        let next = try await store.node("n\(number)")
        run.entries = try await next.take(code, from: [owner.id: .zero], now: .zero).room.entries
        owner = next
      }
      try await owner.land(step(number))
      run.moments.append(tested.stream.now.microseconds)
    }
    let last = try await store.node("last")
    run.entries = try await last.take(code, from: [owner.id: .zero], now: .zero).room.entries
    return run
  }
}
