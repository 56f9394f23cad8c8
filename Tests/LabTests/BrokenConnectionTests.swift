// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import SocketClient
import Synchronization
import Testing

@testable import Lab

@Suite("Broken sockets", .timeLimit(.minutes(2)))
struct BrokenConnectionTests {
  @Test("a match continues over real sockets whose relay disconnects again and again")
  func relayHangsUp() async throws {
    let world = try await SocketWorld()
    let relay = try LinkRelay(
      to: await world.address.port, conditions: .steady(roundTrip: .milliseconds(10)), seed: 1)
    let isOver = Atomic(false)
    let isCut = Atomic(false)
    let served = Task {
      await OwnThread.run {
        while !isOver.load(ordering: .relaxed) {
          relay.run {
            isOver.load(ordering: .relaxed) || isCut.exchange(false, ordering: .relaxed)
          }
        }
      }
    }
    let settings = MatchSettings(pairs: 4, seats: 2, reveal: .seconds(1))
    let ana = try await world.enter(
      name: "Ana", agent: "facedown-bot/test",
      driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .fast), through: relay.port,
      reconnectPolicy: ReconnectPolicy())
    let code = try await world.roomCode(of: ana)
    let ben = try await world.enter(
      name: "Ben", agent: "facedown-bot/test",
      driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .fast))
    for welcomes in 2...4 {
      isCut.store(true, ordering: .relaxed)
      _ = try await world.until("Ana to be back") { guests -> Bool? in
        let recording = guests[ana.index]
        return recording.events.count { $0 == .welcomed } >= welcomes && recording.core.isCurrent
          ? true : nil
      }
    }
    let logs = try await world.until("both to see the end") { guests -> [MatchLog]? in
      let logs = guests.compactMap { $0.core.table?.log }
      return logs.count == 2 && logs.allSatisfy { $0.latest.phase == .ended } ? logs : nil
    }
    #expect(logs[0].latest == logs[1].latest)
    let recording = await world.recording(of: ana)
    #expect(recording.entries.map(\.seq) == Array(1...logs[0].latest.seq))
    #expect(recording.changedIntents == 0)
    #expect(await world.recording(of: ben).events.filter { $0 == .welcomed }.count == 1)
    await world.stop()
    isOver.store(true, ordering: .relaxed)
    await served.value
  }
}
