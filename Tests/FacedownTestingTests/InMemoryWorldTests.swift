// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import Protocol
import Testing

@Suite("InMemoryWorld", .timeLimit(.minutes(1)))
struct InMemoryWorldTests {
  @Test("two bots and a spectator see one match to its end")
  func wholeMatch() async throws {
    let world = InMemoryWorld(dealer: .fair(.openSSL))
    let settings = MatchSettings(pairs: 8, seats: 2)
    let ana = world.enter(
      name: "Ana", agent: "facedown-bot/test",
      pilot: BotPilot(Bot(seed: 1), errand: .create(settings), pace: .fast))
    let code = try await world.roomCode(of: ana)
    let ben = world.enter(
      name: "Ben", agent: "facedown-bot/test",
      pilot: BotPilot(Bot(seed: 2), errand: .join(code: code), pace: .fast))
    let eve = try await world.enter(name: "Eve")
    world.command(.joinRoom(code: code, role: .spectator), eve)
    let phases = try world.until("the match to end") { guests in
      guests.allSatisfy { $0.core.table?.log.latest.phase == .ended } ? guests.count : nil
    }
    #expect(phases == 3)
    for guest in [ana, ben, eve] {
      let log = try #require(world.recording(of: guest).core.table).log
      let other = try #require(world.recording(of: ana).core.table).log
      #expect(log.latest == other.latest)
      #expect(world.recording(of: guest).refusals == [])
      #expect(log.latest.standings.map(\.pairs).reduce(0, +) == 8)
    }
  }
}
