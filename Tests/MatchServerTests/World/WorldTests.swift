// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import Lobby
import MatchClient
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("Nodes of one world", .timeLimit(.minutes(1)))
struct WorldTests {
  @Test("who asks one node for another's room is sent there, and enters with the same session")
  func moved() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    let bob = world.open("Bob", at: 1)
    let id = world.ask(.join(room.code), over: bob)
    #expect(world.moved(bob) == Moved(id: id, code: room.code, url: "ws://n0.example"))
    #expect(world.closing(bob) == nil && world.joined(bob) == nil)
    let again = world.open("Bob", at: 0, token: world.token(bob))
    world.ask(.join(room.code), over: again, id: id)
    #expect(world.joined(again)?.seat == SeatIndex(1))
  }

  @Test("a client that cannot follow is closed, with the address in the sentence")
  func oldClient() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    let bob = world.open("Bob", at: 1, follows: false)
    world.ask(.join(room.code), over: bob)
    let closing = try #require(world.closing(bob))
    #expect(closing.code == "server/elsewhere" && closing.retryAfter == nil)
    #expect(closing.reason.contains("ws://n0.example/\(room.code)"))
  }

  @Test(
    "the address in that sentence is one that clients can dial",
    arguments: ["", "/n/2"], [MatchSettings.Audience.public, .unlisted])
  func addressForOldClient(path: String, audience: MatchSettings.Audience) throws {
    let world = ScriptedWorld(count: 2, path: path)
    let ada = world.open("Ada", at: 0)
    var settings = MatchSettings()
    settings.audience = audience
    world.ask(.createRoom(settings), over: ada)
    let code = try #require(world.joined(ada)?.code)
    let bob = world.open("Bob", at: 1, follows: false)
    world.ask(.join(code), over: bob)
    let reason = try #require(world.closing(bob)?.reason)
    let link = try #require(reason.split(separator: " ").first { $0.contains("://") }?.dropLast())
    let url = try ServerURL(String(link))
    #expect(url.code == code && url.description == "ws://n0.example:80\(path)")
  }

  @Test("a code that no node knows is refused as ever")
  func unknownCode() throws {
    let (world, _, _) = try ScriptedWorld.withRoom()
    let bob = world.open("Bob", at: 1)
    world.ask(.join("ZZZZZ"), over: bob)
    #expect(world.refusal(bob)?.code == .roomUnknownCode)
  }

  @Test("a node's rooms go on elsewhere within a second of its death")
  func takeover() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    world.kill(0)
    world.pass(.seconds(1))
    #expect(world.nodes[1].core.roomCount == 1)
    let takeover = world.nodes[1].core.metrics[.takeover]
    #expect(takeover.count == 1 && takeover.sum < 500_000, "The notice took half a second.")
    #expect(world.nodes[0].core.metrics[.takeover].count == 0)
    let again = world.open("Ada", at: 1, token: world.token(ada))
    let resume = JoinRoom(
      code: room.code, role: .player, roomID: room.roomID,
      afterSeq: room.tail.last?.seq ?? room.base?.seq)
    world.ask(.joinRoom(resume), over: again)
    let joined = try #require(world.joined(again))
    #expect(joined.roomID == room.roomID && joined.actor == room.actor && joined.base == nil)
    // What was asked before is answered from the log.
    world.ask(.leaveRoom, over: again)
    #expect(world.received(again).contains { if case .left = $0 { true } else { false } })
  }

  @Test("who returns before that is asked to come again, and then enters")
  func early() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    world.kill(0)
    world.pass(.milliseconds(300))
    let again = world.open("Ada", at: 1, token: world.token(ada))
    let resume = JoinRoom(code: room.code, role: .player, roomID: room.roomID, afterSeq: 0)
    world.ask(.joinRoom(resume), over: again)
    #expect(world.refusal(again)?.code == .journalUnavailable && world.moved(again) == nil)
    world.pass(.milliseconds(500))
    world.ask(.joinRoom(resume), over: again)
    #expect(world.joined(again)?.roomID == room.roomID)
  }

  @Test(
    "a request to open a room that is repeated at another node leads to the room that it opened")
  func createdOnce() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let again = world.open("Ada", at: 1, token: world.token(ada))
    world.ask(.createRoom(MatchSettings()), over: again, id: RequestID(1))
    world.pass(.milliseconds(100))
    #expect(world.moved(again) == Moved(id: RequestID(1), code: "", url: "ws://n0.example"))
    let back = world.open("Ada", at: 0, token: world.token(again))
    world.ask(.createRoom(MatchSettings()), over: back, id: RequestID(1))
    #expect(world.joined(back)?.roomID == room.roomID)
    #expect(world.nodes.map(\.core.roomCount) == [1, 0])
  }

  @Test(
    "what is asked about a room is led to its node, whether it was carried out there or not",
    arguments: [true, false])
  func ownRoom(isRepeated: Bool) throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let commit = [UInt8](repeating: 7, count: 32)
    let ready = RoomRequest.intent(
      IntentRequest(
        seenSeq: room.tail.last?.seq ?? 0, intent: .ready(entropyCommit: commit)))
    let id = isRepeated ? world.ask(ready, over: ada) : RequestID(50)
    let again = world.open("Ada", at: 1, token: world.token(ada), in: room.code)
    world.ask(ready, over: again, id: id)
    #expect(world.moved(again) == Moved(id: id, code: room.code, url: "ws://n0.example"))
    world.ask(.leaveRoom, over: again, id: RequestID(51))
    #expect(world.moved(again)?.id == RequestID(51) && world.refusal(again) == nil)
    let back = world.open("Ada", at: 0, token: world.token(again), in: room.code)
    world.ask(ready, over: back, id: id)
    world.ask(.leaveRoom, over: back, id: RequestID(51))
    #expect(world.refusal(back) == nil)
    #expect(world.received(back).contains { if case .left = $0 { true } else { false } })
  }

  @Test("who is in a room at one node enters no other room at another")
  func oneRoom() throws {
    let (world, ada, room) = try ScriptedWorld.withRoom()
    let again = world.open("Ada", at: 1, token: world.token(ada), in: room.code)
    let id = world.ask(.createRoom(MatchSettings()), over: again, id: RequestID(50))
    #expect(world.moved(again) == Moved(id: id, code: room.code, url: "ws://n0.example"))
    let back = world.open("Ada", at: 0, token: world.token(again), in: room.code)
    world.ask(.createRoom(MatchSettings()), over: back, id: id)
    #expect(world.refusal(back)?.code == .roomAlreadyIn)
    let bob = world.open("Bob", at: 1)
    world.ask(.createRoom(MatchSettings()), over: bob)
    world.ask(.join(room.code), over: bob)
    #expect(world.refusal(bob)?.code == .roomAlreadyIn && world.moved(bob) == nil)
  }

  @Test("what arrives after the answer that a request belongs elsewhere belongs there too")
  func behindMove() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    let bob = world.open("Bob", at: 1)
    world.ask(.join(room.code), over: bob)
    let id = world.ask(.leaveRoom, over: bob)
    #expect(world.moved(bob) == Moved(id: id, code: room.code, url: "ws://n0.example"))
  }

  @Test("a request to enter that is repeated at another node is led to the room")
  func enteredOnce() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    let bob = world.open("Bob", at: 0)
    let id = world.ask(.join(room.code), over: bob)
    let again = world.open("Bob", at: 1, token: world.token(bob))
    world.ask(.join(room.code), over: again, id: id)
    #expect(world.moved(again) == Moved(id: id, code: room.code, url: "ws://n0.example"))
    let back = world.open("Bob", at: 0, token: world.token(again))
    world.ask(.join(room.code), over: back, id: id)
    #expect(world.joined(back)?.actor == world.joined(bob)?.actor)
  }

  @Test("a room that its client names, but nobody has, leads nowhere")
  func noSuchRoom() throws {
    let world = ScriptedWorld(count: 2)
    let ada = world.open("Ada", at: 0, in: "ZZZZZ")
    world.ask(.leaveRoom, over: ada)
    #expect(world.refusal(ada)?.code == .roomNotIn && world.moved(ada) == nil)
    world.ask(.createRoom(MatchSettings()), over: ada)
    #expect(world.joined(ada) != nil)
  }

  @Test("a session that goes on at one node is closed at the other")
  func takenOver() throws {
    let (world, ada, _) = try ScriptedWorld.withRoom()
    _ = world.open("Ada", at: 1, token: world.token(ada))
    #expect(world.closing(ada)?.code == "session/taken_over")
  }

  @Test("of two nodes that are shown one token, one welcomes, and a used token is of no use")
  func oneToken() throws {
    let world = ScriptedWorld(count: 2)
    let first = world.open("Ada", at: 0)
    let used = try #require(world.token(first))
    let second = world.open("Ada", at: 1, token: used)
    _ = world.open("Ada", at: 1, token: world.token(second))
    let thief = world.open("Ada", at: 0, token: used)
    let name = { (line: ScriptedWorld.Line) in
      world.last(line) { if case .welcome(let welcome) = $0 { welcome.sessionID } else { nil } }
    }
    #expect(name(first) == name(second) && name(thief) != name(first))
  }

  @Test("a node that forgets a session leaves it to the node where it went on")
  func forgotten() throws {
    let world = ScriptedWorld(count: 3)
    let first = world.open("Ada", at: 0)
    let second = world.open("Ada", at: 1, token: world.token(first))
    world.close(first)
    world.pass(.seconds(90))
    let third = world.open("Ada", at: 2, token: world.token(second))
    let names = [first, second, third].map { line in
      world.last(line) { if case .welcome(let welcome) = $0 { welcome.sessionID } else { nil } }
    }
    #expect(names[0] != nil && Set(names).count == 1)
  }

  @Test("a node that unloads a session does not put its own tokens in place of newer ones")
  func unloaded() throws {
    let (world, first, _) = try ScriptedWorld.withRoom()
    world.ask(.leaveRoom, over: first)
    // It is used at the first node, then goes on at the second, whose token only that has given.
    let second = world.open("Ada", at: 1, token: world.token(first))
    world.close(first)
    world.pass(.seconds(200))
    let third = world.open("Ada", at: 1, token: world.token(second))
    world.pass(.milliseconds(100))
    let name = { (line: ScriptedWorld.Line) in
      world.last(line) { if case .welcome(let welcome) = $0 { welcome.sessionID } else { nil } }
    }
    #expect(name(first) != nil && name(third) == name(first))
  }

  @Test("a node without the journal resumes no session: another may have it")
  func unkept() throws {
    let world = ScriptedWorld(count: 2)
    let first = world.open("Ada", at: 0)
    let token = try #require(world.token(first))
    world.cut(0, for: .seconds(10))
    let again = world.open("Ada", at: 0, token: token)
    world.pass(.seconds(4))
    #expect(world.token(again) == nil && world.closing(again)?.code == "journal/unavailable")
  }

  @Test("each node lists the rooms of all, until their node is gone")
  func lists() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    let bob = world.open("Bob", at: 1)
    world.say(.listRooms(watch: true), over: bob)
    #expect(world.rooms(bob)?.rooms.map(\.code) == [room.code])
    let cyd = world.open("Cyd", at: 0)
    world.ask(.createRoom(MatchSettings()), over: cyd)
    let second = try #require(world.joined(cyd)).code
    #expect(world.rooms(bob)?.rooms.map(\.code) == [second])
    world.kill(0)
    world.pass(.seconds(1))
    let listed = Set(world.nodes[1].core.listed.map(\.code))
    #expect(listed.isEmpty || listed == [room.code, second], "its rooms are this node's by now")
  }

  @Test("two strangers who ask two nodes for a quick match meet at one table")
  func quickMatch() throws {
    let world = ScriptedWorld(count: 2)
    let quick = QuickMatch(mode: .memorize, seats: 2, isRated: false)
    var rooms: [String] = []
    for (number, name) in ["Ada", "Bob"].enumerated() {
      var line = world.open(name, at: number)
      let id = world.ask(.quickMatch(quick), over: line)
      if let moved = world.moved(line) {
        #expect(moved.id == id && moved.code.isEmpty)
        line = world.open(name, at: 1 - number, token: world.token(line))
        world.ask(.quickMatch(quick), over: line, id: id)
      }
      rooms.append(try #require(world.joined(line)).roomID)
    }
    #expect(Set(rooms).count == 1)
  }

  @Test("a node whose clock is more than a quarter of a second ahead claims nothing")
  func clocks() throws {
    let world = ScriptedWorld(count: 3, offsets: [.zero, .milliseconds(300), .zero])
    #expect(world.nodes.map { $0.core.world?.isClockRight } == [true, false, true])
    let ada = world.open("Ada", at: 0)
    world.ask(.createRoom(MatchSettings()), over: ada)
    world.kill(0)
    world.pass(.seconds(8))
    #expect(world.nodes.map(\.core.roomCount)[1...] == [0, 1])
  }

  @Test("a node that starts again takes its former rooms up")
  func restarted() throws {
    let (world, _, room) = try ScriptedWorld.withRoom()
    world.kill(0)
    world.kill(1)
    world.start("n0")
    world.pass(.seconds(5))
    #expect(world.nodes[2].core.roomCount == 1)
    let bob = world.open("Bob", at: 2)
    world.ask(.join(room.code), over: bob)
    #expect(world.joined(bob)?.roomID == room.roomID)
  }
}
