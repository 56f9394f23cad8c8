// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing
import Wire

@Suite("A server core's answers to pings", .timeLimit(.minutes(1)))
struct ServerCorePingsTests {
  private let ping = Ping(id: 7, t0: -3)

  /// The direct answer to a ping, of a copy of the server.
  private func pong(
    _ server: ScriptedServer, _ connection: ServerConnectionID, _ encoding: WireEncoding = .proto,
    to message: ClientMessage? = nil
  ) -> [UInt8]? {
    var core = server.server
    let bytes = encoding.encode(message ?? .ping(ping))
    return core.pong(answering: bytes.span.bytes, over: connection, at: server.now)?.pong
  }

  /// A room of two with one player and one spectator.
  private func room() -> (server: ScriptedServer, ada: ServerConnectionID, eve: ServerConnectionID)
  {
    var server = ScriptedServer()
    let (ada, eve) = (server.open("Ada"), server.open("Eve"))
    let code = server.create(MatchSettings(seats: 2), over: ada)
    server.join(code, .spectator, over: eve)
    return (server, ada, eve)
  }

  @Test("are the same directly as by the ordinary way", arguments: WireEncoding.allCases)
  func direct(encoding: WireEncoding) throws {
    var server = ScriptedServer()
    let connection = server.open("Ada", encoding)
    let bytes = try #require(pong(server, connection, encoding))
    let before = server.outputs.count
    server.say(.ping(ping), over: connection, encoding)
    #expect(Array(server.outputs[before...]) == [.send(bytes, encoding, to: [connection])])
    let first = try #require(server.pong(connection))
    #expect(
      first == Pong(id: 7, t0: -3, t1: server.now, t2: server.now, nonce: first.nonce))
    server.say(.ping(ping), over: connection, encoding)
    #expect(server.pong(connection)?.nonce != first.nonce)
  }

  @Test("are direct before the hello, in no room, for spectators and for players")
  func roles() {
    var (server, ada, eve) = room()
    #expect(pong(server, ada) != nil)
    #expect(pong(server, eve) != nil)
    let stranger = ServerConnectionID(99)
    #expect(pong(server, stranger) == nil, "There is no such connection yet.")
    server.feed(.opened(stranger, .proto))
    #expect(pong(server, stranger) != nil)
    server.say(.request(id: server.nextID(), .leaveRoom), over: ada)
    #expect(pong(server, ada) != nil)
    server.say(.ping(ping), over: ada)
    #expect(server.pong(ada)?.id == 7)
  }

  @Test("tell the room what is new about a player's latency, and measure nobody else's")
  func news() throws {
    let (server, ada, eve) = room()
    var core = server.server
    let kernel = RoundTrip(minimum: .milliseconds(30), smoothed: .milliseconds(30))
    var measured = 0
    func answer(
      _ connection: ServerConnectionID, _ roundTrip: RoundTrip?, echo: Ping.Echo? = nil
    ) throws -> (reachedRoom: Bool, nonce: UInt64) {
      let bytes = WireEncoding.proto.encode(.ping(Ping(id: 1, t0: 0, echo: echo)))
      let answer = try #require(
        core.pong(answering: bytes.span.bytes, over: connection, at: server.now) {
          measured += 1
          return roundTrip
        })
      guard case .pong(let pong) = try WireEncoding.proto.decodeServerMessage(answer.pong) else {
        return (answer.reachedRoom, 0)
      }
      return (answer.reachedRoom, pong.nonce)
    }
    #expect(try !answer(eve, kernel).reachedRoom && measured == 0)
    #expect(try !answer(ada, nil).reachedRoom && measured == 1)
    #expect(try answer(ada, kernel).reachedRoom)
    let (reachedAgain, nonce) = try answer(ada, kernel)
    #expect(!reachedAgain, "The same again is nothing new.")
    let echo = Ping.Echo(nonce: nonce, held: .zero)
    #expect(try answer(ada, nil, echo: echo).reachedRoom, "A probe always is.")
    #expect(try !answer(ada, nil, echo: echo).reachedRoom, "A nonce counts once.")
    #expect(measured == 5)
  }

  @Test("are direct only for what is a ping and nothing else")
  func others() {
    let (server, _, eve) = room()
    #expect(pong(server, eve, to: .listRooms(watch: true)) == nil)
    #expect(pong(server, eve, .json) == nil, "Eve's connection speaks the other encoding.")
    let echo = Ping.Echo(nonce: 1, held: .seconds(3601))
    #expect(pong(server, eve, to: .ping(Ping(id: 1, t0: 0, echo: echo))) == nil)
  }

  @Test("beyond the rate are not direct, and cost nothing of it twice")
  func rate() {
    var server = ScriptedServer()
    let connection = server.open("Ada")
    // The hello was one of the sixty.
    for _ in 0..<59 { server.say(.ping(ping), over: connection) }
    #expect(pong(server, connection) == nil)
    server.pass(.milliseconds(50))
    #expect(pong(server, connection) != nil)
    server.say(.ping(ping), over: connection)
    #expect(server.refusals(connection).isEmpty)
    server.say(.ping(ping), over: connection)
    #expect(server.refusals(connection).map(\.code) == [.limitTooFast])
  }

  @Test("to a slow reader or a dismissed connection are not direct")
  func slow() {
    var (server, _, eve) = room()
    server.feed(.waiting(eve, bytes: BacklogLimits().mergeAbove + 1))
    #expect(pong(server, eve) == nil)
    server.say(.ping(ping), over: eve)
    #expect(server.pong(eve) == nil)
    server.feed(.waiting(eve, bytes: 0))
    #expect(server.pong(eve)?.id == 7, "It is sent when the reader has caught up.")
    #expect(pong(server, eve) != nil)
    server.feed(.received(eve, [0xff], at: server.now))
    #expect(server.closed == [eve])
    #expect(pong(server, eve) == nil)
  }

  @Test("given to a spectator who then takes a seat have measured the player's round trip")
  func seat() throws {
    var server = ScriptedServer()
    let connection = server.open("Ada")
    server.say(.ping(ping), over: connection)
    let nonce = try #require(server.pong(connection)).nonce
    server.pass(.milliseconds(80))
    let echo = Ping.Echo(nonce: nonce, held: .zero)
    server.say(.ping(Ping(id: 8, t0: 40_000, echo: echo)), over: connection)
    let settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .seconds(30))
    _ = server.create(settings, over: connection)
    for intent in [Intent.ready(entropyCommit: []), .deal] {
      say(intent, &server, connection)
    }
    server.pass(.seconds(6))
    let began = try #require(
      server.entries(connection).compactMap { entry in
        if case .turnBegan = entry.event { entry.at } else { nil }
      }.last)
    say(.choose(CardID(generation: 1, slot: 0)), &server, connection, thoughtSince: began)
    let refunds = server.entries(connection).compactMap { entry in
      if case .flipped(let flip) = entry.event { flip.refund } else { nil }
    }
    // Half of the round trip and 20 ms are free; the rest comes from the bank.
    #expect(refunds == [.milliseconds(60 + 440)])
  }

  private func say(
    _ intent: Intent, _ server: inout ScriptedServer, _ connection: ServerConnectionID,
    thoughtSince began: ServerTime? = nil
  ) {
    server.say(
      .request(
        id: server.nextID(),
        .intent(
          IntentRequest(
            seenSeq: 1_000, shownAt: began, pressedAt: began, intent: intent))),
      over: connection)
  }
}
