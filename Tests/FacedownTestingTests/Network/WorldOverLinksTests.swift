// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import SocketClient
import Testing
import Wire

/// Whole matches between guests with different links and clocks.
@Suite("World over links", .timeLimit(.minutes(3)))
struct WorldOverLinksTests {
  private func conditions(_ roundTrip: Int, loss: Double) -> LinkConditions {
    LinkConditions(roundTrip: .milliseconds(roundTrip), loss: loss, chaser: .milliseconds(20))
  }

  /// Plays a match of two bots and a spectator, checking every clock estimate throughout.
  private func match(
    seed: UInt64, _ conditions: [LinkConditions], _ clocks: [SimulatedClock]
  ) throws -> [Recording] {
    let world = InMemoryWorld(dealer: .fair(.openSSL), seed: UInt8(truncatingIfNeeded: seed))
    func surroundings(_ index: Int) -> InMemoryWorld.Surroundings {
      .init(conditions: conditions[index], clock: clocks[index], seed: seed &* 10 &+ UInt64(index))
    }
    let settings = MatchSettings(pairs: 3, seats: 2, reveal: .seconds(1))
    let ana = world.bot("Ana", Bot(seed: 1), .create(settings), surroundings: surroundings(0))
    let code = try world.roomCode(of: ana)
    let eve = try world.entered("Eve", code, as: .spectator, surroundings: surroundings(2))
    let ben = world.bot("Ben", Bot(seed: 2), .join(code: code), surroundings: surroundings(1))
    let guests = [ana, eve, ben]
    var isOver = false
    while !isOver {
      world.pass(.milliseconds(250))
      let recordings = guests.map(world.recording)
      for (guest, recording) in zip(guests, recordings) {
        let local = world.localNow(of: guest)
        guard let shown = recording.core.serverTime(at: local),
          let bound = recording.core.clockBound(at: local)
        else { continue }
        let off = max(shown - world.now, world.now - shown)
        #expect(off <= bound + .milliseconds(2), "Seed \(seed), guest \(guest.index).")
      }
      isOver = recordings.allSatisfy { $0.phase == .ended }
      try #require(world.now < ServerTime(microseconds: 3_000_000_000), "Seed \(seed) hangs.")
    }
    return guests.map(world.recording)
  }

  @Test(
    "everyone sees the same match, whatever the links do",
    arguments: [
      (20, 80, 0.01), (20, 20, 0.02), (20, 400, 0.02), (200, 400, 0.05), (400, 400, 0.1),
    ])
  func lossy(near: Int, far: Int, loss: Double) throws {
    for seed in UInt64(1)...2 {
      let guests = try match(
        seed: seed,
        [conditions(near, loss: loss), conditions(far, loss: loss), conditions(far, loss: loss)],
        (0..<3).map { SimulatedClock(seed: seed &* 10 &+ $0) })
      let logs = guests.compactMap(\.log)
      #expect(logs.count == 3 && Set(logs.map(\.latest)).count == 1, "Seed \(seed).")
      #expect(logs.allSatisfy { $0.latest.endReason == .finished })
      #expect(guests.allSatisfy { $0.core.table?.brokenFlips == 0 })
    }
  }

  @Test(
    "clocks that jump back, jump an hour or run at nine tenths of their speed do not end a match")
  func badClocks() throws {
    let begin = ServerTime(microseconds: 1_000_000_000)
    var back = SimulatedClock()
    back.steps = [.init(at: begin + .seconds(8), by: .seconds(-3600))]
    var forth = SimulatedClock()
    forth.steps = [.init(at: begin + .seconds(10), by: .seconds(3600))]
    var slow = SimulatedClock()
    slow.driftPPM = -100_000
    for clocks in [[back, forth, slow], [slow, back, forth]] {
      let world = InMemoryWorld(dealer: .fair(.openSSL))
      let settings = MatchSettings(pairs: 3, seats: 2, reveal: .seconds(1))
      let ana = world.bot(
        "Ana", Bot(seed: 1), .create(settings),
        surroundings: .init(conditions: conditions(80, loss: 0.02), clock: clocks[0]))
      let code = try world.roomCode(of: ana)
      _ = world.bot(
        "Ben", Bot(seed: 2), .join(code: code),
        surroundings: .init(conditions: conditions(200, loss: 0.02), clock: clocks[1]))
      let logs = try world.logsAtTheEnd()
      #expect(logs[0].latest == logs[1].latest)
    }
  }

  @Test("a machine that sleeps for half a minute rejoins the match")
  func sleeper() throws {
    let begin = ServerTime(microseconds: 1_000_000_000)
    var sleepy = SimulatedClock(seed: 3)
    sleepy.sleeps = [
      .init(from: begin + .seconds(9), to: begin + .seconds(39), error: .milliseconds(400))
    ]
    let guests = try match(
      seed: 5,
      [conditions(20, loss: 0.02), conditions(80, loss: 0.02), conditions(80, loss: 0.02)],
      [SimulatedClock(seed: 1), SimulatedClock(seed: 2), sleepy])
    #expect(Set(guests.compactMap(\.log?.latest)).count == 1)
  }
}
