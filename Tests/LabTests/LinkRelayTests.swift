// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Synchronization
import Testing

@testable import Lab

@Suite("Link relay", .timeLimit(.minutes(2)))
struct LinkRelayTests {
  @Test("a client behind it measures the model's round trip")
  func roundTrip() async throws {
    let world = try await SocketWorld()
    let relay = try LinkRelay(
      to: await world.address.port, conditions: .steady(roundTrip: .milliseconds(60)), seed: 1)
    let isOver = Atomic(false)
    let served = Task {
      await OwnThread.run { relay.run { isOver.load(ordering: .relaxed) } }
    }
    let guest = try await world.enter(
      name: "Ana", agent: "test", driver: nil, through: relay.port)
    let clock = try await world.until("a first answer") { $0[guest.index].core.clock }
    #expect(try #require(clock.shortestRoundTrip) >= .milliseconds(60))
    #expect(clock.bound >= .milliseconds(30))
    await world.stop()
    isOver.store(true, ordering: .relaxed)
    await served.value
  }

  @Test("ends when the other side ends, and when there is no server")
  func ends() async throws {
    let world = try await SocketWorld()
    let nowhere = try LinkRelay(to: 1, conditions: .steady(roundTrip: .zero), seed: 1)
    var turns = 0
    let guest = try await world.enter(
      name: "Ana", agent: "test", driver: nil, through: nowhere.port)
    nowhere.run {
      turns += 1
      return turns > 3
    }
    #expect(await world.recording(of: guest).isConnected == false)
    await world.stop()
  }
}
