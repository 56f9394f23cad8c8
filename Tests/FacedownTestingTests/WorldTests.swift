// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import Protocol
import SocketClient
import Synchronization
import Testing
import Wire

/// The world a test runs in.
enum Setting: CaseIterable {
  case inMemory
  case sockets
  case encryptedSockets

  func run(_ story: @Sendable (any World) async throws -> Void) async throws {
    switch self {
    case .inMemory: try await story(InMemoryWorld(dealer: .fair(.openSSL)))
    case .sockets, .encryptedSockets:
      let world = try await SocketWorld(isEncrypted: self == .encryptedSockets)
      do {
        try await story(world)
      } catch {
        await world.stop()
        throw error
      }
      await world.stop()
    }
  }
}

/// Server and clients end to end: each test runs in memory and over real sockets.
@Suite("World", .timeLimit(.minutes(3)))
struct WorldTests {
  @Test("two bots and a spectator see one match to its end", arguments: Setting.allCases)
  func wholeMatch(setting: Setting) async throws {
    try await setting.run { world in
      let settings = MatchSettings(pairs: 3, seats: 2, reveal: .seconds(1))
      let ana = try await world.enter(
        name: "Ana", agent: "facedown-bot/test",
        driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .fast))
      let code = try await world.roomCode(of: ana)
      let eve = try await world.welcomed("Eve")
      await world.command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), eve)
      _ = try await world.until("Eve to watch") { $0[eve.index].core.table }
      let ben = try await world.enter(
        name: "Ben", agent: "facedown-bot/test",
        driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .fast))
      let logs = try await world.logsAtTheEnd()
      #expect(logs[0].entries == logs[1].entries)
      #expect(logs[0].latest == logs[2].latest)
      #expect(logs[0].entries.map(\.seq) == Array(1...logs[0].latest.seq))
      #expect(logs[0].latest.standings.map(\.pairs).reduce(0, +) == 3)
      for guest in [ana, ben, eve] {
        let recording = await world.recording(of: guest)
        #expect(recording.refusals == [])
        #expect(recording.core.table?.brokenFlips == 0)
      }
    }
  }

  @Test(
    "forbidden requests are refused with their codes, and the match continues",
    arguments: Setting.allCases)
  func refusals(setting: Setting) async throws {
    try await setting.run { world in
      // Nobody plays, and no turn expires, before everything was requested.
      let gate = Gate()
      let settings = MatchSettings(pairs: 2, seats: 2, turnLimit: .zero, reveal: .seconds(1))
      let places = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3]
      let ana = try await world.enter(
        name: "Ana", agent: "test",
        driver: GatedDriver(gate, ScriptedDriver(.create(settings), places: places)))
      let code = try await world.roomCode(of: ana)
      let ben = try await world.enter(
        name: "Ben", agent: "test",
        driver: GatedDriver(gate, ScriptedDriver(.join(code: code), places: places)))
      let eve = try await world.welcomed("Eve")
      await world.command(.request(.joinRoom(JoinRoom(code: "NOSUCH", role: .player))), eve)
      await world.command(
        .request(.joinRoom(JoinRoom(code: code.lowercased(), role: .spectator))), eve)
      _ = try await world.until("Eve to watch") { $0[eve.index].core.table }
      await world.command(.intent(.deal), eve)
      _ = try await world.until("play to begin") { guests -> Bool? in
        guests[ana.index].phase == .playing ? true : nil
      }
      await world.command(.intent(.choose(CardID(generation: 0, slot: 0))), eve)
      await world.command(.intent(.choose(CardID(generation: 1, slot: 60))), ana)
      await world.command(.request(.joinRoom(JoinRoom(code: code, role: .player))), eve)
      _ = try await world.until("all refusals") { guests -> Bool? in
        guests[eve.index].refusals.count == 4 && guests[ana.index].refusals.count == 1 ? true : nil
      }
      gate.open()
      _ = try await world.logsAtTheEnd()
      let refused = await world.recording(of: eve).refusals.map(\.code)
      // The last two come in either order: the room delays its answers while a batch is landing.
      #expect(refused.prefix(2) == [.roomUnknownCode, .playNotSeated])
      #expect(Set(refused.suffix(2)) == [.playNotSeated, .roomAlreadyIn])
      #expect(await world.recording(of: ana).refusals.map(\.code) == [.playUnknownCard])
      let log = await world.recording(of: ben).core.table?.log
      #expect(log?.latest.endReason == .finished)
    }
  }

  @Test(
    "ownership passes on when the owner leaves, and the room stays", arguments: Setting.allCases)
  func handover(setting: Setting) async throws {
    try await setting.run { world in
      let ana = try await world.welcomed("Ana")
      await world.command(.request(.createRoom(MatchSettings(pairs: 2, seats: 3))), ana)
      let code = try await world.roomCode(of: ana)
      let ben = try await world.welcomed("Ben")
      await world.command(.request(.joinRoom(JoinRoom(code: code, role: .player))), ben)
      let benActor = try await world.until("Ben to sit down") { $0[ben.index].core.table?.actor }
      await world.command(.request(.leaveRoom), ana)
      _ = try await world.until("Ben to own the room") { guests -> Bool? in
        guests[ben.index].core.table?.log.latest.owner == benActor ? true : nil
      }
      await world.command(.listRooms(watch: false), ana)
      let rooms = try await world.until("the list of rooms") { guests -> [RoomSummary]? in
        guests[ana.index].core.rooms.isEmpty ? nil : guests[ana.index].core.rooms
      }
      #expect(rooms.map(\.code) == [code])
      #expect(rooms.map(\.seatsTaken) == [1])
    }
  }
}

/// A gate at which drivers wait until a test opens it.
private final class Gate: Sendable {
  private let state = Mutex(false)
  var isOpen: Bool { state.withLock { $0 } }
  func open() { state.withLock { $0 = true } }
}

/// A script that pauses while a gate is closed.
private struct GatedDriver: ClientDriver {
  private let gate: Gate
  private var script: ScriptedDriver

  init(_ gate: Gate, _ script: ScriptedDriver) {
    self.gate = gate
    self.script = script
  }

  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    guard client.table?.log.latest.phase != .playing || gate.isOpen else {
      return DriverActions(wake: now + .milliseconds(20))
    }
    return script.act(client, now: now)
  }
}
