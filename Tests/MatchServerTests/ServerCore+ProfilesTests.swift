// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import JournalFixtures
import Lobby
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("The server core's profiles", .timeLimit(.minutes(1)))
struct ServerCoreProfilesTests {
  private func ask(
    _ player: String, _ server: inout ScriptedServer, over connection: ServerConnectionID
  ) -> Profile? {
    server.say(.profile(id: server.nextID(), player: player), over: connection)
    return server.received[connection]?.compactMap { message in
      if case .profile(let profile) = message { profile } else { nil }
    }.last { $0.asked == player }
  }

  private func server() -> ScriptedServer {
    var contents = JournalContents()
    contents.profiles.fold(MatchResult.sample(["ada", "bob"], match: "first"))
    contents.profiles.fold(MatchResult.sample(["bob", "ada"], match: "second"))
    var server = ScriptedServer()
    server.restart(with: contents)
    return server
  }

  @Test("answer anyone, by ID or name, from what the journal had and what it tells since")
  func answers() throws {
    var server = server()
    let connection = server.open("Eve")
    let byName = try #require(ask("Ada", &server, over: connection))
    #expect(byName.players == [Player(name: "ADA", id: "ada")])
    #expect(byName.record?.matchCount == 2 && byName.record?.winCount == 1)
    #expect(ask("ada", &server, over: connection)?.record == byName.record)
    server.feed(.results([MatchResult.sample(["ada", "bob"], match: "third")]))
    let later = try #require(ask("ADA", &server, over: connection)?.record)
    #expect(later.matches.map(\.matchID) == ["third", "second", "first"])
    #expect(later.modes.first?.rating?.course.count == 3)
  }

  @Test("name the players of a name, and refuse a name of nobody in particular")
  func namesakes() throws {
    var server = server()
    let connection = server.open("Eve")
    var twin = MatchResult.sample(["ann", "bob"])
    twin.standings[0].player.name = "ADA"
    server.feed(.results([twin]))
    let both = try #require(ask("Ada", &server, over: connection))
    #expect(both.players.map(\.id) == ["ann", "ada"] && both.record == nil)
    for name in ["Eve", "\u{202e}adA", "\u{1b}[2J", String(repeating: "a", count: 96)] {
      #expect(ask(name, &server, over: connection) == nil)
    }
    #expect(server.refusals(connection).map(\.code) == Array(repeating: .profileUnknown, count: 4))
  }

  @Test("are passed on by a relay, once for many")
  func relayed() {
    var world = RelayedServer()
    world.atOwner { $0.feed(.results([MatchResult.sample(["ada", "bob"])])) }
    let viewers = world.atRelay { relay in (0..<3).map { relay.open("Viewer \($0)") } }
    for player in ["ada", "nobody"] {
      world.atRelay { relay in
        for viewer in viewers {
          relay.say(.profile(id: relay.nextID(), player: player), over: viewer)
        }
      }
    }
    for viewer in viewers {
      #expect(world.relay.count(viewer) { if case .profile = $0 { true } else { false } } == 1)
      #expect(world.relay.refusals(viewer).map(\.code) == [.profileUnknown])
    }
    let asked = world.relay.ownerOutputs.filter { if case .ask = $0 { true } else { false } }
    #expect(asked.count == 2)
  }

  @Test("are of a size that every client accepts, at their longest")
  func size() throws {
    var profiles = ProfileTable()
    let name = String(repeating: "\u{1f1e9}\u{1f1f0}", count: 12)
    for number in 0..<1200 {
      var result = MatchResult.sample(
        (["me"] + (0..<7).map { "rival \((number + $0) % 40)" }).map { id in
          id + String(repeating: "x", count: 32 - id.utf8.count)
        }, mode: MatchSettings.Mode.rated[number % 4], match: String(repeating: "m", count: 64))
      for seat in result.standings.indices { result.standings[seat].player.name = name }
      profiles.fold(result)
    }
    let me = "me" + String(repeating: "x", count: 30)
    let found = profiles.find(me)
    let record = try #require(found.record)
    #expect(record.modes.compactMap(\.rating?.course.count) == [100, 100, 100, 100])
    let message = ServerMessage.profile(
      Profile(id: RequestID(1), asked: me, players: found.players, record: record))
    #expect(WireEncoding.json.encode(message).count < 64 << 10)
  }
}
