// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Protocol
import Testing

@testable import MatchServer

@Suite("The time that a relay tells", .timeLimit(.minutes(1)))
struct RelayClockTests {
  private let start = ServerTime(microseconds: 1_000_000_000_000)

  /// A reading after some seconds, of an owner that is ahead by so many milliseconds.
  private func reading(
    after seconds: Double, ahead milliseconds: Double, rate: Double = 0, bound: Duration = .zero
  ) -> OwnerTime {
    let own = start + .microseconds(Int64(seconds * 1e6))
    return OwnerTime(
      own: own, owner: own + .microseconds(Int64(milliseconds * 1e3)), rate: rate, bound: bound,
      loosening: 0)
  }

  /// How far the told time is ahead of the relay's own, in milliseconds.
  private func ahead(_ clock: RelayClock, after seconds: Double) -> Double {
    let own = start + .microseconds(Int64(seconds * 1e6))
    return Double((clock.time(at: own) - own).wholeMicroseconds) / 1e3
  }

  @Test("is the owner's from the first reading on, however far that is")
  func first() {
    var clock = RelayClock(epoch: 7)
    #expect(!clock.isSet && clock.bound(at: start) == nil)
    let isStep = clock.follow(reading(after: 0, ahead: -86_400_000), newEpoch: 8)
    #expect(!isStep)
    #expect(ahead(clock, after: 0) == -86_400_000 && clock.epoch == 7)
  }

  @Test("follows a better estimate without a jump, no faster than a clock may drift")
  func slews() {
    var clock = RelayClock(epoch: 7)
    _ = clock.follow(reading(after: 0, ahead: 0), newEpoch: 8)
    let isStep = clock.follow(reading(after: 10, ahead: 12), newEpoch: 8)
    #expect(!isStep)
    var last = ahead(clock, after: 10)
    #expect(abs(last) < 0.002)
    for second in stride(from: 11.0, through: 80, by: 1) {
      let next = ahead(clock, after: second)
      #expect(next - last <= 0.2 + 0.002 && next >= last)
      last = next
    }
    #expect(abs(last - 12) < 0.002 && clock.epoch == 7)
  }

  @Test("never runs backwards between readings, and follows the owner's rate")
  func rate() {
    var clock = RelayClock(epoch: 7)
    _ = clock.follow(reading(after: 0, ahead: 50, rate: -150e-6), newEpoch: 8)
    #expect(abs(ahead(clock, after: 100) - 35) < 0.01)
    _ = clock.follow(reading(after: 100, ahead: 0, rate: -150e-6), newEpoch: 8)
    var before = clock.time(at: start + .seconds(100))
    for second in 101...400 {
      let now = clock.time(at: start + .seconds(second))
      #expect(now > before)
      before = now
    }
  }

  @Test("steps where the owner's clock has, with a new epoch")
  func steps() {
    var clock = RelayClock(epoch: 7)
    _ = clock.follow(reading(after: 0, ahead: 0), newEpoch: 8)
    let small = clock.follow(reading(after: 1, ahead: 99), newEpoch: 8)
    #expect(!small && clock.epoch == 7)
    let large = clock.follow(reading(after: 2, ahead: 500), newEpoch: 9)
    #expect(large)
    #expect(clock.epoch == 9 && ahead(clock, after: 2) == 500)
  }

  @Test("is within its bound, while the estimate is within its own")
  func bound() throws {
    var clock = RelayClock(epoch: 7)
    _ = clock.follow(reading(after: 0, ahead: 0, bound: .milliseconds(3)), newEpoch: 8)
    _ = clock.follow(reading(after: 5, ahead: 10, bound: .milliseconds(2)), newEpoch: 8)
    for second in [5.0, 20, 60, 90] {
      let bound = try #require(clock.bound(at: start + .microseconds(Int64(second * 1e6))))
      // The owner is 10 ms ahead, give or take the estimate's own bound.
      let error = abs(ahead(clock, after: second) - 10) + 2
      #expect(Double(bound.wholeMicroseconds) / 1e3 >= error - 0.01)
    }
  }

