// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@testable import MatchClient

@Suite("Client core, moved to another node", .timeLimit(.minutes(1)))
struct ClientCoreMovesTests {
  private var client: MovedClient

  init() throws { client = try MovedClient() }

  // MARK: Following

  @Test(
    "the room is resumed at the node, with what was unanswered, and the first line hung up then")
  mutating func room() throws {
    client.harness.sitDown()
    #expect(
      client.moved() == [
        .event(.interrupted(retryAt: client.harness.now)),
        .dial(client.two, try client.target(MovedClient.other)),
      ])
    #expect(client.core.isCurrent && client.core.serverTime(at: client.harness.now) != nil)
    let deal = sent(client.harness.perform(.intent(.deal)))
    #expect(deal.count == 1)
    let outputs = client.harness.handle(.opened(client.two))
    #expect(outputs.first == .hangUp(client.one))
    #expect(client.asked(outputs) == [client.hello] + deal + [client.goOn(2)])
    #expect(!client.core.isCurrent && client.core.isWaiting)
    #expect(client.hear(.notice("Late."), over: client.one) == [])
    #expect(events(client.hear(client.welcome(), over: client.two)) == [.welcomed])
    #expect(events(client.hear(client.resumed(2), over: client.two)) == [.joined])
    #expect(client.core.isCurrent)
  }

  @Test("nothing of the first server's clock is used at the node")
  mutating func clock() throws {
    client.harness.sitDown()
    _ = client.moved()
    let outputs = client.harness.handle(.opened(client.two))
    #expect(client.core.serverTime(at: client.harness.now) == nil)
    // What is pressed before the node's clock is known has no time.
    let pressed = sent(client.harness.perform(.intent(.deal)))
    guard case .request(_, .intent(let intent))? = pressed.first else {
      throw MovedClient.Surprise()
    }
    #expect(intent.pressedAt == nil && intent.shownAt == nil)
    _ = client.hear(client.welcome(), over: client.two)
    #expect(
      events(try client.answerProbe(in: outputs, over: client.two)) == [.timeKnown],
      "The picture, which stood still, can go on.")
    let time = try #require(client.core.serverTime(at: client.harness.now))
    #expect(time - client.nodeTime < .milliseconds(6) && client.nodeTime - time < .milliseconds(6))
  }

  @Test("a request is repeated at the node under its own id, and no break is reported")
  mutating func request() throws {
    client.harness.connect()
    client.harness.hear(client.welcome())
    let join = sent(
      client.harness.perform(
        .request(.quickMatch(QuickMatch(mode: .zen, seats: 2, isRated: false)))))
    #expect(
      client.harness.hear(.moved(Moved(id: RequestID(1), url: MovedClient.third)))
        == [.dial(client.two, try client.target(MovedClient.third))])
    #expect(client.core.isWaiting)
    #expect(
      client.harness.handle(.ended(client.one, mayRetry: true)) == [], "The server need not wait.")
    #expect(client.asked(client.harness.handle(.opened(client.two))) == [client.hello] + join)
    #expect(client.asked(client.hear(client.welcome(), over: client.two)) == [])
  }

  @Test("a move of what the client does not wait for is ignored")
  mutating func stale() throws {
    client.harness.connect()
    client.harness.hear(client.welcome())
    #expect(client.moved() == [], "It is in no room.")
    #expect(client.moved(id: 7) == [])
    #expect(client.harness.hear(.unrecognized) == [])
    client.harness = ClientHarness(home: try ServerURL("wss://play.example.org"))
    client.harness.sitDown()
    #expect(client.harness.hear(.moved(Moved(code: "BCDEF", url: MovedClient.other))) == [])
    #expect(client.core.isCurrent)
  }

  @Test("a client without an address says so, and ignores moves")
  mutating func homeless() {
    client.harness = ClientHarness()
    let greeting = client.asked(client.harness.connect())
    #expect(greeting == [.hello(Hello(agent: "test", name: "Ana"))])
    client.harness = ClientHarness()
    client.harness.sitDown()
    #expect(client.moved() == [])
    #expect(client.harness.hear(.moving(url: MovedClient.other)) == [])
  }

  @Test("a move before the welcome is followed as a newcomer")
  mutating func beforeWelcome() throws {
    _ = client.harness.perform(.request(.joinRoom(JoinRoom(code: "K7QF2", role: .player))))
    let join = client.asked(client.harness.connect()).dropFirst()
    #expect(client.moved(id: 1).last == .dial(client.two, try client.target(MovedClient.other)))
    let greeting = ClientMessage.hello(Hello(agent: "test", name: "Ana", followsMoves: true))
    #expect(client.asked(client.harness.handle(.opened(client.two))) == [greeting] + join)
  }

  @Test("a proven session proves nothing again; an unproven one does, at the first address's name")
  mutating func proof() throws {
    for player in ["p", nil] {
      let identity = PublicIdentity(
        publicKey: [UInt8](repeating: 3, count: 32), server: "play.example.org:443")
      client.harness = ClientHarness(
        identity: identity, home: try ServerURL("wss://play.example.org"))
      _ = client.harness.perform(.request(.joinRoom(JoinRoom(code: "K7QF2", role: .player))))
      client.harness.connect()
      let first = client.harness.hear(client.welcome())
      guard case .sign(let statement, client.one)? = first.first else {
        throw MovedClient.Surprise()
      }
      let join = client.asked(client.harness.handle(.signed(client.one, statement))).dropFirst()
      #expect(join.count == 1)
      #expect(client.moved(id: 1) == [.dial(client.two, try client.target(MovedClient.other))])
      #expect(
        client.asked(client.harness.handle(.opened(client.two))).count == 1,
        "Only hello comes before the proof.")
      let outputs = client.hear(client.welcome(as: player), over: client.two)
      if player != nil {
        #expect(client.asked(outputs) == Array(join))
      } else {
        #expect(outputs.first == .sign(statement, over: client.two))
      }
    }
  }

  @Test("a session that is leaving leaves at the node, and does not resume")
  mutating func leaving() throws {
    client.harness.sitDown()
    let leave = sent(client.harness.perform(.request(.leaveRoom)))
    _ = client.moved()
    #expect(client.asked(client.harness.handle(.opened(client.two))) == [client.hello] + leave)
    _ = client.hear(client.welcome(), over: client.two)
    #expect(
      events(client.hear(.left(id: RequestID(1), code: "room/left"), over: client.two))
        == [.left(reason: "room/left")])
    #expect(!client.core.isWaiting)
  }

  @Test("a choice held back waits for the room and the clock of the node, and is sent once")
  mutating func held() throws {
    let leaves = [[UInt8]](repeating: [], count: 4)
    client.harness.sitDown(leaves: leaves)
    client.harness.hear(
      .flipped(
        Event.Flipped(
          seat: SeatIndex(0), card: CardID(generation: 1, slot: 0), face: Face(0), salt: [],
          revealAt: ServerTime(microseconds: client.harness.now.microseconds + 180_000),
          judgedAt: ServerTime(microseconds: client.harness.now.microseconds),
          bonus: Bonus(remainingMilliseconds: 0), outcome: .first)))
    let choice = CardID(generation: 1, slot: 2)
    #expect(intents(client.harness.perform(.intent(.choose(choice)))) == [])
    _ = client.moved()
    let outputs = client.harness.handle(.opened(client.two))
    client.harness.now = client.harness.now + .milliseconds(200)
    #expect(intents(outputs) == [] && intents(client.harness.handle(.tick)) == [])
    _ = client.hear(client.welcome(), over: client.two)
    #expect(intents(try client.answerProbe(in: outputs, over: client.two)) == [])
    let late = intents(client.hear(client.resumed(1), over: client.two))
    guard case .request(_, .intent(let intent))? = late.first else { throw MovedClient.Surprise() }
    #expect(late.count == 1 && intent.intent == .choose(choice))
    let pressed = try #require(intent.pressedAt)
    #expect(client.nodeTime - pressed < .milliseconds(6))
  }

  @Test("a resume that is answered by a move is asked for again at the node")
  mutating func resume() throws {
    client.harness.sitDown()
    client.harness.disconnect()
    #expect(client.asked(client.harness.connect()).last == client.goOn(1))
    client.harness.hear(client.welcome())
    #expect(client.moved(id: 1).last == .dial(client.three, try client.target(MovedClient.other)))
    #expect(
      client.asked(client.harness.handle(.opened(client.three))) == [client.hello, client.goOn(2)])
  }

  @Test("a second move replaces the first, and is one break")
  mutating func twice() throws {
    client.harness.sitDown()
    _ = client.moved()
    #expect(client.moved() == [])
    #expect(
      client.moved(to: MovedClient.third) == [
        .hangUp(client.two), .dial(client.three, try client.target(MovedClient.third)),
      ])
    #expect(client.harness.handle(.opened(client.two)) == [.hangUp(client.two)])
    #expect(
      client.asked(client.harness.handle(.opened(client.three))) == [client.hello, client.goOn(1)])
  }

  // MARK: Not following

  @Test(
    "a forbidden address is reported, and the room resumed at home",
    arguments: [
      ("wss://example.org", .otherHost), ("ws://play.example.org", .otherHost),
      ("wss://play.example.org.evil.net", .otherHost), ("wss://evilplay.example.org", .otherHost),
      ("wss://play.example.org/a/b/c", .badAddress), ("file:///etc/passwd", .badAddress),
      ("wss://play.example.org@evil.net", .badAddress),
    ] as [(String, MoveProblem)])
  mutating func forbidden(url: String, problem: MoveProblem) throws {
    client.harness.sitDown()
    let outputs = client.moved(to: url)
    #expect(events(outputs).first == .notFollowed(problem))
    #expect(
      outputs.contains(.hangUp(client.one)) && !client.core.isConnected && client.core.isWaiting)
    client.harness.now = try #require(client.core.nextWake)
    #expect(client.harness.handle(.tick) == [.dial(client.two, .home)])
    #expect(
      client.asked(client.harness.handle(.opened(client.two))) == [client.hello, client.goOn(1)])
  }

  @Test("a circle is left after three moves, and the room resumed at home")
  mutating func circle() throws {
    client.harness.sitDown()
    var number = 1
    for url in [MovedClient.other, MovedClient.third, MovedClient.other] {
      _ = client.hear(.moved(Moved(code: "K7QF2", url: url)), over: ConnectionNumber(number))
      number += 1
      _ = client.harness.handle(.opened(ConnectionNumber(number)))
      _ = client.hear(client.welcome(), over: ConnectionNumber(number))
    }
    let outputs = client.hear(
      .moved(Moved(code: "K7QF2", url: MovedClient.third)), over: ConnectionNumber(number))
    #expect(events(outputs).first == .notFollowed(.tooOften))
    client.harness.now = try #require(client.core.nextWake)
    #expect(client.harness.handle(.tick) == [.dial(ConnectionNumber(5), .home)])
  }

  @Test("a node that cannot be reached is given up for home, whose clock is measured anew")
  mutating func unreachable() throws {
    client.harness.sitDown()
    _ = client.moved()
    let outputs = client.harness.handle(.opened(client.two))
    _ = client.hear(client.welcome(), over: client.two)
    try client.answerProbe(in: outputs, over: client.two)
    _ = client.harness.handle(.ended(client.two, mayRetry: true))
    client.harness.now = try #require(client.core.nextWake)
    #expect(
      client.harness.handle(.tick) == [.dial(client.three, try client.target(MovedClient.other))])
    #expect(events(client.harness.handle(.ended(client.three, mayRetry: false))).count == 1)
    client.harness.now = try #require(client.core.nextWake)
    #expect(client.harness.handle(.tick) == [.dial(ConnectionNumber(4), .home)])
    #expect(
      client.core.serverTime(at: client.harness.now) != nil,
      "The picture goes on while nobody answers.")
    _ = client.harness.handle(.opened(ConnectionNumber(4)))
    #expect(client.core.serverTime(at: client.harness.now) == nil)
  }

  @Test("a node that sends its clients elsewhere is left for home")
  mutating func elsewhere() throws {
    client.harness.sitDown()
    _ = client.moved()
    _ = client.harness.handle(.opened(client.two))
    _ = client.hear(client.welcome(), over: client.two)
    let closing = Closing(
      code: "server/elsewhere", retryAfter: .milliseconds(250), reason: "It is cut off.")
    #expect(events(client.hear(.closing(closing), over: client.two)) == [.closing(closing)])
    _ = client.harness.handle(.ended(client.two, mayRetry: true))
    client.harness.now = try #require(client.core.nextWake)
    #expect(client.harness.handle(.tick) == [.dial(client.three, .home)])
  }
}
