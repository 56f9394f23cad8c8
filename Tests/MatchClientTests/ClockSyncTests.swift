// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchClient

@Suite("Clock synchronisation", .timeLimit(.minutes(1)))
struct ClockSyncTests {
  /// A bench with a connection that has been open for a while.
  private func bench(after duration: Duration = .seconds(60)) -> ClockBench {
    var bench = ClockBench()
    bench.open()
    bench.pass(duration)
    return bench
  }

  private func gaps(_ pings: some Collection<Ping>) -> [Double] {
    zip(pings, pings.dropFirst()).map { Double($1.t0 - $0.t0) / 1000 }
  }

  @Test("probes ten times at the start, then each second, then every five with 20 % jitter")
  func cadence() {
    let bench = bench()
    let gaps = gaps(bench.pings)
    #expect(gaps.prefix(9).allSatisfy { $0 == 60 })
    let early = bench.pings.dropFirst(9).filter { $0.t0 < 1_000_000 + 10_000_000 }
    #expect((8...13).contains(early.count - 1))
    #expect(self.gaps(early).allSatisfy { (800...1200).contains($0) })
    let late = bench.pings.filter { $0.t0 >= 1_000_000 + 10_000_000 + 1_200_000 }
    #expect((8...13).contains(late.count))
    #expect(self.gaps(late).allSatisfy { (4000...6000).contains($0) })
    #expect(Set(self.gaps(late)).count > 3, "Clients would ask all at once.")
    #expect(abs(bench.error.wholeMicroseconds) <= 2)
  }

