// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Lobby
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("Rooms of a world that are handed over", .timeLimit(.minutes(1)))
struct WorldHandoverTests {
  @Test("a room that is moved by an operator goes on at the other node, and its clients are told")
  func movedRoom() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let answer = world.admin(.move(code: room.code, to: "n1"), at: 0)
    #expect(answer == [.done("Room \(room.code) goes to node n1.")])
    let announced = world.last(ada) { if case .moving(let url) = $0 { url } else { nil } }
    #expect(announced == "ws://n1.example")
    world.pass(.seconds(1))
    #expect(world.moved(ada) == Moved(id: nil, code: room.code, url: "ws://n1.example"))
    #expect(world.nodes.map(\.core.roomCount) == [0, 1])
    let again = world.open("Ada", at: 1, token: world.token(ada))
    let resume = JoinRoom(
      code: room.code, role: .player, roomID: room.roomID, afterSeq: room.tail.last?.seq)
    world.ask(.joinRoom(resume), over: again)
    #expect(world.joined(again)?.actor == room.actor)
  }

  @Test("a node that has not heard that it was handed a room is told again until it has it")
  func reminded() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    world.losesMessages = true
    _ = world.admin(.move(code: room.code, to: "n1"), at: 0)
    world.pass(.seconds(3))
    #expect(world.nodes.map(\.core.roomCount) == [0, 0] && world.handovers == 3)
    world.losesMessages = false
    world.pass(.seconds(1))
    #expect(world.nodes.map(\.core.roomCount) == [0, 1] && world.handovers == 4)
    world.pass(.seconds(10))
    #expect(world.handovers == 4)
    let bob = world.open("Bob", at: 0)
    world.ask(.join(room.code), over: bob)
    #expect(world.moved(bob)?.url == "ws://n1.example")
  }

  @Test("a room whose destination ends before it has heard of it is taken back")
  func orphaned() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    world.losesMessages = true
    _ = world.admin(.move(code: room.code, to: "n1"), at: 0)
    world.pass(.seconds(1))
    #expect(world.nodes[0].core.roomCount == 0)
    world.kill(1)
    world.pass(.seconds(8))
    #expect(world.nodes[0].core.roomCount == 1)
  }

  @Test("a move is announced to players and spectators who follow moves, and to no others")
  func announced() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let others = [true, false].flatMap { follows in
      [world.open("Bob", at: 0, follows: follows), world.open("Eve", at: 0, follows: follows)]
    }
    for (line, role) in zip(others, [Role.spectator, .spectator, .spectator, .player]) {
      world.ask(.joinRoom(JoinRoom(code: room.code, role: role)), over: line)
      #expect(world.joined(line)?.roomID == room.roomID)
    }
    _ = world.admin(.move(code: room.code, to: "n1"), at: 0)
    let urls = ([ada] + others).map { line in
      world.last(line) { if case .moving(let url) = $0 { url } else { nil } }
    }
    #expect(urls == ["ws://n1.example", "ws://n1.example", "ws://n1.example", nil, nil])
  }

  @Test("a node that drains by moving hands every room over, and stops")
  func drained() throws {
    let (world, ada, _) = try ScriptedWorld.withRoom()
    for number in 0..<5 {
      world.ask(.createRoom(MatchSettings()), over: world.open("Guest \(number)", at: 0))
    }
    #expect(world.admin(.drain(within: nil, moves: true), at: 0).last?.isLast == true)
    world.pass(.seconds(3))
    #expect(world.nodes.map(\.core.roomCount) == [0, 6] && world.nodes[0].isDrained)
    #expect(world.moved(ada)?.url == "ws://n1.example")
    let refused = world.admin(.drain(within: nil, moves: true), at: 1)
    guard case .refused(let refusal)? = refused.last else { throw Missing() }
    #expect(refusal.code == .unavailable, "no other node takes rooms")
  }

  @Test("a drain hands a room over again whose handover the journal has refused")
  func drainedLater() throws {
    let (world, _, _) = try ScriptedWorld.withRoom()
    #expect(world.admin(.drain(within: nil, moves: true), at: 0).last?.isLast == true)
    world.loseLeader(for: .seconds(1))
    world.pass(.milliseconds(900))
    #expect(world.nodes[0].core.roomCount == 1 && !world.nodes[0].isDrained)
    world.pass(.seconds(5))
    #expect(world.nodes.map(\.core.roomCount) == [0, 1] && world.nodes[0].isDrained)
  }

  @Test("a node that is cut off sends its players to the world, and its rooms go on elsewhere")
  func partition() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    world.cut(0, for: .seconds(20))
    world.pass(.seconds(4))
    #expect(world.nodes[1].core.roomCount == 1)
    world.pass(.seconds(2))
    #expect(world.closing(ada)?.code == "server/elsewhere")
    #expect(world.closing(ada)?.retryAfter == .milliseconds(250))
    world.nodes[0].isReachable = true
    world.pass(.seconds(30))
    // Nothing was claimed back, and what it still thought its own is let go with its first step.
    #expect(world.nodes[1].core.roomCount == 1)
    let bob = world.open("Bob", at: 1)
    world.ask(.join(room.code), over: bob)
    #expect(world.joined(bob)?.roomID == room.roomID)
  }

  @Test(
    "a client that cannot follow is told once where its match goes on, and to come back at no time")
  func oldClientCutOff() throws {
    let world = ScriptedWorld(count: 2)
    world.nodes[0].core.names = [
      ServerName(host: "other.org", port: 443), ServerName(host: "example", port: 8080),
    ]
    let ada = world.open("Ada", at: 0, follows: false)
    world.ask(.createRoom(MatchSettings()), over: ada)
    let code = try #require(world.joined(ada)?.code)
    world.cut(0, for: .seconds(20))
    world.pass(.seconds(6))
    let closing = try #require(world.closing(ada))
    #expect(closing.code == "server/elsewhere" && closing.retryAfter == nil)
    #expect(closing.reason.contains("Connect again at ws://example:8080/\(code)"))
    // It goes there, and is told by whichever node it meets, or is back at its seat.
    let back = world.open("Ada", at: 1, token: world.token(ada), follows: false)
    world.ask(.join(code), over: back)
    #expect(world.joined(back)?.seat == SeatIndex(0) && world.closing(back) == nil)
  }

  @Test("a client that cannot follow a room that is moved is told the new address, and no time")
  func oldClientMoved() throws {
    let world = ScriptedWorld(count: 2)
    let ada = world.open("Ada", at: 0, follows: false)
    world.ask(.createRoom(MatchSettings()), over: ada)
    let code = try #require(world.joined(ada)?.code)
    _ = world.admin(.move(code: code, to: "n1"), at: 0)
    world.pass(.seconds(5))
    let closing = try #require(world.closing(ada))
    #expect(closing.code == "server/elsewhere" && closing.retryAfter == nil)
    #expect(closing.reason.contains("ws://n1.example/\(code)"))
    let back = world.open("Ada", at: 1, token: world.token(ada), follows: false)
    world.ask(.join(code), over: back)
    #expect(world.joined(back)?.seat == SeatIndex(0) && world.closing(back) == nil)
  }

  private struct Missing: Error {}
}
