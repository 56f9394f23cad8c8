// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("A world that has lost what its nodes remember", .timeLimit(.minutes(1)))
struct RefilledWorldTests {
  /// What became of the rooms that the first node remembers.
  private static func report(
    _ world: ScriptedWorld, _ fate: RefillReport.Fate, isWhole: Bool = true
  ) -> RefillReport {
    var report = RefillReport()
    report.isWhole = isWhole
    report.codeKey = [UInt8](repeating: 9, count: 32)
    report.rooms = world.nodes[0].core.memory(at: world.now).rooms.map {
      RefillReport.Room($0, fate)
    }
    return report
  }

  private static func resume(_ room: Joined) -> RoomRequest {
    .joinRoom(
      JoinRoom(
        code: room.code, role: .player, roomID: room.roomID, afterSeq: room.tail.last?.seq))
  }

  @Test("is remembered by the node that decides: rooms, and sessions with their tokens")
  func memory() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let session = try #require(world.sessionID(ada))
    let memory = world.nodes[0].core.memory(at: world.now)
    #expect(memory.rooms.map(\.code.rawValue) == [room.code])
    #expect(memory.rooms.first?.members.map(\.session.rawValue) == [session])
    #expect(memory.sessions.map(\.id.rawValue) == [session])
    #expect(memory.sessions.first?.tokenHashes.isEmpty == false)
    #expect(memory.sessions.first?.highest == RequestID(1) && memory.bans.isEmpty)
    let other = world.nodes[1].core.memory(at: world.now)
    #expect(other.rooms.isEmpty && other.sessions.isEmpty)
  }

  @Test("resumes the rooms that were written back, and players return to their seats")
  func whole() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let token = world.token(ada)
    world.loseLeader(for: .seconds(91))
    world.pass(.seconds(90))
    #expect(world.closing(ada)?.code == "server/elsewhere")
    world.refill(0, Self.report(world, .whole(written: 1)))
    world.pass(.seconds(3))
    // The registry has another revision now, if any.
    let again = world.open("Ada", at: 0, token: token, in: room.code)
    #expect(world.sessionID(again) == world.sessionID(ada))
    world.ask(Self.resume(room), over: again)
    #expect(world.joined(again)?.actor == room.actor)
    #expect(world.nodes[0].core.roomCount == 1)
  }

  @Test("goes on at the nodes that have its rooms by now")
  func elsewhere() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    world.refill(0, Self.report(world, .elsewhere(world.nodes[1].id)))
    #expect(world.nodes[0].core.roomCount == 0)
    #expect(world.moved(ada) == Moved(id: nil, code: room.code, url: "ws://n1.example"))
  }

  @Test("reads a room again whose log has more than its node remembers")
  func ahead() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    world.refill(0, Self.report(world, .ahead))
    #expect(world.nodes[0].core.roomCount == 0)
    #expect(world.moved(ada) == Moved(id: nil, code: room.code, url: "ws://n0.example"))
  }

  @Test("keeps a room standing that could not be written back, until it is")
  func stuck() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let token = world.token(ada)
    world.loseLeader(for: .seconds(93))
    world.pass(.seconds(90))
    let stuck = Self.report(world, .stuck("So."))
    #expect(!stuck.isFinished)
    world.refill(0, stuck)
    world.pass(.seconds(1))
    #expect(world.nodes[0].core.roomCount == 1)
    world.refill(0, Self.report(world, .whole(written: 1), isWhole: false))
    world.pass(.seconds(5))
    let again = world.open("Ada", at: 0, token: token, in: room.code)
    world.ask(Self.resume(room), over: again)
    #expect(world.joined(again)?.actor == room.actor)
  }

  @Test("closes a room that was written back after everybody had left it")
  func left() throws {
    let (world, _, _) = try ScriptedWorld.withRoom()
    var report = Self.report(world, .whole(written: 1))
    report.rooms[0].id = RoomID("gone")
    var core = world.nodes[0].core
    let outputs = core.handle(.world(.refilled(report)), now: world.now)
    #expect(
      outputs.contains {
        guard case .append(let records) = $0 else { return false }
        return records.contains(.closed(RoomID("gone"), at: world.now))
      })
  }

  @Test("is told in a line for each room and a sentence about the rest")
  func told() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    var report = Self.report(world, .whole(written: 1))
    report.sessionsWritten = 1
    let answer = AdminAnswer.refilled(report, isDry: false)
    let line = answer.compactMap(\.refilled)
    #expect(line.map(\.code) == [room.code] && line.map(\.written) == [1])
    #expect(line.map(\.says) == ["was written back"])
    #expect(
      answer.last?.done
        == "1 of 1 room goes on here; 1 session, 0 results and 0 bans were written back.")
    let stuck = AdminAnswer.refilled(Self.report(world, .stuck("So.")), isDry: true)
    #expect(stuck.compactMap(\.refilled).map(\.says) == ["stands still: So."])
    #expect(stuck.last?.done?.contains("nothing was written") == true)
    #expect(stuck.last?.done?.contains("1 room cannot be written back") == true)
  }

  @Test("is not what a server by itself has")
  func alone() throws {
    let world = ScriptedWorld(count: 1)
    #expect(world.admin(.refill(isDry: false), at: 0).last?.refused != nil)
  }
}
