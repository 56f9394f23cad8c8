// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("A room that another node has taken", .timeLimit(.minutes(1)))
struct LostRoomTests {
  /// A room at the first of two nodes, which the second takes while the first is cut off for a while.
  private func taken() throws -> (world: ScriptedWorld, ada: ScriptedWorld.Line, joined: Joined) {
    let world = ScriptedWorld(count: 2)
    let ada = world.open("Ada", at: 0)
    world.ask(.createRoom(MatchSettings()), over: ada)
    let joined = try #require(world.joined(ada))
    world.cut(0, for: .milliseconds(3500))
    world.pass(.milliseconds(3400))
    #expect(world.nodes.map(\.core.roomCount) == [1, 1])
    world.nodes[0].isReachable = true
    world.pass(.seconds(1))
    return (world, ada, joined)
  }

  @Test("is let go without a step that the journal would have to refuse")
  func unnoticed() throws {
    let (world, ada, _) = try taken()
    #expect(world.nodes[0].core.roomCount == 0)
    #expect(world.closing(ada)?.code == "server/elsewhere" || world.moved(ada) != nil)
    #expect(world.nodes[1].core.roomCount == 1)
    #expect(world.letGo == 1, "The journal knows as well.")
  }

  @Test("does not set back a client that has more of it, while the journal is away")
  func behind() throws {
    let world = ScriptedWorld(count: 2)
    let ada = world.open("Ada", at: 0)
    world.ask(.createRoom(MatchSettings()), over: ada)
    let room = try #require(world.joined(ada))
    world.pass(.seconds(4))
    let ahead = JoinRoom(
      code: room.code, role: .player, roomID: room.roomID,
      afterSeq: (room.tail.last?.seq ?? 0) + 2)
    world.cut(0, for: .seconds(4))
    world.pass(.milliseconds(2600))
    world.ask(.joinRoom(ahead), over: ada)
    #expect(world.refusal(ada)?.code == .journalUnavailable, "Another node may decide for it.")
    world.nodes[0].isReachable = true
    world.pass(.seconds(6))
    world.ask(.joinRoom(ahead), over: ada)
    #expect(world.joined(ada)?.base != nil, "Nobody has: what it says is not in the journal.")
  }

  @Test("comes back when that node dies")
  func back() throws {
    let (world, ada, room) = try taken()
    world.kill(1)
    world.pass(.seconds(5))
    #expect(world.nodes[0].core.roomCount == 1)
    let again = world.open("Ada", at: 0, token: world.token(ada), in: room.code)
    let resume = JoinRoom(
      code: room.code, role: .player, roomID: room.roomID, afterSeq: room.tail.last?.seq)
    world.ask(.joinRoom(resume), over: again)
    #expect(world.joined(again)?.actor == room.actor)
  }

  @Test("takes those along who have asked to enter it, each by the request")
  func entering() throws {
    let world = ScriptedWorld(count: 2)
    let ada = world.open("Ada", at: 0)
    world.ask(.createRoom(MatchSettings()), over: ada)
    let room = try #require(world.joined(ada))
    let bob = world.open("Bob", at: 0)
    world.cut(0, for: .seconds(4))
    let id = world.ask(.joinRoom(JoinRoom(code: room.code, role: .player)), over: bob)
    world.pass(.milliseconds(3300))
    #expect(world.moved(bob) == nil && world.nodes[1].core.roomCount == 1)
    world.nodes[0].isReachable = true
    world.pass(.seconds(4))
    let moved = Moved(id: id, code: room.code, url: "ws://n1.example")
    #expect(world.received(bob).contains(.moved(moved)))
    #expect(world.moved(ada) == Moved(id: nil, code: room.code, url: "ws://n1.example"))
  }

  @Test("is no reason to refuse a repeated request whose outcome only the journal knows")
  func unclear() throws {
    let world = ScriptedWorld(count: 2)
    let ada = world.open("Ada", at: 0)
    let id = world.ask(.createRoom(MatchSettings()), over: ada)
    let again = world.open("Ada", at: 1, token: world.token(ada))
    world.cut(1, for: .milliseconds(2500))
    world.ask(.createRoom(MatchSettings()), over: again, id: id)
    world.pass(.milliseconds(2400))
    #expect(world.refusal(again) == nil)
    let closing = try #require(world.closing(again))
    #expect(closing.code == "journal/unavailable" && closing.retryAfter != nil)
  }
}
