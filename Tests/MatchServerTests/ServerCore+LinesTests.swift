// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing

@Suite("A server core and its lines", .timeLimit(.minutes(1)))
struct ServerCoreLinesTests {
  /// A match of one that is at its first turn, on a line whose kernel says 80 ms.
  private func playing() -> (server: ScriptedServer, link: LinkID) {
    var server = ScriptedServer()
    let link = server.open("Ada")
    server.feed(
      .measured(
        link, RoundTrip(minimum: .milliseconds(80), smoothed: .milliseconds(150))))
    let settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .seconds(30))
    _ = server.create(settings, over: link)
    server.say(intent(.ready(entropyCommit: []), &server), over: link)
    server.say(intent(.deal, &server), over: link)
    server.pass(.seconds(4))
    return (server, link)
  }

  private func intent(
    _ intent: Intent, _ server: inout ScriptedServer, shown: ServerTime? = nil,
    pressed: ServerTime? = nil
  ) -> ClientMessage {
    .intent(
      IntentRequest(
        id: server.nextID(), seenSeq: 1_000, shownAt: shown, pressedAt: pressed, intent: intent))
  }

  private func entries(_ server: ScriptedServer, _ link: LinkID) -> [Entry] {
    (server.received[link] ?? []).compactMap {
      if case .entry(let entry) = $0 { entry } else { nil }
    }
  }

  /// Turns a card two seconds after the turn began, thought about for `thought` by its claim.
  private func refund(
    _ server: inout ScriptedServer, _ link: LinkID, thought: Duration
  ) throws -> Duration {
    let turn = try #require(
      entries(server, link).compactMap { entry in
        if case .turnBegan = entry.event { entry.at } else { nil }
      }.last)
    server.pass(turn + .seconds(2) - server.now)
    let choice = intent(
      .choose(CardID(generation: 1, slot: 0)), &server, shown: turn, pressed: turn + thought)
    server.say(choice, over: link)
    for case .flipped(let flip) in entries(server, link).map(\.event).reversed() {
      return flip.refund
    }
    Issue.record("No card was turned.")
    return .zero
  }

  @Test("gives back what a press was late, as far as the line and the bank reach")
  func refunds() throws {
    var (server, link) = playing()
    #expect(try refund(&server, link, thought: .milliseconds(1950)) == .milliseconds(50))
    (server, link) = playing()
    #expect(try refund(&server, link, thought: .zero) == .milliseconds(60 + 440))
  }

  @Test("measures lines by pings, and lets forged and replayed echoes change nothing")
  func pings() throws {
    var (server, link) = playing()
    server.say(.ping(Ping(id: 1, t0: 0)), over: link)
    let nonce = try #require(server.pong(link)).nonce
    server.pass(.milliseconds(10))
    for (id, forged) in [nonce &+ 1, 0, nonce &- 1].enumerated() {
      let echo = Ping.Echo(nonce: forged, held: .milliseconds(10))
      server.say(.ping(Ping(id: UInt64(id + 2), t0: 10_000, echo: echo)), over: link)
    }
    var forged = server
    #expect(try refund(&forged, link, thought: .zero) == .milliseconds(500))
    let echo = Ping.Echo(nonce: nonce, held: .zero)
    server.say(.ping(Ping(id: 9, t0: 10_000, echo: echo)), over: link)
    #expect(try refund(&server, link, thought: .zero) == .milliseconds(25 + 440))
  }

  @Test("forgets a line with its connection")
  func reconnects() throws {
    var (server, link) = playing()
    let token = try #require(
      server.received[link]?.compactMap { message in
        if case .welcome(let welcome) = message { welcome.resumeToken } else { nil }
      }.first)
    let joined = try #require(server.joined(link))
    let last = try #require(entries(server, link).last).seq
    server.feed(.closed(link))
    let again = LinkID(77)
    server.feed(.opened(again, .proto))
    server.say(.hello(Hello(agent: "test", name: "Ada", resumeToken: token)), over: again)
    server.say(
      .joinRoom(
        JoinRoom(
          id: server.nextID(), code: joined.code, role: .player, roomID: joined.roomID,
          afterSeq: last)), over: again)
    let card = CardID(generation: 1, slot: 0)
    server.pass(.seconds(2))
    server.say(intent(.choose(card), &server, shown: server.now, pressed: server.now), over: again)
    let refunds = entries(server, again).compactMap { entry in
      if case .flipped(let flip) = entry.event { flip.refund } else { nil }
    }
    #expect(refunds == [.milliseconds(20 + 440)])
  }

  @Test("has a chaser follow what it sends to players, and none what goes to viewers")
  func chases() {
    var server = ScriptedServer()
    let (ada, eve) = (server.open("Ada"), server.open("Eve"))
    let code = server.create(MatchSettings(seats: 2), over: ada)
    server.join(code, .spectator, over: eve)
    let before = server.outputs.count
    server.say(intent(.ready(entropyCommit: []), &server), over: ada)
    let chased = server.outputs.dropFirst(before).compactMap { output in
      if case .chase(let links) = output { links } else { nil }
    }
    #expect(chased == [[ada]])
  }
}
