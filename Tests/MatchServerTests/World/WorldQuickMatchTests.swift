// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("Quick matches of a world", .timeLimit(.minutes(1)))
struct WorldQuickMatchTests {
  /// Asks for a quick match again and again, wherever that leads, until there is a seat.
  private func seat(
    _ name: String, _ quick: QuickMatch, id: RequestID, from node: Int, token: [UInt8]?,
    in world: ScriptedWorld
  ) throws -> Joined {
    var line = world.open(name, at: node, token: token)
    for _ in 0..<100 {
      world.ask(.quickMatch(quick), over: line, id: id)
      if let joined = world.joined(line) { return joined }
      var next = line.node
      if let moved = world.moved(line),
        let index = world.nodes.indices.first(where: { "ws://n\($0).example" == moved.url }),
        world.nodes[index].isAlive
      {
        next = index
      }
      // From a node that is gone a client comes back over another connection, and likewise where a
      // request of unclear outcome was put off by closing.
      if world.moved(line) != nil || world.closing(line) != nil {
        let token = world.token(line)
        world.close(line)
        line = world.open(name, at: next, token: token)
      }
      world.pass(.milliseconds(100))
    }
    throw Missing()
  }

  @Test(
    "a quick match repeated elsewhere after its node died leads to the same seat, never a second",
    arguments: 0..<12)
  func quickMatchRepeated(milliseconds: Int) throws {
    let world = ScriptedWorld(count: 3)
    let quick = QuickMatch(mode: .memorize, seats: 3, isRated: false)
    let first = world.open("Eve", at: 0)
    let asked = world.ask(.quickMatch(quick), over: first)
    let home = world.moved(first).flatMap { moved in
      world.nodes.indices.first { "ws://n\($0).example" == moved.url }
    }
    let eve = try seat(
      "Eve", quick, id: asked, from: home ?? 0, token: world.token(first), in: world)
    let node = home ?? 0
    let line = world.open("Ada", at: node)
    let token = world.token(line)
    let id = RequestID(7)
    world.say(.request(id: id, .quickMatch(quick)), over: line)
    world.pass(.milliseconds(milliseconds))
    let seen = world.joined(line)
    world.kill(node)
    let again = try seat("Ada", quick, id: id, from: (node + 1) % 3, token: token, in: world)
    if let seen { #expect(again.roomID == seen.roomID && again.seat == seen.seat) }
    if milliseconds == 11 { #expect(seen != nil && again.roomID == eve.roomID) }
    world.pass(.seconds(5))
    // Whoever owns rooms now: she has one seat in all of them.
    let seats = world.nodes.filter(\.isAlive).flatMap { node in
      node.core.directory.openRooms.flatMap { node.core.directory.players(in: $0) }
    }
    #expect(seats.count { $0.rawValue == world.sessionID(line) } == 1)
  }

  @Test("two strangers who ask two nodes at the same moment meet at one table", arguments: 0..<20)
  func quickMatchAtOnce(pair: Int) throws {
    let world = ScriptedWorld(count: 2)
    let quick = QuickMatch(mode: .memorize, seats: 2, isRated: false)
    let people = ["Ada", "Bob"].enumerated().map { (name: $1, line: world.open($1, at: $0)) }
    for _ in 0..<pair { world.pass(.milliseconds(7)) }
    let ids = [RequestID(UInt64(100 + pair)), RequestID(UInt64(200 + pair))]
    for (person, id) in zip(people, ids) {
      world.say(.request(id: id, .quickMatch(quick)), over: person.line)
    }
    world.pass(.milliseconds(20))
    var rooms: [String] = []
    for (index, id) in ids.enumerated() {
      let (name, line) = people[index]
      if let joined = world.joined(line) {
        rooms.append(joined.roomID)
        continue
      }
      let token = world.token(line)
      world.close(line)
      rooms.append(
        try seat(name, quick, id: id, from: 1 - index, token: token, in: world).roomID)
    }
    #expect(rooms.count == 2 && Set(rooms).count == 1)
    #expect(world.nodes.map(\.core.roomCount).reduce(0, +) == 1)
  }

  private struct Missing: Error {}
}
