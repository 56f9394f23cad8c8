// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import Wire

@Suite("Client core", .timeLimit(.minutes(1)))
struct ClientCoreTests {
  private let leaves = (0..<4).map { slot in
    FairDeal.leaf(slot: slot, face: Face(slot / 2), salt: [UInt8(slot)], hashing: .openSSL)
  }

  private func flip(_ slot: Int, face: Int, revealAt: Int64) -> Event {
    .flipped(
      Event.Flipped(
        seat: SeatIndex(0), card: CardID(generation: 1, slot: slot), face: Face(face),
        salt: [UInt8(slot)], revealAt: ServerTime(microseconds: revealAt),
        judgedAt: ServerTime(microseconds: revealAt), bonus: Bonus(remainingMilliseconds: 0),
        outcome: .first))
  }

  @Test("The operator's announcement is reported, in a room and outside")
  func notices() {
    var harness = ClientHarness()
    harness.connect()
    #expect(harness.hear(.notice("Back at nine.")) == [.event(.notice("Back at nine."))])
    harness = ClientHarness()
    harness.sitDown()
    #expect(harness.hear(.notice("Back at ten.")) == [.event(.notice("Back at ten."))])
  }

  @Test("sends hello and a clock probe as soon as it is connected")
  func greets() throws {
    var harness = ClientHarness()
    let messages = sent(harness.connect())
    #expect(messages.first == .hello(Hello(agent: "test", name: "Ana")))
    #expect(messages.last == .ping(Ping(id: 1, t0: 1_000_000)))
  }

  @Test("holds a choice back until the first card's face shows, and sends it once")
  func holdsBack() throws {
    var harness = ClientHarness()
    harness.sitDown(leaves: leaves)
    let choice = ClientCommand.intent(.choose(CardID(generation: 1, slot: 2)))
    let revealAt = harness.now.microseconds + 180_000
    harness.hear(flip(0, face: 0, revealAt: revealAt))
    #expect(sent(harness.perform(choice)) == [])
    #expect(harness.handle(.tick).isEmpty)
    harness.now = LocalTime(microseconds: revealAt - 1)
    #expect(intents(harness.handle(.tick)) == [])
    let leaves = try #require(harness.core.nextWake)
    #expect((revealAt...revealAt + 100).contains(leaves.microseconds))
    harness.now = leaves
    let messages = intents(harness.handle(.tick))
    guard case .request(_, .intent(let request))? = messages.first else {
      Issue.record("Nothing was sent when the time had come.")
      return
    }
    #expect(messages.count == 1)
    #expect(request.intent == .choose(CardID(generation: 1, slot: 2)))
    #expect(request.seenSeq == harness.view.seq)
    #expect(harness.handle(.tick).isEmpty)
  }

  @Test("holds a second choice back until the first is answered, and then until its face shows")
  func holdsBackUnanswered() throws {
    var harness = ClientHarness()
    harness.sitDown(leaves: leaves)
    let choices = (0..<4).map { ClientCommand.intent(.choose(CardID(generation: 1, slot: $0))) }
    let first = intents(harness.perform(choices[0]))
    guard case .request(let id, .intent)? = first.first else {
      Issue.record("The first choice was not sent.")
      return
    }
    #expect(harness.perform(choices[0]).isEmpty, "Twice the same card is once.")
    #expect(harness.perform(choices[1]).isEmpty)
    #expect(events(harness.perform(choices[2])) == [.withdrawn(choices[1])])
    #expect(harness.perform(choices[2]).isEmpty)
    let revealAt = harness.now.microseconds + 180_000
    let heard = harness.hear(
      flip(0, face: 0, revealAt: revealAt),
      cause: Cause(actor: ActorNumber(1), request: id))
    #expect(intents(heard) == [])
    harness.now = LocalTime(microseconds: revealAt - 1)
    #expect(intents(harness.handle(.tick)) == [])
    harness.now = try #require(harness.core.nextWake)
    #expect((revealAt...revealAt + 100).contains(harness.now.microseconds))
    #expect(intents(harness.handle(.tick)).count == 1)
  }

  @Test("sends a second choice as soon as the first is refused")
  func sendsAfterRefusal() throws {
    var harness = ClientHarness()
    harness.sitDown(leaves: leaves)
    let choices = (0..<2).map { ClientCommand.intent(.choose(CardID(generation: 1, slot: $0))) }
    let first = intents(harness.perform(choices[0]))
    guard case .request(let id, .intent)? = first.first else {
      Issue.record("The first choice was not sent.")
      return
    }
    #expect(harness.perform(choices[1]).isEmpty)
    let heard = harness.hear(.refused(id: id, Refusal(.playFaceUp)))
    #expect(intents(heard).count == 1)
  }

