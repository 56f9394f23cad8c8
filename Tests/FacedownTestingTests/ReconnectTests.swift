// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import Protocol
import Testing
import Wire

/// Connections that break at chosen moments, in `InMemoryWorld`.
@Suite("Reconnecting", .timeLimit(.minutes(2)))
struct ReconnectTests {
  /// Two players before a new match; only the first reconnects.
  private func table() throws -> (world: InMemoryWorld, ana: Guest, ben: Guest) {
    let world = InMemoryWorld(dealer: .fair(.openSSL), delay: .milliseconds(40))
    var patient = InMemoryWorld.Surroundings()
    patient.reconnectPolicy = ReconnectPolicy()
    let ana = try world.welcomed("Ana", surroundings: patient)
    world.command(.request(.createRoom(MatchSettings(pairs: 4, seats: 2))), ana)
    let ben = try world.entered("Ben", world.roomCode(of: ana), as: .player)
    return (world, ana, ben)
  }

  private func back(_ world: InMemoryWorld, _ guest: Guest) throws -> Duration {
    let began = world.now
    _ = try world.until("the guest to be back") { guests -> Bool? in
      let core = guests[guest.index].core
      return core.isCurrent && !core.isWaiting ? true : nil
    }
    return world.now - began
  }

  private func readied(_ world: InMemoryWorld, _ guest: Guest) -> Int {
    world.recording(of: guest).log?.entries.count { entry in
      if case .readied(SeatIndex(0), _) = entry.event { true } else { false }
    } ?? 0
  }

  @Test(
    "an intent has one effect, whenever the connection breaks",
    arguments: [0, 20, 39, 40, 41, 60, 79, 80, 81, 120],
    [InMemoryWorld.Break.closed, .lost, .silent(.seconds(60)), .silent(.seconds(7))])
  func once(milliseconds: Int, kind: InMemoryWorld.Break) throws {
    let (world, ana, ben) = try table()
    world.command(.ready, ana)
    world.pass(.milliseconds(milliseconds))
    world.cut(ana, kind)
    world.pass(.seconds(20))
    _ = try back(world, ana)
    world.pass(.seconds(1))
    #expect(readied(world, ana) == 1)
    #expect(readied(world, ben) == 1)
    let recording = world.recording(of: ana)
    #expect(recording.refusals == [])
    #expect(recording.entries.map(\.seq) == Array(1...UInt64(recording.entries.count)))
    #expect(recording.log?.latest == world.recording(of: ben).log?.latest)
  }

  @Test("intents sent before, during and after a break take effect in order")
  func pressedThroughout() throws {
    let (world, ana, _) = try table()
    world.cut(ana, .lost)
    world.command(.ready, ana)
    let took = try back(world, ana)
    #expect(took <= .milliseconds(4 * 80 + 200))
    #expect(readied(world, ana) == 1)
  }

  @Test("a silent connection is superseded by a second one, and both ends agree on it")
  func halfOpen() throws {
    let (world, ana, _) = try table()
    world.cut(ana, .silent(.seconds(3600)))
    let heard = world.recording(of: ana).received.count
    let began = world.now
    _ = try world.until("an answer") { $0[ana.index].received.count > heard ? true : nil }
    // Up to six seconds until the next ping, six of silence, and the way back.
    #expect(world.now - began <= .seconds(13))
    _ = try back(world, ana)
    world.pass(.seconds(60))
    #expect(world.recording(of: ana).core.isCurrent)
    #expect(
      world.recording(of: ana).events.filter { $0 == .welcomed }.count == 2)
  }

  @Test("after a stall the connection that answers first is kept")
  func stall() throws {
    let (world, ana, _) = try table()
    world.unplug(ana, for: .seconds(30))
    world.cut(ana, .silent(.seconds(9)))
    world.pass(.seconds(40))
    let recording = world.recording(of: ana)
    #expect(recording.core.isCurrent)
    #expect(recording.events.filter { $0 == .welcomed }.count == 1)
    #expect(recording.interruptions.last == .restored || recording.interruptions.isEmpty)
  }

  @Test("breaks during a deal leave everyone with the same cards")
  func duringTheDeal() throws {
    let (world, ana, ben) = try table()
    world.command(.ready, ana)
    world.command(.ready, ben)
    try world.reach(.undealt, ben)
    world.command(.intent(.deal), ana)
    world.pass(.milliseconds(100))
    world.cut(ana, .lost)
    _ = try back(world, ana)
    world.cut(ana, .closed)
    _ = try back(world, ana)
    world.pass(.seconds(10))
    let log = world.recording(of: ana).log
    #expect(log?.latest.phase == .playing)
    #expect(log?.latest == world.recording(of: ben).log?.latest)
  }

  @Test("the client gives up after two minutes without the server")
  func givesUp() throws {
    let (world, ana, _) = try table()
    world.unplug(ana, for: .seconds(300))
    world.cut(ana, .lost)
    world.pass(.seconds(119))
    #expect(world.recording(of: ana).interruptions.last != .disconnected)
    world.pass(.seconds(3))
    #expect(world.recording(of: ana).interruptions.last == .disconnected)
    world.pass(.seconds(300))
    #expect(world.recording(of: ana).events.filter { $0 == .welcomed }.count == 1)
  }
}