  @Test("gives each answer's nonce back with the next question, and how long it was held")
  func echo() {
    let bench = bench(after: .milliseconds(200))
    #expect(
      bench.pings.map(\.echo) == [
        nil, .init(nonce: 1001, held: .milliseconds(40)),
        .init(nonce: 1002, held: .milliseconds(40)), .init(nonce: 1003, held: .milliseconds(40)),
      ])
  }

  @Test("stays at a second while answers are congested, for a minute")
  func pressing() {
    var bench = ClockBench()
    bench.open()
    bench.pass(.milliseconds(5))
    bench.up = .milliseconds(300)
    // All but the first answer come through a full queue; the first leaves the window after a
    // minute.
    bench.clockSync.closed()
    bench.loseAnswers()
    bench = self.bench()
    bench.clockSync.closed()
    bench.loseAnswers()
    bench.up = .milliseconds(300)
    let before = bench.pings.count
    bench.clockSync.opened(at: bench.now)
    bench.pass(.seconds(120))
    let again = Array(bench.pings.dropFirst(before))
    let inFirstMinute = gaps(again.filter { $0.t0 < again[0].t0 + 60_000_000 })
    #expect(inFirstMinute.dropFirst(9).allSatisfy { $0 <= 1200 })
    #expect(gaps(again).suffix(5).allSatisfy { $0 >= 4000 })
  }

  @Test(
    "is off by no more than it says, however uneven the ways and whatever the drift",
    arguments: [(0, 200), (200, 0), (3, 300), (150, 50)], [-90e-6, 0, 90e-6])
  func unevenWays(ways: (Int, Int), drift: Double) {
    var bench = ClockBench()
    bench.up = .milliseconds(ways.0)
    bench.down = .milliseconds(ways.1)
    bench.drift = drift
    bench.open()
    var beyond = Duration.zero
    bench.pass(.seconds(200)) { bench in
      guard let estimate = bench.clockSync.estimate else { return }
      let off = max(bench.error, .zero - bench.error)
      beyond = max(beyond, off - estimate.bound(at: bench.now))
    }
    // A drift of one and a half standard deviations takes a while to be believed.
    #expect(beyond <= .milliseconds(1))
    #expect(max(bench.error, .zero - bench.error) <= .milliseconds(152))
  }

  @Test(
    "says when to leave so as not to be early, over ways as uneven as they can be",
    arguments: [(0, 200), (200, 0), (3, 300), (150, 50)], [-50e-6, 50e-6])
  func departure(ways: (Int, Int), drift: Double) {
    var bench = ClockBench()
    bench.up = .milliseconds(ways.0)
    bench.down = .milliseconds(ways.1)
    bench.drift = drift
    bench.open()
    bench.pass(.seconds(2))
    bench.pass(.seconds(60)) { bench in
      guard let estimate = bench.clockSync.estimate else { return }
      let wanted = bench.serverNow + .seconds(1)
      let leaves = estimate.departure(arrivingNotBefore: wanted)
      let arrives = bench.serverTime(at: leaves + bench.up)
      #expect(arrives >= wanted)
      // Half a round trip late at most, and not a whole bound more.
      #expect(arrives <= wanted + (bench.up + bench.down) / 2 + .milliseconds(2))
    }
  }

  @Test("after a sleep sends a burst and is right again, keeping the learnt rate")
  func sleep() throws {
    var bench = ClockBench()
    bench.drift = 50e-6
    bench.open()
    bench.pass(.seconds(100))
    let rate = try #require(bench.clockSync.estimate).skew.rate
    #expect(abs(rate - 50e-6) < 5e-6)
    // Asleep for half a minute, of which the clock has missed 400 ms.
    bench.loseAnswers()
    bench.now = bench.now + .milliseconds(29_600)
    bench.offset += .milliseconds(400)
    let before = bench.pings.count
    bench.clockSync.woke(at: bench.now)
    let doubtful = bench.clockSync.estimate?.bound(at: bench.now)
    #expect(try #require(doubtful) > .seconds(1), "The clock's error is within what it says.")
    bench.pass(.milliseconds(560))
    #expect(bench.pings.count == before + 10)
    #expect(abs(bench.error.wholeMicroseconds) < 100)
    #expect(try #require(bench.clockSync.estimate).skew.rate == rate)
  }

  @Test("a first answer after a sleep that came very late does not move what may be right")
  func lateFirstAnswer() throws {
    var bench = bench()
    bench.loseAnswers()
    bench.clockSync.woke(at: bench.now)
    bench.down = .seconds(2)
    bench.pass(.milliseconds(2100))
    #expect(abs(bench.error.wholeMicroseconds) < 100)
  }

  @Test("takes a wake-up more than two seconds late for a sleep", arguments: [1999, 2001])
  func gap(late: Int) throws {
    var bench = bench()
    let due = try #require(bench.clockSync.nextWake)
    bench.now = due + .milliseconds(late)
    let restarts = bench.clockSync.restarts
    bench.clockSync.notice(bench.now)
    #expect(bench.clockSync.restarts == (late > 2000 ? restarts + 1 : restarts))
  }

  @Test(
    "continues without a jump when its clock jumps back, and is soon right",
    arguments: [1, 3_600_000])
  func backwards(milliseconds: Int) throws {
    var bench = bench()
    bench.loseAnswers()
    let shown = try #require(bench.clockSync.estimate).serverTime(at: bench.now)
    bench.now = bench.now + .milliseconds(-milliseconds)
    bench.offset += .milliseconds(milliseconds)
    bench.clockSync.notice(bench.now)
    #expect(bench.clockSync.estimate?.serverTime(at: bench.now) == shown)
    let before = bench.pings.count
    bench.pass(.seconds(2))
    #expect(bench.pings.count > before + 9)
    #expect(abs(bench.error.wholeMicroseconds) < 100)
    #expect(bench.clockSync.estimate?.timeline.steps == 0)
  }

  @Test("an hour's jump forward is noticed and mended within a round trip")
  func forward() {
    var bench = bench()
    bench.loseAnswers()
    bench.now = bench.now + .seconds(3600)
    bench.offset -= .seconds(3600)
    bench.pass(.milliseconds(25))
    #expect(abs(bench.error.wholeMicroseconds) < 100)
    #expect(bench.clockSync.estimate?.timeline.steps == 1)
  }

  @Test("a clock at nine tenths of its speed costs accuracy and a few questions, no more")
  func slow() {
    var bench = ClockBench()
    bench.drift = 1.0 / 0.9 - 1
    bench.open()
    bench.pass(.seconds(5))
    var worst = Duration.zero
    bench.pass(.seconds(200)) { worst = max(worst, $0.error, .zero - $0.error) }
    #expect(worst < .milliseconds(1000))
    #expect(bench.pings.count < 500)
    #expect(bench.clockSync.nextWake != nil)
  }

  @Test("another clock of the server's makes everything void")
  func epoch() {
    var bench = bench()
    bench.clockSync.welcomed(epoch: 1, serverTime: bench.serverNow, at: bench.now)
    #expect(bench.clockSync.estimate != nil)
    bench.clockSync.closed()
    bench.loseAnswers()
    bench.clockSync.opened(at: bench.now)
    bench.offset -= .seconds(400)
    bench.clockSync.welcomed(epoch: 2, serverTime: bench.serverNow, at: bench.now)
    #expect(bench.clockSync.estimate == nil)
    bench.pass(.milliseconds(25))
    #expect(abs(bench.error.wholeMicroseconds) <= 2)
  }

  @Test("forged, replayed and impossible answers change nothing")
  func forged() throws {
    var bench = bench()
    bench.answers = false
    bench.pass(.seconds(7))
    let ping = try #require(bench.pings.last)
    let estimate = bench.clockSync.estimate
    let far = bench.serverNow + .seconds(100)
    var pong = bench.pong(to: ping, at: far)
    pong.id = ping.id + 1
    bench.clockSync.answered(pong, at: bench.now)
    pong = bench.pong(to: ping, at: far)
    pong.t0 += 1
    bench.clockSync.answered(pong, at: bench.now)
    bench.clockSync.answered(bench.pong(to: bench.pings[3], at: far), at: bench.now)
    #expect(bench.clockSync.estimate == estimate)
    pong = bench.pong(to: ping, at: bench.serverNow)
    pong.t1 = pong.t2 + .seconds(1)
    bench.clockSync.answered(pong, at: bench.now)
    #expect(bench.clockSync.estimate == estimate)
    bench.clockSync.answered(bench.pong(to: ping, at: far), at: bench.now)
    #expect(bench.clockSync.estimate == estimate, "That question has had its answer.")
  }

  @Test("an answer held back widens nothing and moves nothing")
  func heldBack() throws {
    var bench = bench()
    let bound = try #require(bench.clockSync.estimate).bound
    bench.down = .seconds(3)
    bench.pass(.seconds(20))
    let estimate = try #require(bench.clockSync.estimate)
    #expect(abs(bench.error.wholeMicroseconds) < 1000)
    #expect(estimate.bound < bound + .milliseconds(3))
  }

  @Test(
    "reports the connection's quality",
    arguments: [
      (20, ConnectionQuality.Level.good), (120, .good), (121, .fair), (300, .fair), (301, .poor),
    ])
  func quality(roundTrip: Int, level: ConnectionQuality.Level) {
    var bench = ClockBench()
    bench.up = .milliseconds(roundTrip) / 2
    bench.down = .milliseconds(roundTrip) / 2
    #expect(bench.clockSync.quality(at: bench.now).level == .none)
    bench.open()
    bench.pass(.seconds(20))
    let quality = bench.clockSync.quality(at: bench.now)
    #expect(quality.level == level)
    #expect(quality.roundTrip == .milliseconds(roundTrip))
  }

  @Test("a few late answers over a fast connection do not make it slow")
  func stalls() {
    let recent = [20, 20, 20, 20, 900, 900, 900].map { Duration.milliseconds($0) }
    #expect(ConnectionQuality.level(recent: recent, overdue: .zero, isSilent: false) == .fair)
  }

  @Test("a silent connection is poor after a second and a half, and lost after six")
  func silence() {
    var bench = bench()
    bench.pass(.seconds(7))
    bench.answers = false
    bench.loseAnswers()
    let asked = bench.pings.count
    while bench.pings.count == asked { bench.pass(.milliseconds(10)) }
    var levels: [ConnectionQuality.Level] = []
    for _ in 0..<70 {
      bench.pass(.milliseconds(100))
      levels.append(bench.clockSync.quality(at: bench.now).level)
    }
    #expect(
      levels[13] == .good && levels[16] == .poor && levels[57] == .poor && levels[61] == .none)
  }
}
