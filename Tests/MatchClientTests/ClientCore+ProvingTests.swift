// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import MatchClient
import Protocol
import Testing
import Wire

@Suite("Client core that has a key", .timeLimit(.minutes(1)))
struct ClientProvingTests {
  private static let key = Ed25519PrivateKey()
  private static let server = ServerName(host: "localhost", port: 7777)
  private let now = LocalTime(microseconds: 1_000_000)
  private var core = ClientCore(
    agent: "test", name: "Ana", identity: ClientIdentity(key: key, server: server),
    key: [UInt8](repeating: 7, count: 32), hashing: .openSSL)

  private func welcome(
    _ session: String, _ challenge: UInt8, as player: String? = nil
  ) -> ServerMessage {
    .welcome(
      Welcome(
        sessionID: session, resumeToken: [challenge], playerID: player,
        serverTime: ServerTime(microseconds: 1_000_000), clockEpoch: 1,
        challenge: [UInt8](repeating: challenge, count: 32), serverVersion: "t"))
  }

  private mutating func handle(_ input: ClientInput) -> [ClientOutput] {
    core.handle(input, now: now)
  }

  private mutating func hear(_ message: ServerMessage) -> [ClientOutput] {
    handle(.received(WireEncoding.proto.encode(message)))
  }

  /// The messages sent, without clock probes.
  private func sent(_ outputs: [ClientOutput]) throws -> [ClientMessage] {
    try outputs.compactMap { output in
      guard case .send(let bytes) = output else { return nil }
      return try WireEncoding.proto.decodeClientMessage(bytes)
    }.filter { if case .ping = $0 { false } else { true } }
  }

  private func hello(_ token: UInt8? = nil) -> ClientMessage {
    .hello(
      Hello(
        agent: "test", name: "Ana", resumeToken: token.map { [$0] },
        publicKey: Self.key.publicKey.bytes))
  }

  private func proof(_ session: String, _ challenge: UInt8) -> ClientMessage {
    let statement = KeyProof.statement(
      server: Self.server, session: session,
      challenge: [UInt8](repeating: challenge, count: 32))
    return .prove(signature: Self.key.signature(of: statement))
  }

  private func join(_ id: UInt64) -> ClientMessage {
    .request(id: RequestID(id), .joinRoom(JoinRoom(code: "K7QF2", role: .player)))
  }

  private let joining = ClientInput.command(.joinRoom(code: "K7QF2", role: .player))

  @Test("names the key, proves it once welcomed, and then requests a room")
  mutating func order() throws {
    #expect(try sent(handle(.opened)) == [hello()])
    let first = hear(welcome("s", 1))
    #expect(first.last == .event(.welcomed))
    #expect(try sent(first) == [proof("s", 1)])
    #expect(try sent(handle(joining)) == [join(1)])
    #expect(events(hear(welcome("s", 2, as: "k7q2"))) == [.proven(playerID: "k7q2")])
    #expect(core.welcome?.playerID == "k7q2")
    #expect(core.welcome?.resumeToken == [2])
  }

  @Test("requests nothing before the proof, but queues until the welcome")
  mutating func early() throws {
    _ = handle(.opened)
    #expect(try sent(handle(joining)) == [])
    #expect(try sent(handle(.command(.leaveRoom))) == [])
    #expect(
      try sent(hear(welcome("s", 1))) == [
        proof("s", 1), join(1), .request(id: RequestID(2), .leaveRoom),
      ])
  }

  @Test("a server that seats it before its welcome gets no request before the proof either")
  mutating func seatedEarly() throws {
    _ = handle(.opened)
    _ = hear(
      .joined(
        Joined(code: "K7QF2", roomID: "r", actor: ActorNumber(1), role: .player, base: MatchView())
      ))
    _ = handle(.command(.leaveRoom))
    _ = hear(.refused(id: RequestID(1), Refusal(.journalUnavailable)))
    let later = now + .seconds(5)
    #expect(try sent(core.handle(.tick, now: later)) == [])
    #expect(try sent(hear(welcome("s", 1))).first == proof("s", 1))
  }

  @Test("a proven session resumes at once without another proof")
  mutating func goesOn() throws {
    _ = handle(.opened)
    _ = hear(welcome("s", 1))
    _ = hear(welcome("s", 2, as: "k7q2"))
    _ = try sent(handle(joining))
    _ = handle(.closed)
    #expect(try sent(handle(.opened)) == [hello(2), join(1)])
    #expect(try sent(hear(welcome("s", 3, as: "k7q2"))) == [])
  }

  @Test("after a lost answer to the proof, queued requests are sent once the welcome confirms it")
  mutating func lostAnswer() throws {
    _ = handle(.opened)
    _ = hear(welcome("s", 1))
    _ = handle(joining)
    _ = handle(.closed)
    #expect(try sent(handle(.opened)) == [hello(1)])
    #expect(try sent(hear(welcome("s", 3, as: "k7q2"))) == [join(1)], "It had arrived.")
    _ = handle(.closed)
    _ = handle(.opened)
    #expect(try sent(hear(welcome("t", 4))) == [proof("t", 4)], "Another session, another proof.")
  }

  @Test("a proof that is refused leaves a guest, who is not asked to prove again")
  mutating func refused() throws {
    let refusal = Refusal(.sessionWrongSignature)
    _ = handle(.opened)
    _ = hear(welcome("s", 1))
    #expect(events(hear(.refused(id: nil, refusal))) == [.unproven(refusal)])
    #expect(try sent(handle(joining)) == [join(1)])
    _ = handle(.closed)
    #expect(try sent(handle(.opened)) == [hello(1), join(1)])
    #expect(try sent(hear(welcome("s", 2))) == [])
    #expect(events(hear(.refused(id: nil, refusal))) == [.refused(nil, refusal)])
  }

  @Test("other refusals without a number are not taken for the proof's")
  mutating func otherRefusals() {
    _ = handle(.opened)
    _ = hear(welcome("s", 1))
    let fast = Refusal(.limitTooFast)
    #expect(events(hear(.refused(id: nil, fast))) == [.refused(nil, fast)])
    let old = Refusal(.requestUnsupported, [.init("request", "prove")])
    #expect(events(hear(.refused(id: nil, old))) == [.unproven(old)])
  }

  @Test("a server that asks for no proof is given none")
  mutating func noChallenge() throws {
    _ = handle(.opened)
    _ = handle(joining)
    let plain = Welcome(
      sessionID: "s", resumeToken: [1], serverTime: ServerTime(microseconds: 1), clockEpoch: 1,
      challenge: [], serverVersion: "t")
    #expect(try sent(hear(.welcome(plain))) == [join(1)])
  }
}
