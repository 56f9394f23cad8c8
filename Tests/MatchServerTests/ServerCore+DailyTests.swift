// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import Lobby
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("The server core's daily deals", .timeLimit(.minutes(1)))
struct ServerCoreDailyTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "localhost", port: 7777)
  private var id: String { KeyProof.playerID(of: key.publicKey) }

  private func makeServer() -> ScriptedServer {
    var server = ScriptedServer(journal: FaultyJournal())
    server.names = [name]
    return server
  }

  private func ask(
    _ player: String?, _ server: inout ScriptedServer, over connection: ServerConnectionID
  ) throws -> Daily {
    server.say(.daily(id: server.nextID(), player: player), over: connection)
    return try #require(
      server.received[connection]?.compactMap { message in
        if case .daily(let daily) = message { daily } else { nil }
      }.last)
  }

  private func open(
    _ server: inout ScriptedServer
  ) -> ServerConnectionID {
    let connection = server.open("Ana", key: key)
    server.prove(key, to: name, over: connection)
    return connection
  }

  private func want(
    _ intent: Intent, _ server: inout ScriptedServer, over connection: ServerConnectionID
  ) {
    server.say(
      .request(id: server.nextID(), .intent(IntentRequest(seenSeq: 1_000, intent: intent))),
      over: connection)
  }

  @Test("are dealt once to each player; the second request says so, and the board knows")
  func once() throws {
    var server = makeServer()
    let ana = open(&server)
    let today = try ask(id, &server, over: ana).today
    #expect(today.day == Day(server.now) && !today.isPlayed && today.seed == nil)
    _ = server.create(.daily(today.day), over: ana)
    #expect(server.joined(ana)?.base?.settings.daily ?? today.day == today.day)
    want(.ready(entropyCommit: []), &server, over: ana)
    want(.deal, &server, over: ana)
    want(.resign, &server, over: ana)
    let seals = server.entries(ana).compactMap { entry -> [UInt8]? in
      if case .committed(let committed) = entry.event { committed.seedCommit } else { nil }
    }
    #expect(seals == [today.commitment])
    server.say(.request(id: server.nextID(), .leaveRoom), over: ana)
    let after = try ask(id, &server, over: ana)
    #expect(after.today.isPlayed && after.today.own == nil && after.today.players == 0)
    _ = server.create(.daily(today.day), over: ana)
    #expect(server.refusals(ana).map(\.code) == [.roomDailyPlayed])
    #expect(server.refusals(ana).first?.fact("day") == "\(today.day)")
    let other = server.open("Eve")
    #expect(try !ask(nil, &server, over: other).today.isPlayed)
    _ = server.create(.daily(today.day), over: other)
    #expect(server.refusals(other).map(\.code) == [.sessionNotProven])
  }

  @Test("promise tomorrow's seed, and reveal yesterday's half an hour after midnight")
  func promises() throws {
    var server = makeServer()
    let eve = server.open("Eve")
    let first = try ask(nil, &server, over: eve)
    #expect(first.last.day == first.today.day.previous.previous && first.last.seed != nil)
    server.pass(first.today.day.ends + DailyBoard.revealDelay - server.now)
    let connection = server.open("Eve")
    let next = try ask(nil, &server, over: connection)
    #expect(next.today.commitment == first.nextCommitment)
    #expect(next.last.day == first.today.day && next.last.commitment == first.today.commitment)
    let seed = try #require(next.last.seed)
    #expect(
      FairDeal(of: first.today.day, hashing: .openSSL).seedCommit(seed) == first.today.commitment)
  }

  @Test("may be played again on a server that recalls one")
  func recalled() throws {
    var server = makeServer()
    let past = try #require(
      RecalledDay(day: Day(server.now).previous, seed: [UInt8](repeating: 8, count: 32)))
    server.recall(past)
    let ana = open(&server)
    let last = try ask(id, &server, over: ana).last
    #expect(last.day == past.day && last.seed == past.seed)
    #expect(server.create(.daily(past.day), over: ana) != "")
    _ = try RecalledDay(argument: "2026-11-26:" + String(repeating: "0f", count: 32))
    for text in ["", "2026-11-26", "2026-11-26:0f", "x:" + String(repeating: "0f", count: 32)] {
      #expect(throws: (any Error).self) { try RecalledDay(argument: text) }
    }
  }

  @Test("are passed on by a relay")
  func relayed() {
    var world = RelayedServer()
    let viewers = world.atRelay { relay in (0..<3).map { relay.open("Viewer \($0)") } }
    world.atRelay { relay in
      for viewer in viewers {
        relay.say(.daily(id: relay.nextID(), player: "p-ana"), over: viewer)
      }
    }
    for viewer in viewers {
      #expect(world.relay.count(viewer) { if case .daily = $0 { true } else { false } } == 1)
    }
    let asked = world.relay.ownerOutputs.filter { if case .ask = $0 { true } else { false } }
    #expect(asked.count == 1)
  }
}
