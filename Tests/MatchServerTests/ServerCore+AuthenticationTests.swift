// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import MatchServer
import Protocol
import Testing
import Wire

@Suite("Proofs of keys", .timeLimit(.minutes(1)))
struct ServerCoreAuthenticationTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "play.example.org", port: 443)
  private let journal = FaultyJournal()

  private func makeServer(_ other: FaultyJournal? = nil) -> ScriptedServer {
    var server = ScriptedServer(journal: other ?? journal)
    server.names = [ServerName(host: "localhost", port: 7777), name]
    return server
  }

  @Test("a proven key identifies the player in the welcome and in the room")
  func proven() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    let first = try #require(server.welcome(connection))
    #expect(first.playerID == nil)
    #expect(first.challenge.count == 32)
    server.prove(key, to: name, over: connection)
    let second = try #require(server.welcome(connection))
    let id = KeyProof.playerID(of: key.publicKey)
    #expect(second.playerID == id)
    #expect(second.sessionID == first.sessionID)
    #expect(second.challenge != first.challenge && second.challenge.count == 32)
    #expect(second.resumeToken != first.resumeToken)
    _ = server.create(MatchSettings(), over: connection)
    #expect(server.seated(connection)?.player == Player(name: "Ana", id: id))
  }

  @Test("requests right after the proof wait until it is stored")
  func pipelined() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    journal.fault = .stalled
    server.prove(key, to: name, over: connection)
    _ = server.create(MatchSettings(), over: connection)
    #expect(server.joined(connection) == nil)
    journal.fault = .none
    server.hearJournal()
    #expect(server.seated(connection)?.player.id == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a proof not kept within two seconds is refused, and may be given again")
  func unanswered() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    journal.fault = .stalled
    server.prove(key, to: name, over: connection)
    _ = server.create(MatchSettings(), over: connection)
    server.pass(.seconds(2))
    #expect(server.refusals(connection).map(\.code) == [.journalUnavailable])
    #expect(server.closed == [])
    server.prove(key, to: name, over: connection)
    journal.fault = .none
    server.hearJournal()
    #expect(server.refusals(connection).count == 1)
    #expect(server.welcome(connection)?.playerID == KeyProof.playerID(of: key.publicKey))
    #expect(server.count(connection) { if case .welcome = $0 { true } else { false } } == 2)
    #expect(
      server.seated(connection)?.player == Player(name: "Ana"), "It was asked for as a guest.")
  }

  @Test("an invalid proof is refused with the reason, and changes nothing")
  func refused() throws {
    let other = Ed25519PrivateKey()
    func refusal(
      key named: [UInt8]?, _ statement: (Welcome) -> [UInt8]
    ) throws -> Refusal? {
      var server = makeServer(FaultyJournal())
      let connection = server.open("Ana", publicKey: named)
      let welcome = try #require(server.welcome(connection))
      server.say(.prove(signature: key.signature(of: statement(welcome))), over: connection)
      #expect(server.welcome(connection) == welcome, "Nobody is welcomed again.")
      _ = server.create(MatchSettings(), over: connection)
      #expect(server.seated(connection)?.player == Player(name: "Ana"))
      return server.refusals(connection).first
    }
    func right(_ welcome: Welcome) -> [UInt8] {
      KeyProof.statement(
        server: name, session: welcome.sessionID, challenge: welcome.challenge)
    }
    let own = key.publicKey.bytes
    let wrong = Refusal(
      .sessionWrongSignature, [.init("names", "localhost:7777, play.example.org:443")])
    #expect(try refusal(key: nil, right) == Refusal(.sessionNoKey))
    #expect(try refusal(key: [1, 2, 3], right) == Refusal(.sessionBadKey))
    #expect(
      try refusal(key: [1] + [UInt8](repeating: 0, count: 31), right) == Refusal(.sessionBadKey))
    #expect(try refusal(key: other.publicKey.bytes, right) == wrong)
    #expect(try refusal(key: own) { _ in [] } == wrong)
    let elsewhere = ServerName(host: "evil.example.org", port: 443)
    #expect(
      try refusal(key: own) {
        KeyProof.statement(server: elsewhere, session: $0.sessionID, challenge: $0.challenge)
      } == wrong)
    #expect(
      try refusal(key: own) {
        KeyProof.statement(server: name, session: "another", challenge: $0.challenge)
      } == wrong)
    #expect(
      try refusal(key: own) {
        KeyProof.statement(
          server: name, session: $0.sessionID, challenge: [UInt8](repeating: 0, count: 32))
      } == wrong)
  }

  @Test("a challenge is good once")
  func replayed() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    let first = try #require(server.welcome(connection))
    server.prove(key, to: name, over: connection)
    let proven = server.welcome(connection)
    let statement = KeyProof.statement(
      server: name, session: first.sessionID, challenge: first.challenge)
    server.say(.prove(signature: key.signature(of: statement)), over: connection)
    #expect(server.refusals(connection) == [Refusal(.sessionChallengeUsed)])
    #expect(server.welcome(connection) == proven)
    server.prove(key, to: name, over: connection)
    #expect(server.refusals(connection).count == 1, "The newest challenge is good.")
    #expect(server.welcome(connection)?.playerID == proven?.playerID)
  }

  @Test("a challenge is good over its own connection alone")
  func otherConnection() throws {
    var server = makeServer()
    let ana = server.open("Ana", key: key)
    let welcome = try #require(server.welcome(ana))
    let statement = KeyProof.statement(
      server: name, session: welcome.sessionID, challenge: welcome.challenge)
    let thief = server.open("Eve", key: key)
    server.say(.prove(signature: key.signature(of: statement)), over: thief)
    #expect(server.refusals(thief).map(\.code) == [.sessionWrongSignature])
    // The signature is not valid over a later connection of the same session either.
    let back = server.open("Ana", token: welcome.resumeToken, publicKey: key.publicKey.bytes)
    #expect(server.welcome(back)?.sessionID == welcome.sessionID)
    server.say(.prove(signature: key.signature(of: statement)), over: back)
    #expect(server.refusals(back).map(\.code) == [.sessionWrongSignature])
  }

  @Test("a session that comes back is proven already, also at the next server")
  func resumed() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    server.prove(key, to: name, over: connection)
    let id = KeyProof.playerID(of: key.publicKey)
    server.feed(.closed(connection))
    let token = try #require(server.welcome(connection)?.resumeToken)
    let back = server.open("Ana", token: token)
    #expect(server.welcome(back)?.playerID == id)
    server.restart(with: journal.contents)
    let later = server.open("Ana", token: try #require(server.welcome(back)?.resumeToken))
    #expect(server.welcome(later)?.playerID == id)
  }

  @Test("the token from before the proof stays good until the new one is used")
  func lostAnswer() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    let token = try #require(server.welcome(connection)?.resumeToken)
    server.prove(key, to: name, over: connection)
    server.feed(.closed(connection))
    let back = server.open("Ana", token: token)
    #expect(server.welcome(back)?.playerID == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a proof that cannot be kept is refused, and may be given again")
  func notKept() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    let welcome = server.welcome(connection)
    journal.fault = .full
    server.prove(key, to: name, over: connection)
    #expect(server.refusals(connection) == [Refusal(.journalUnavailable)])
    #expect(server.welcome(connection) == welcome)
    journal.fault = .none
    server.prove(key, to: name, over: connection)
    #expect(server.welcome(connection)?.playerID == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a session keeps its player: another key is refused, and the seat it has stays a guest's")
  func steadiness() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    _ = server.create(MatchSettings(), over: connection)
    server.prove(key, to: name, over: connection)
    #expect(server.welcome(connection)?.playerID != nil)
    let token = try #require(server.welcome(connection)?.resumeToken)
    let other = Ed25519PrivateKey()
    let back = server.open("Ana", token: token, publicKey: other.publicKey.bytes)
    server.prove(other, to: name, over: back)
    #expect(server.refusals(back) == [Refusal(.sessionOtherKey)])
    server.join(try #require(server.joined(connection)?.code), .player, over: back)
    #expect(server.seated(back)?.player == Player(name: "Ana"), "Who sat down as a guest is one.")
    server.say(.request(id: server.nextID(), .leaveRoom), over: back)
    _ = server.create(MatchSettings(), over: back)
    #expect(server.seated(back)?.player.id == KeyProof.playerID(of: key.publicKey))
  }

  @Test("the newest connection that proves a key wins, and the older one is closed for good")
  func copied() throws {
    var server = makeServer()
    let older = server.open("Ana", key: key)
    server.prove(key, to: name, over: older)
    let newer = server.open("Ana", key: key)
    #expect(server.closed == [], "A key that is only named takes nothing.")
    server.prove(key, to: name, over: newer)
    #expect(server.closed == [older])
    let closing = try #require(server.closing(older))
    #expect(closing.code == "session/taken_over")
    #expect(closing.retryAfter == nil)
    #expect(server.welcome(newer)?.playerID == KeyProof.playerID(of: key.publicKey))
    // The older session does not win by coming back while the newer one is there.
    let token = try #require(server.welcome(older)?.resumeToken)
    let again = server.open("Ana", token: token)
    #expect(server.closing(again)?.code == "session/taken_over")
    server.feed(.closed(newer))
    let last = server.open("Ana", token: token)
    #expect(server.welcome(last)?.playerID == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a fifth proof in a row is refused as too fast")
  func tooMany() {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    for _ in 0..<5 {
      server.say(.prove(signature: [UInt8](repeating: 1, count: 64)), over: connection)
    }
    #expect(server.refusals(connection).map(\.code).last == .limitTooFast)
    #expect(server.refusals(connection).prefix(4).allSatisfy { $0.code == .sessionWrongSignature })
  }

  @Test("a connection closed while its proof waits leaves nothing behind")
  func gone() throws {
    var server = makeServer()
    let connection = server.open("Ana", key: key)
    let token = try #require(server.welcome(connection)?.resumeToken)
    journal.fault = .stalled
    server.prove(key, to: name, over: connection)
    server.feed(.closed(connection))
    journal.fault = .none
    server.hearJournal()
    let back = server.open("Ana", token: token, publicKey: key.publicKey.bytes)
    server.prove(key, to: name, over: back)
    #expect(server.welcome(back)?.playerID == KeyProof.playerID(of: key.publicKey))
  }
}

extension ScriptedServer {
  /// A peer that has sent hello with a key.
  mutating func open(_ name: String, key: Ed25519PrivateKey) -> ServerConnectionID {
    open(name, publicKey: key.publicKey.bytes)
  }

  /// A peer signs the challenge of its last welcome.
  mutating func prove(
    _ key: Ed25519PrivateKey, to server: ServerName, over connection: ServerConnectionID
  ) {
    guard let welcome = welcome(connection) else { return }
    let statement = KeyProof.statement(
      server: server, session: welcome.sessionID, challenge: welcome.challenge)
    say(.prove(signature: key.signature(of: statement)), over: connection)
  }

  /// The log's event by which a connection's player took a seat.
  fileprivate func seated(_ connection: ServerConnectionID) -> Event.Seated? {
    guard let joined = joined(connection) else { return nil }
    let seated = joined.tail.compactMap { entry in
      if case .seated(let seated) = entry.event, seated.actor == joined.actor {
        seated
      } else {
        nil
      }
    }
    return seated.last
  }
}
