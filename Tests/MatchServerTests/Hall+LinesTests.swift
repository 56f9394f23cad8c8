// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchServer
import Protocol
import Testing

@Suite("A hall and its lines", .timeLimit(.minutes(1)))
struct HallLinesTests {
  /// A match of one that is at its first turn, on a line whose kernel says 80 ms.
  private func playing() -> (hall: ScriptedHall, link: LinkID) {
    var hall = ScriptedHall()
    let link = hall.open("Ada")
    hall.feed(
      .measured(
        link, RoundTrip(minimum: .milliseconds(80), smoothed: .milliseconds(150))))
    let settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .seconds(30))
    _ = hall.create(settings, over: link)
    hall.say(intent(.ready(entropyCommit: []), &hall), over: link)
    hall.say(intent(.deal, &hall), over: link)
    hall.pass(.seconds(4))
    return (hall, link)
  }

  private func intent(
    _ intent: Intent, _ hall: inout ScriptedHall, shown: ServerTime? = nil,
    pressed: ServerTime? = nil
  ) -> ClientMessage {
    .intent(
      IntentRequest(
        id: hall.nextID(), seenSeq: 1_000, shownAt: shown, pressedAt: pressed, intent: intent))
  }

  private func entries(_ hall: ScriptedHall, _ link: LinkID) -> [Entry] {
    (hall.received[link] ?? []).compactMap { if case .entry(let entry) = $0 { entry } else { nil } }
  }

  /// Turns a card two seconds after the turn began, thought about for `thought` by its claim.
  private func refund(
    _ hall: inout ScriptedHall, _ link: LinkID, thought: Duration
  ) throws -> Duration {
    let turn = try #require(
      entries(hall, link).compactMap { entry in
        if case .turnBegan = entry.event { entry.at } else { nil }
      }.last)
    hall.pass(turn + .seconds(2) - hall.now)
    let choice = intent(
      .choose(CardID(generation: 1, slot: 0)), &hall, shown: turn, pressed: turn + thought)
    hall.say(choice, over: link)
    for case .flipped(let flip) in entries(hall, link).map(\.event).reversed() {
      return flip.refund
    }
    Issue.record("No card was turned.")
    return .zero
  }

  @Test("gives back what a press was late, as far as the line and the bank reach")
  func refunds() throws {
    var (hall, link) = playing()
    #expect(try refund(&hall, link, thought: .milliseconds(1950)) == .milliseconds(50))
    (hall, link) = playing()
    #expect(try refund(&hall, link, thought: .zero) == .milliseconds(60 + 440))
  }

  @Test("measures lines by pings, and lets forged and replayed echoes change nothing")
  func pings() throws {
    var (hall, link) = playing()
    hall.say(.ping(Ping(id: 1, t0: 0)), over: link)
    let nonce = try #require(hall.pong(link)).nonce
    hall.pass(.milliseconds(10))
    for (id, forged) in [nonce &+ 1, 0, nonce &- 1].enumerated() {
      let echo = Ping.Echo(nonce: forged, held: .milliseconds(10))
      hall.say(.ping(Ping(id: UInt64(id + 2), t0: 10_000, echo: echo)), over: link)
    }
    var forged = hall
    #expect(try refund(&forged, link, thought: .zero) == .milliseconds(500))
    let echo = Ping.Echo(nonce: nonce, held: .zero)
    hall.say(.ping(Ping(id: 9, t0: 10_000, echo: echo)), over: link)
    #expect(try refund(&hall, link, thought: .zero) == .milliseconds(25 + 440))
  }

  @Test("forgets a line with its connection")
  func reconnects() throws {
    var (hall, link) = playing()
    let token = try #require(
      hall.received[link]?.compactMap { message in
        if case .welcome(let welcome) = message { welcome.resumeToken } else { nil }
      }.first)
    let joined = try #require(hall.joined(link))
    let last = try #require(entries(hall, link).last).seq
    hall.feed(.closed(link))
    let again = LinkID(77)
    hall.feed(.opened(again, .proto))
    hall.say(.hello(Hello(agent: "test", name: "Ada", resumeToken: token)), over: again)
    hall.say(
      .joinRoom(
        JoinRoom(
          id: hall.nextID(), code: joined.code, role: .player, roomID: joined.roomID,
          afterSeq: last)), over: again)
    let card = CardID(generation: 1, slot: 0)
    hall.pass(.seconds(2))
    hall.say(intent(.choose(card), &hall, shown: hall.now, pressed: hall.now), over: again)
    let refunds = entries(hall, again).compactMap { entry in
      if case .flipped(let flip) = entry.event { flip.refund } else { nil }
    }
    #expect(refunds == [.milliseconds(20 + 440)])
  }

  @Test("has a chaser follow what it sends to players, and none what goes to viewers")
  func chases() {
    var hall = ScriptedHall()
    let (ada, eve) = (hall.open("Ada"), hall.open("Eve"))
    let code = hall.create(MatchSettings(seats: 2), over: ada)
    hall.join(code, .spectator, over: eve)
    let before = hall.outputs.count
    hall.say(intent(.ready(entropyCommit: []), &hall), over: ada)
    let chased = hall.outputs.dropFirst(before).compactMap { output in
      if case .chase(let links) = output { links } else { nil }
    }
    #expect(chased == [[ada]])
  }
}
