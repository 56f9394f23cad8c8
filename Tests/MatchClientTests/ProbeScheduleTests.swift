// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchClient

/// How often those without a seat probe the clock, and what brings the players' pace back.
@Suite("A spectator's clock probes", .timeLimit(.minutes(1)))
struct ProbeScheduleTests {
  /// A spectator's bench whose clock is good: it has been connected for three minutes.
  private func rested(drift: Double = 0) -> ClockBench {
    var bench = ClockBench()
    bench.drift = drift
    bench.clockSync.keep(.spectator, at: bench.now)
    bench.open()
    bench.pass(.seconds(180))
    return bench
  }

  /// Lets time pass until the next ping has been sent, and its answer has arrived.
  private func passPing(_ bench: inout ClockBench) {
    let before = bench.pings.count
    while bench.pings.count == before { bench.pass(.milliseconds(50)) }
    bench.pass(bench.up + bench.down)
  }

  /// The times between the pings of the next `duration`, in seconds.
  private func gaps(_ bench: inout ClockBench, during duration: Duration) -> [Double] {
    let before = max(bench.pings.count - 1, 0)
    bench.pass(duration)
    let pings = bench.pings.dropFirst(before)
    return zip(pings, pings.dropFirst()).map { Double($1.t0 - $0.t0) / 1e6 }
  }

  @Test("come every twenty seconds once the clock is good", arguments: [-90e-6, 0, 90e-6])
  func rare(drift: Double) {
    var bench = rested(drift: drift)
    var worst = Duration.zero
    let before = bench.pings.count
    bench.pass(.seconds(600)) { worst = max(worst, $0.error, .zero - $0.error) }
    let times = bench.pings.dropFirst(before).map { Double($0.t0) / 1e6 }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect((25...37).contains(gaps.count))
    #expect(gaps.allSatisfy { (15.9...24.1).contains($0) })
    #expect(Set(gaps).count > 10, "Clients would ask all at once.")
    #expect(worst < .milliseconds(1))
  }

  @Test("begin like a player's, and stay so until the clocks' relative rate is known")
  func young() {
    var (bench, player) = (ClockBench(), ClockBench())
    bench.clockSync.keep(.spectator, at: bench.now)
    for duration in [Duration.milliseconds(600), .seconds(10)] {
      if bench.pings.isEmpty {
        bench.open()
        player.open()
      }
      bench.pass(duration)
      player.pass(duration)
      #expect(bench.pings == player.pings)
    }
    #expect(gaps(&bench, during: .seconds(15)).allSatisfy { $0 < 10 })
  }

  @Test("a player's stay at five seconds however good the clock is")
  func player() {
    var bench = ClockBench()
    bench.open()
    bench.pass(.seconds(300))
    #expect(gaps(&bench, during: .seconds(120)).allSatisfy { (3.9...6.1).contains($0) })
  }

  @Test("come at a player's pace at once when the role changes, and rarely when it changes back")
  func roles() throws {
    var bench = rested()
    bench.clockSync.keep(.player, at: bench.now)
    #expect(bench.clockSync.nextWake == bench.now)
    let began = bench.pings.count
    bench.pass(.seconds(10))
    #expect((9...13).contains(bench.pings.count - began))
    bench.pass(.seconds(2))
    #expect(gaps(&bench, during: .seconds(60)).allSatisfy { $0 <= 6.1 })
    #expect(bench.clockSync.estimate?.timeline.steps == 0)
    bench.clockSync.keep(.spectator, at: bench.now)
    passPing(&bench)
    #expect(gaps(&bench, during: .seconds(100)).allSatisfy { $0 >= 15.9 })
  }

  @Test("keeping a role changes nothing")
  func sameRole() {
    var bench = rested()
    let due = bench.clockSync.nextWake
    bench.clockSync.keep(.spectator, at: bench.now)
    #expect(bench.clockSync.nextWake == due)
  }

  @Test("begin anew after a sleep and after a reconnect", arguments: [false, true])
  func anew(reconnects: Bool) {
    var bench = rested()
    bench.loseAnswers()
    if reconnects {
      bench.clockSync.closed()
      bench.clockSync.opened(at: bench.now)
    } else {
      bench.clockSync.woke(at: bench.now)
    }
    let before = bench.pings.count
    bench.pass(.milliseconds(560))
    #expect(bench.pings.count == before + 10)
    #expect(gaps(&bench, during: .seconds(9)).allSatisfy { $0 <= 1.3 })
  }

  @Test("come at a player's pace while the round trip is not the usual one", arguments: [40, -40])
  func otherRoundTrip(milliseconds: Int) {
    var bench = ClockBench()
    (bench.up, bench.down) = (.milliseconds(30), .milliseconds(30))
    bench.clockSync.keep(.spectator, at: bench.now)
    bench.open()
    bench.pass(.seconds(180))
    #expect(gaps(&bench, during: .seconds(90)).suffix(2).allSatisfy { $0 > 10 })
    bench.down += .milliseconds(max(milliseconds, -28))
    passPing(&bench)
    let first = gaps(&bench, during: .seconds(7))
    #expect(first.last.map { $0 <= 6.1 } ?? false, "The next one follows soon.")
    // What has become the usual one is not special for ever.
    bench.pass(.seconds(600))
    #expect(gaps(&bench, during: .seconds(60)).suffix(2).allSatisfy { $0 > 10 })
  }

  @Test("come at a player's pace after an answer that corrects the clock", arguments: [4, 300])
  func correction(milliseconds: Int) {
    var bench = rested()
    bench.offset += .milliseconds(milliseconds)
    passPing(&bench)
    #expect(gaps(&bench, during: .seconds(7)).last.map { $0 <= 6.1 } ?? false)
  }

  @Test("come at a player's pace while answers are missing")
  func unanswered() {
    var bench = rested()
    bench.answers = false
    bench.loseAnswers()
    passPing(&bench)
    let gaps = gaps(&bench, during: .seconds(20))
    #expect(gaps.count >= 9)
    #expect(gaps.dropFirst().allSatisfy { $0 <= 6.1 })
    #expect(gaps.dropFirst(2).allSatisfy { $0 <= 1.3 }, "As for a player, one a second.")
  }

  @Test("of a client follow its seat, from the entry that gives it to the one that takes it")
  func seats() {
    var harness = ClientHarness()
    #expect(harness.core.clockSync.pace == .player)
    harness.watch(seats: 2, free: 1)
    #expect(harness.core.clockSync.pace == .spectator)
    let joined = Joined(
      code: "K7QF2", roomID: "r", actor: ActorNumber(2), seat: nil, role: .player, base: nil,
      tail: [])
    harness.hear(.joined(joined))
    #expect(harness.core.clockSync.pace == .spectator, "There is no seat yet.")
    harness.hear(
      .seated(
        Event.Seated(seat: SeatIndex(1), player: Player(name: "Ana"), actor: ActorNumber(2))))
    #expect(harness.core.clockSync.pace == .player)
    harness.hear(.left(id: nil, code: "room/kicked"))
    #expect(harness.core.clockSync.pace == .spectator)
  }
}
