// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import SocketClient
import Testing
import Wire

/// The real client's timestamps, judged by the real server, over a link.
@Suite("Fairness over links", .timeLimit(.minutes(2)))
struct FairnessOverLinksTests {
  /// The refunds of a solo player's presses over a steady link.
  private func refunds(roundTrip: Int, clock: SimulatedClock) throws -> [Duration] {
    let world = InMemoryWorld(dealer: .fair(.openSSL))
    let settings = MatchSettings(pairs: 4, seats: 1, turnLimit: .seconds(30))
    let places = (0..<6).flatMap { _ in Array(0..<8) }
    let guest = world.enter(
      name: "Far", agent: "test",
      surroundings: .init(
        conditions: .steady(roundTrip: .milliseconds(roundTrip)), clock: clock, seed: 5),
      driver: ScriptedDriver(.create(settings), places: places))
    world.pass(.seconds(60))
    return world.recording(of: guest).entries.compactMap { entry in
      if case .flipped(let flip) = entry.event { flip.refund } else { nil }
    }
  }

  @Test(
    "a press is refunded its transit time, whatever the link and the client's clock",
    arguments: [20, 80, 200, 380])
  func steady(roundTrip: Int) throws {
    for seed in UInt64(1)...3 {
      let refunds = try refunds(roundTrip: roundTrip, clock: SimulatedClock(seed: seed))
      #expect(refunds.count >= 8)
      let way = Duration.milliseconds(roundTrip) / 2
      // Without the kernel's measurement some announcements come too late; that counts too.
      let late = max(way - .milliseconds(130), .zero)
      for refund in refunds {
        #expect(refund >= way - .milliseconds(5) && refund <= way + late + .milliseconds(5))
      }
    }
  }
}
