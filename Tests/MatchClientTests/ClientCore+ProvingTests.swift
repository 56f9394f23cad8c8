// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing
import Wire

@Suite("Client core that has a key", .timeLimit(.minutes(1)))
struct ClientProvingTests {
  private static let identity = PublicIdentity(
    publicKey: [UInt8](repeating: 3, count: 32), server: "localhost:7777")
  private var harness = ClientHarness(identity: identity)

  private func welcome(
    _ session: String, _ challenge: UInt8, as player: String? = nil
  ) -> ServerMessage {
    .welcome(
      Welcome(
        sessionID: session, resumeToken: [challenge], playerID: player,
        serverTime: ServerTime(microseconds: 1_000_000), clockEpoch: 1,
        challenge: [UInt8](repeating: challenge, count: 32), serverVersion: "t"))
  }

  private mutating func perform(_ command: ClientCommand) -> [ClientOutput] {
    harness.perform(command)
  }

  /// What the client does on a message; what it wants signed is signed at once.
  private mutating func hear(_ message: ServerMessage) -> [ClientOutput] {
    harness.hear(message).flatMap { output -> [ClientOutput] in
      guard case .sign(let statement, let number) = output else { return [output] }
      return harness.handle(.signed(number, Self.signature(of: statement)))
    }
  }

  /// A signature that shows what it signs.
  private static func signature(of statement: [UInt8]) -> [UInt8] { statement.reversed() }

  /// The messages sent, without clock probes.
  private func sent(_ outputs: [ClientOutput]) -> [ClientMessage] {
    MatchClientTests.sent(outputs).filter { if case .ping = $0 { false } else { true } }
  }

  private func hello(_ token: UInt8? = nil) -> ClientMessage {
    .hello(
      Hello(
        agent: "test", name: "Ana", resumeToken: token.map { [$0] },
        publicKey: Self.identity.publicKey))
  }

  private func proof(_ session: String, _ challenge: UInt8) -> ClientMessage {
    let statement = KeyProof.statement(
      server: Self.identity.server, session: session,
      challenge: [UInt8](repeating: challenge, count: 32))
    return .prove(signature: Self.signature(of: statement))
  }

  private func join(_ id: UInt64) -> ClientMessage {
    .request(id: RequestID(id), .joinRoom(JoinRoom(code: "K7QF2", role: .player)))
  }

  private let joining = ClientCommand.request(.joinRoom(JoinRoom(code: "K7QF2", role: .player)))

  @Test("names the key, proves it once welcomed, and then requests a room")
  mutating func order() throws {
    #expect(sent(harness.connect()) == [hello()])
    let first = hear(welcome("s", 1))
    #expect(first.last == .event(.welcomed))
    #expect(sent(first) == [proof("s", 1)])
    #expect(sent(perform(joining)) == [join(1)])
    #expect(events(hear(welcome("s", 2, as: "k7q2"))) == [.proven(playerID: "k7q2")])
    #expect(harness.core.welcome?.playerID == "k7q2")
    #expect(harness.core.welcome?.resumeToken == [2])
  }

  @Test("requests nothing before the proof, but queues until the welcome")
  mutating func early() throws {
    harness.connect()
    #expect(sent(perform(joining)) == [])
    #expect(sent(perform(.request(.leaveRoom))) == [])
    #expect(
      sent(hear(welcome("s", 1))) == [
        proof("s", 1), join(1), .request(id: RequestID(2), .leaveRoom),
      ])
  }

  @Test("a server that seats it before its welcome gets no request before the proof either")
  mutating func seatedEarly() throws {
    harness.connect()
    _ = hear(
      .joined(
        Joined(code: "K7QF2", roomID: "r", actor: ActorNumber(1), role: .player, base: MatchView())
      ))
    _ = perform(.request(.leaveRoom))
    _ = hear(.refused(id: RequestID(1), Refusal(.journalUnavailable)))
    harness.now = harness.now + .seconds(5)
    #expect(sent(harness.handle(.tick)) == [])
    #expect(sent(hear(welcome("s", 1))).first == proof("s", 1))
  }

  @Test("a proven session resumes at once without another proof")
  mutating func goesOn() throws {
    harness.connect()
    _ = hear(welcome("s", 1))
    _ = hear(welcome("s", 2, as: "k7q2"))
    _ = sent(perform(joining))
    harness.disconnect()
    #expect(sent(harness.connect()) == [hello(2), join(1)])
    #expect(sent(hear(welcome("s", 3, as: "k7q2"))) == [])
  }

  @Test("after a lost answer to the proof, queued requests are sent once the welcome confirms it")
  mutating func lostAnswer() throws {
    harness.connect()
    _ = hear(welcome("s", 1))
    _ = perform(joining)
    harness.disconnect()
    #expect(sent(harness.connect()) == [hello(1)])
    #expect(sent(hear(welcome("s", 3, as: "k7q2"))) == [join(1)], "It had arrived.")
    harness.disconnect()
    harness.connect()
    #expect(sent(hear(welcome("t", 4))) == [proof("t", 4)], "Another session, another proof.")
  }

  @Test("a proof that is refused leaves a guest, who is not asked to prove again")
  mutating func refused() throws {
    let refusal = Refusal(.sessionWrongSignature)
    harness.connect()
    _ = hear(welcome("s", 1))
    #expect(events(hear(.refused(id: nil, refusal))) == [.unproven(refusal)])
    #expect(sent(perform(joining)) == [join(1)])
    harness.disconnect()
    #expect(sent(harness.connect()) == [hello(1), join(1)])
    #expect(sent(hear(welcome("s", 2))) == [])
    #expect(events(hear(.refused(id: nil, refusal))) == [.refused(nil, refusal)])
  }

  @Test("other refusals without a number are not taken for the proof's")
  mutating func otherRefusals() {
    harness.connect()
    _ = hear(welcome("s", 1))
    let fast = Refusal(.limitTooFast)
    #expect(events(hear(.refused(id: nil, fast))) == [.refused(nil, fast)])
    let old = Refusal(.requestUnsupported, [.init("request", "prove")])
    #expect(events(hear(.refused(id: nil, old))) == [.unproven(old)])
  }

  @Test("a server that asks for no proof is given none")
  mutating func noChallenge() throws {
    harness.connect()
    _ = perform(joining)
    let plain = Welcome(
      sessionID: "s", resumeToken: [1], serverTime: ServerTime(microseconds: 1), clockEpoch: 1,
      challenge: [], serverVersion: "t")
    #expect(sent(hear(.welcome(plain))) == [join(1)])
  }

  @Test("requests wait for the signature, and one for a lost connection is not used")
  mutating func lateSignature() throws {
    harness.connect()
    let first = harness.number
    guard case .sign(let statement, first)? = harness.hear(welcome("s", 1)).first else {
      Issue.record("It asked for no signature.")
      return
    }
    #expect(sent(perform(joining)) == [])
    harness.disconnect()
    harness.connect()
    #expect(harness.handle(.signed(first, Self.signature(of: statement))) == [])
    _ = harness.hear(welcome("s", 2))
    #expect(harness.handle(.signed(first, Self.signature(of: statement))) == [])
    #expect(
      sent(harness.handle(.signed(harness.number, [7]))) == [.prove(signature: [7]), join(1)])
    #expect(harness.handle(.signed(harness.number, [7])) == [], "One proof a connection.")
  }
}