  /// What a viewer of a relay knows of the owner's time, by chains of clients and clocks over lines
  /// with these round trips, the way there being so much of them.
  private func viewersError(
    upstream: Double, downstream: Double, share: Double, drift: Double
  ) throws -> (error: Double, bound: Double) {
    var dice = SeededRandom(seed: 11, stream: 3)
    var owner = ClockSync(seed: 1)
    var viewer = ClockSync(seed: 2)
    var clock = RelayClock(epoch: 1)
    owner.keep(.spectator, at: LocalTime(microseconds: 0))
    owner.opened(at: LocalTime(microseconds: 0))
    var isOpen = false
    /// The owner's time when the relay's clock shows `local`.
    func truth(_ local: Double) -> Double { 5e9 + local * (1 + drift) }
    func exchange(
      _ sync: inout ClockSync, at local: Double, over roundTrip: Double,
      told: (Double) -> Double
    ) -> LocalTime? {
      guard let ping = sync.probe(at: LocalTime(microseconds: Int64(local))) else { return nil }
      let there = roundTrip * share + dice.uniform(0...2_000)
      let back = roundTrip * (1 - share) + dice.uniform(0...2_000)
      let time = ServerTime(microseconds: Int64(told(local + there)))
      let now = LocalTime(microseconds: Int64(local + there + back))
      sync.answered(
        Pong(id: ping.id, t0: ping.t0, t1: time, t2: time, nonce: 1), at: now)
      return now
    }
    func told(_ local: Double) -> Double {
      Double(clock.time(at: ServerTime(microseconds: Int64(local))).microseconds)
    }
    var answers = 0
    for local in stride(from: 0.0, through: 300e6, by: 50e3) {
      if let now = exchange(&owner, at: local, over: upstream, told: truth),
        let estimate = owner.estimate
      {
        answers += 1
        if answers >= OwnerConversation.probes {
          let own = ServerTime(microseconds: now.microseconds)
          _ = clock.follow(
            OwnerTime(
              own: own, owner: estimate.estimate(at: now), rate: estimate.skew.rate,
              bound: estimate.bound(at: now), loosening: 20e-6), newEpoch: 2)
        }
      }
      guard clock.isSet else { continue }
      if !isOpen {
        isOpen = true
        viewer.keep(.spectator, at: LocalTime(microseconds: Int64(local)))
        viewer.opened(at: LocalTime(microseconds: Int64(local)))
      }
      _ = exchange(&viewer, at: local, over: downstream, told: told)
    }
    let end = LocalTime(microseconds: 300_000_000)
    let estimate = try #require(viewer.estimate)
    let own = ServerTime(microseconds: end.microseconds)
    let bound = try #require(clock.bound(at: own)) + estimate.bound(at: end)
    let shown = Double(estimate.serverTime(at: end).microseconds)
    #expect(clock.epoch == 1, "An estimate over an ordinary line is never a step.")
    #expect(viewer.restarts <= 1, "The told time is as good as a clock to those who follow it.")
    return (abs(shown - truth(300e6)) / 1e3, Double(bound.wholeMicroseconds) / 1e3)
  }

  @Test(
    "gives viewers the sum of both lines' bounds, and keeps it",
    arguments: [(1e3, 1e3), (40e3, 20e3), (200e3, 40e3)], [0.5, 0.35])
  func viewers(lines: (Double, Double), share: Double) throws {
    let (error, bound) = try viewersError(
      upstream: lines.0, downstream: lines.1, share: share, drift: 60e-6)
    #expect(error <= bound)
    // Half of both round trips, jitter, and what a spectator's estimate may lose between probes.
    #expect(bound <= (lines.0 + lines.1) / 2e3 + 5)
  }
}
