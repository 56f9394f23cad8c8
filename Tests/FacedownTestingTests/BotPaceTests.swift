// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import SocketClient
import Testing
import Wire

/// Bots with thinking times, over simulated links.
@Suite("Pace of bots", .timeLimit(.minutes(2)))
struct BotPaceTests {
  /// The log of a match of two bots with this round trip.
  private func match(_ settings: MatchSettings, roundTrip: Int, seed: UInt64) throws -> MatchLog {
    let world = InMemoryWorld(dealer: .fair(.openSSL), seed: UInt8(truncatingIfNeeded: seed))
    func surroundings(_ index: UInt64) -> InMemoryWorld.Surroundings {
      .init(
        conditions: LinkConditions(
          roundTrip: .milliseconds(roundTrip), loss: 0.01, chaser: .milliseconds(20)),
        clock: SimulatedClock(seed: seed &* 10 &+ index), seed: seed &* 10 &+ index)
    }
    let ana = world.bot(
      "Ana", Bot(level: .medium, seed: seed), .create(settings), surroundings: surroundings(0))
    let code = try world.roomCode(of: ana)
    _ = world.bot(
      "Ben", Bot(level: .medium, seed: ~seed), .join(code: code), surroundings: surroundings(1))
    while world.now < ServerTime(microseconds: 3_000_000_000) {
      world.pass(.seconds(1))
      let log = world.recording(of: ana).log
      if let log, log.latest.phase == .ended { return log }
    }
    return try #require(nil, "Seed \(seed) hangs.")
  }

  /// For each flip, the time since the last thing shown before it, by the server's clock.
  private func thinkingTimes(_ log: MatchLog) -> [Duration] {
    var shown = ServerTime.zero
    var times: [Duration] = []
    for entry in log.entries {
      switch entry.event {
      case .dealt(let dealt): shown = max(shown, dealt.playableAt)
      case .turnBegan, .settled: shown = max(shown, entry.at)
      case .flipped(let flip):
        times.append(entry.at - shown)
        shown = max(shown, flip.revealAt)
      default: break
      }
    }
    return times
  }

  @Test(
    "a card is turned 0.8 to 2.5 s after the last thing shown, plus the round trip",
    arguments: [20, 400])
  func pace(roundTrip: Int) throws {
    let settings = MatchSettings(pairs: 6, seats: 2, reveal: .seconds(1))
    let log = try match(settings, roundTrip: roundTrip, seed: 3)
    let times = thinkingTimes(log)
    #expect(times.count >= 12)
    #expect(times.allSatisfy { $0 >= .milliseconds(800) }, "\(times)")
    // A lost message arrives a few round trips late.
    let late = Duration.milliseconds(300 + 3 * roundTrip)
    #expect(times.allSatisfy { $0 <= .milliseconds(2500) + late }, "\(times)")
    #expect(log.latest.endReason == .finished)
  }

  /// With these seeds bots that never hurry run out of time.
  @Test("the shortest turns are long enough for a bot's two cards", arguments: [50, 52, 60])
  func shortTurns(seed: UInt64) throws {
    let settings = MatchSettings(
      pairs: 12, seats: 2, turnLimit: .seconds(5), reveal: .seconds(1))
    let log = try match(settings, roundTrip: 80, seed: seed)
    let expired = log.entries.count {
      if case .turnExpired = $0.event { true } else { false }
    }
    #expect(expired == 0)
    #expect(log.latest.endReason == .finished)
  }
}
