// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing
import Wire

@Suite("A server core and its connections' latency", .timeLimit(.minutes(1)))
struct ServerCoreConnectionsTests {
  /// A match for one player at its first turn, whose connection has a kernel round trip of 80 ms.
  private func playing() -> (server: ScriptedServer, connection: ServerConnectionID) {
    var server = ScriptedServer()
    let connection = server.open("Ada")
    server.feed(
      .measured(
        connection, RoundTrip(minimum: .milliseconds(80), smoothed: .milliseconds(150))))
    let settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .seconds(30))
    _ = server.create(settings, over: connection)
    server.say(intent(.ready(entropyCommit: []), &server), over: connection)
    server.say(intent(.deal, &server), over: connection)
    server.pass(.seconds(4))
    return (server, connection)
  }

  private func intent(
    _ intent: Intent, _ server: inout ScriptedServer, shown: ServerTime? = nil,
    pressed: ServerTime? = nil
  ) -> ClientMessage {
    .request(
      id: server.nextID(),
      .intent(
        IntentRequest(
          seenSeq: 1_000, shownAt: shown, pressedAt: pressed, intent: intent)))
  }

  private func entries(_ server: ScriptedServer, _ connection: ServerConnectionID) -> [Entry] {
    (server.received[connection] ?? []).compactMap {
      if case .entry(let entry) = $0 { entry } else { nil }
    }
  }

  /// Turns a card two seconds after the turn began, thought about for `thought` by its claim.
  private func refund(
    _ server: inout ScriptedServer, _ connection: ServerConnectionID, thought: Duration
  ) throws -> Duration {
    let turn = try #require(
      entries(server, connection).compactMap { entry in
        if case .turnBegan = entry.event { entry.at } else { nil }
      }.last)
    server.pass(turn + .seconds(2) - server.now)
    let choice = intent(
      .choose(CardID(generation: 1, slot: 0)), &server, shown: turn, pressed: turn + thought)
    server.say(choice, over: connection)
    for case .flipped(let flip) in entries(server, connection).map(\.event).reversed() {
      return flip.refund
    }
    Issue.record("No card was turned.")
    return .zero
  }

  @Test("compensates a late press, within the limits of the connection and the lag bank")
  func refunds() throws {
    var (server, connection) = playing()
    #expect(try refund(&server, connection, thought: .milliseconds(1950)) == .milliseconds(50))
    (server, connection) = playing()
    #expect(try refund(&server, connection, thought: .zero) == .milliseconds(60 + 440))
  }

  @Test("measures round trips by pings, unaffected by forged and replayed echoes")
  func pings() throws {
    var (server, connection) = playing()
    server.say(.ping(Ping(id: 1, t0: 0)), over: connection)
    let nonce = try #require(server.pong(connection)).nonce
    server.pass(.milliseconds(10))
    for (id, forged) in [nonce &+ 1, 0, nonce &- 1].enumerated() {
      let echo = Ping.Echo(nonce: forged, held: .milliseconds(10))
      server.say(.ping(Ping(id: UInt64(id + 2), t0: 10_000, echo: echo)), over: connection)
    }
    var forged = server
    #expect(try refund(&forged, connection, thought: .zero) == .milliseconds(500))
    let echo = Ping.Echo(nonce: nonce, held: .zero)
    server.say(.ping(Ping(id: 9, t0: 10_000, echo: echo)), over: connection)
    #expect(try refund(&server, connection, thought: .zero) == .milliseconds(25 + 440))
  }

  @Test("forgets an estimate with its connection")
  func reconnects() throws {
    var (server, connection) = playing()
    let token = try #require(
      server.received[connection]?.compactMap { message in
        if case .welcome(let welcome) = message { welcome.resumeToken } else { nil }
      }.first)
    let joined = try #require(server.joined(connection))
    let last = try #require(entries(server, connection).last).seq
    server.feed(.closed(connection))
    let again = ServerConnectionID(77)
    server.feed(.opened(again, .proto))
    server.say(.hello(Hello(agent: "test", name: "Ada", resumeToken: token)), over: again)
    server.say(
      .request(
        id: server.nextID(),
        .joinRoom(
          JoinRoom(
            code: joined.code, role: .player, roomID: joined.roomID,
            afterSeq: last))), over: again)
    let card = CardID(generation: 1, slot: 0)
    server.pass(.seconds(2))
    server.say(intent(.choose(card), &server, shown: server.now, pressed: server.now), over: again)
    let refunds = entries(server, again).compactMap { entry in
      if case .flipped(let flip) = entry.event { flip.refund } else { nil }
    }
    #expect(refunds == [.milliseconds(20 + 440)])
  }

  @Test("sends a chaser packet behind entries to players, but not to spectators")
  func chases() {
    var server = ScriptedServer()
    let (ada, eve) = (server.open("Ada"), server.open("Eve"))
    let code = server.create(MatchSettings(seats: 2), over: ada)
    server.join(code, .spectator, over: eve)
    let before = server.outputs.count
    server.say(intent(.ready(entropyCommit: []), &server), over: ada)
    let chased = server.outputs.dropFirst(before).compactMap { output in
      if case .chase(let connections) = output { connections } else { nil }
    }
    #expect(chased == [[ada]])
  }
}