  @Test("sends a choice again that came slightly too early, once the wait is over, unnoticed")
  func sendsAgain() throws {
    var harness = ClientHarness()
    harness.sitDown(leaves: leaves)
    let choice = Intent.choose(CardID(generation: 1, slot: 0))
    guard case .request(let id, _)? = intents(harness.perform(.intent(choice))).first else {
      Issue.record("The choice was not sent.")
      return
    }
    let refusal = Refusal(.playTooEarly, [Refusal.Fact("wait_us", "120000")])
    let heard = harness.hear(.refused(id: id, refusal))
    #expect(events(heard).isEmpty && intents(heard).isEmpty && harness.core.isWaiting)
    harness.now = harness.now + .milliseconds(119)
    #expect(intents(harness.handle(.tick)).isEmpty)
    harness.now = harness.now + .milliseconds(1)
    guard case .request(let again, .intent(let request))? = intents(harness.handle(.tick)).first
    else {
      Issue.record("The choice was not sent again.")
      return
    }
    #expect(again > id && request.intent == choice)
  }

  @Test("keeps probing the clock, and reports the error bound")
  func clock() throws {
    var harness = ClientHarness()
    #expect(harness.core.linkQuality(at: harness.now) == ConnectionQuality(level: .none))
    harness.sitDown()
    #expect(harness.core.serverTime(at: harness.now)?.microseconds == harness.now.microseconds)
    #expect(harness.core.clockBound(at: harness.now) == .zero)
    #expect(harness.core.linkQuality(at: harness.now).level == .good)
    harness.now = try #require(harness.core.nextWake)
    let later = harness.now.microseconds
    let echo = Ping.Echo(nonce: 9, held: .milliseconds(60))
    #expect(sent(harness.handle(.tick)) == [.ping(Ping(id: 2, t0: later, echo: echo))])
    harness.disconnect()
    #expect(harness.core.linkQuality(at: harness.now).level == .none)
    let retry = try #require(harness.core.nextWake)
    #expect(retry - harness.now <= ReconnectPolicy().first, "Only the next attempt is due.")
  }

  @Test(
    "shows players the present, and spectators a time as late as their delay",
    arguments: [Role.player, .spectator])
  func shownTime(role: Role) throws {
    var harness = ClientHarness()
    #expect(harness.core.shownTime(at: harness.now) == nil)
    #expect(harness.core.localTime(showing: .zero) == nil)
    harness.sitDown()
    #expect(harness.core.shownTime(at: harness.now) == harness.core.serverTime(at: harness.now))
    harness.view = MatchView()
    harness.hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: role == .player ? ActorNumber(1) : nil, seat: nil,
          role: role, base: MatchView(), tail: [])))
    let settings = MatchSettings(pairs: 2, seats: 1, spectatorDelay: .seconds(20))
    harness.hear(.opened(Event.Opened(matchID: "m", settings: settings, theme: "animals")))
    let delay = role == .player ? Duration.zero : .milliseconds(20_300)
    #expect(harness.core.table?.delay == delay)
    let shown = try #require(harness.core.shownTime(at: harness.now))
    #expect(harness.core.serverTime(at: harness.now) == shown + delay)
    let local = try #require(harness.core.localTime(showing: shown))
    #expect(abs((local - harness.now).wholeMicroseconds) <= 2)
  }

  @Test("measures anew after the machine has slept")
  func sleep() throws {
    var harness = ClientHarness()
    harness.sitDown()
    harness.now = LocalTime(microseconds: 40_000_000)
    guard case .ping? = sent(harness.handle(.woke)).first else {
      Issue.record("The server was not asked.")
      return
    }
    #expect(harness.core.nextWake == LocalTime(microseconds: 40_060_000))
  }

  @Test("checks each face shown against its card's commitment")
  func commitments() {
    var harness = ClientHarness()
    harness.sitDown(leaves: leaves)
    harness.hear(flip(0, face: 0, revealAt: harness.now.microseconds))
    #expect(harness.core.table?.provenFlips == 1)
    let outputs = harness.hear(flip(3, face: 0, revealAt: harness.now.microseconds))
    #expect(
      events(outputs).contains(.brokenCommitment(CardID(generation: 1, slot: 3))))
    #expect(harness.core.table?.brokenFlips == 1)
  }

  @Test("closes a connection that brings garbage or skips an entry")
  func garbage() {
    var harness = ClientHarness()
    harness.sitDown()
    var other = harness
    let end: [ClientOutput] = [.hangUp(ConnectionNumber(1)), .event(.disconnected)]
    #expect(
      other.handle(.garbled(ConnectionNumber(1), "Nonsense."))
        == [.event(.garbled("Nonsense."))] + end)
    #expect(other.core.isOver)
    let skipped = harness.hear(
      .entry(Entry(seq: 99, at: harness.view.at, event: .skipped(SeatIndex(0)))))
    #expect(skipped.suffix(2) == end)
    #expect(harness.core.table?.log.latest == harness.view)
  }

  @Test("reports the refused command, and stops waiting for it")
  func refusal() {
    var harness = ClientHarness()
    harness.sitDown()
    _ = harness.perform(.intent(.rematch))
    #expect(harness.core.isWaiting)
    let refusal = Refusal(.roomNotEnded)
    let outputs = harness.hear(.refused(id: RequestID(1), refusal))
    #expect(events(outputs) == [.refused(.intent(.rematch), refusal)])
    #expect(!harness.core.isWaiting)
  }
}
