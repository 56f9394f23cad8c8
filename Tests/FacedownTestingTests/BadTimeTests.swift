// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import Protocol
import SocketClient
import Testing
import Wire

/// Whole matches with a client whose clock, pings, timestamps or connection are bad or manipulated:
/// its refunds are bounded, a cheat is reported, and the match proceeds to its end.
@Suite("Bad input about time", .timeLimit(.minutes(3)))
struct BadTimeTests {
  /// A match of an honest bot with a tampered one, over links of 80 ms.
  private struct Play {
    let world: InMemoryWorld
    let cheat: Guest
    let logs: [MatchLog]

    init(
      _ tampering: Tampering, clock: SimulatedClock = SimulatedClock(), loss: Double = 0,
      pairs: Int = 24
    ) throws {
      world = InMemoryWorld(dealer: .fair(.openSSL))
      func surroundings(_ seed: UInt64, _ clock: SimulatedClock) -> InMemoryWorld.Surroundings {
        var conditions = LinkConditions.steady(roundTrip: .milliseconds(80))
        conditions.loss = loss
        conditions.chaser = .milliseconds(20)
        var surroundings = InMemoryWorld.Surroundings(
          conditions: conditions, clock: clock, seed: seed)
        surroundings.isMeasured = true
        return surroundings
      }
      let settings = MatchSettings(pairs: pairs, seats: 2, mode: .classic, reveal: .seconds(1))
      let ana = world.bot(
        "Ana", Bot(seed: 1), .create(settings),
        surroundings: surroundings(1, SimulatedClock(seed: 1)))
      let code = try world.roomCode(of: ana)
      cheat = world.enter(
        name: "Ben", surroundings: surroundings(2, clock), tampering,
        driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .human))
      logs = try world.logsAtTheEnd()
    }

    /// The refunds of a seat's presses.
    func refunds(_ seat: Int) -> [Duration] {
      logs[0].entries.compactMap { entry in
        guard case .flipped(let flip) = entry.event, flip.seat == SeatIndex(seat) else {
          return nil
        }
        return flip.refund
      }
    }

    func turns(_ seat: Int) -> Int {
      logs[0].entries.count { entry in
        if case .turnBegan(let turn) = entry.event { turn.seat == SeatIndex(seat) } else { false }
      }
    }

    /// The invariants of every match, whatever was tried.
    func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) {
      #expect(logs[0].latest == logs[1].latest, sourceLocation: sourceLocation)
      #expect(logs[0].latest.endReason == .finished, sourceLocation: sourceLocation)
      // Half a round trip and 20 ms are free, because the kernel measures the connection.
      let base = Duration.milliseconds(61)
      for seat in 0...1 {
        let refunds = refunds(seat)
        #expect(refunds.count >= 8, sourceLocation: sourceLocation)
        #expect(
          refunds.allSatisfy { $0 >= .zero && $0 <= base + .milliseconds(500) },
          sourceLocation: sourceLocation)
        #expect(
          refunds.reduce(.zero, +)
            <= base * refunds.count + .milliseconds(400 + 40 * turns(seat)),
          sourceLocation: sourceLocation)
      }
    }
  }

  @Test(
    "pongs held back, forged, replayed or missing gain no more than the kernel's round trip",
    arguments: [
      Tampering.Pings.honest, .pongsHeldBack(.seconds(1)), .forged, .replayed, .none,
    ])
  func pings(_ pings: Tampering.Pings) throws {
    let play = try Play(Tampering(pings: pings, stamps: .thoughtless))
    play.expectOrder()
    #expect(play.turns(1) > 20)
    let session = try #require(play.world.recording(of: play.cheat).core.welcome).sessionID
    #expect(play.world.suspects == [session], "A player whose lag comes when it pays is reported.")
    #expect(
      play.refunds(0).allSatisfy { $0 <= .milliseconds(45) },
      "The other player gets the transit time.")
  }

  @Test(
    "a press in the future, before the reveal it answers, or at an extreme time gets no refund",
    arguments: [
      Tampering.Stamps.pressedLater(.seconds(600)), .pressedBeforeShown,
      .absolute(shown: .min, pressed: .max), .absolute(shown: 0, pressed: 0),
      .absolute(shown: .max, pressed: .max), .absolute(shown: .max, pressed: .min),
    ])
  func stamps(_ stamps: Tampering.Stamps) throws {
    let play = try Play(Tampering(stamps: stamps), pairs: 8)
    play.expectOrder()
    #expect(play.refunds(1).allSatisfy { $0 == .zero })
    #expect(play.world.suspects == [])
  }

  @Test("a press reported a little too late loses that much refund")
  func pressedLater() throws {
    let play = try Play(Tampering(stamps: .pressedLater(.milliseconds(30))), pairs: 8)
    play.expectOrder()
    #expect(play.refunds(1).allSatisfy { $0 <= .milliseconds(15) })
  }

  @Test(
    "a clock that jumps back or an hour ahead, or runs at nine tenths, gains no refund",
    arguments: 0..<3)
  func clocks(which: Int) throws {
    let begin = ServerTime(microseconds: 1_000_000_000)
    var clock = SimulatedClock()
    switch which {
    case 0:
      clock.steps = (1...8).map { .init(at: begin + .seconds(8 * $0), by: .seconds(-3600)) }
    case 1:
      clock.steps = (1...8).map { .init(at: begin + .seconds(8 * $0), by: .seconds(3600)) }
    default: clock.driftPPM = -100_000
    }
    let play = try Play(Tampering(), clock: clock, pairs: 12)
    play.expectOrder()
    #expect(play.refunds(0).allSatisfy { $0 <= .milliseconds(45) })
  }

  @Test("packet loss of 1 to 10 % costs nobody the match", arguments: [1, 3, 10])
  func losses(percent: Int) throws {
    let play = try Play(Tampering(), loss: Double(percent) / 100, pairs: 12)
    play.expectOrder()
    #expect(play.world.suspects == [])
  }
}
