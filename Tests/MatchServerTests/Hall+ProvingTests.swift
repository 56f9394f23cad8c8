// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import MatchServer
import Protocol
import Testing

@Suite("Proofs of keys", .timeLimit(.minutes(1)))
struct HallProvingTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "play.example.org", port: 443)
  private let journal = FaultyJournal()

  private func makeHall() -> ScriptedHall {
    var hall = ScriptedHall(journal: journal)
    hall.names = [ServerName(host: "localhost", port: 7777), name]
    return hall
  }

  @Test("a key that is proven makes the player known, in the welcome and in the room")
  func proven() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    let first = try #require(hall.welcome(link))
    #expect(first.playerID == nil)
    #expect(first.challenge.count == 32)
    hall.prove(key, to: name, over: link)
    let second = try #require(hall.welcome(link))
    let id = KeyProof.playerID(of: key.publicKey)
    #expect(second.playerID == id)
    #expect(second.sessionID == first.sessionID)
    #expect(second.challenge != first.challenge && second.challenge.count == 32)
    #expect(second.resumeToken != first.resumeToken)
    _ = hall.create(MatchSettings(), over: link)
    #expect(hall.seated(link)?.player == Player(name: "Ana", id: id))
  }

  @Test("what is asked right behind the proof waits until it is kept")
  func pipelined() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    journal.fault = .stalled
    hall.prove(key, to: name, over: link)
    _ = hall.create(MatchSettings(), over: link)
    #expect(hall.joined(link) == nil)
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.seated(link)?.player.id == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a proof not kept within two seconds is refused, and may be given again")
  func unanswered() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    journal.fault = .stalled
    hall.prove(key, to: name, over: link)
    _ = hall.create(MatchSettings(), over: link)
    hall.pass(.seconds(2))
    #expect(hall.refusals(link).map(\.code) == [.journalUnavailable])
    #expect(hall.closed == [])
    hall.prove(key, to: name, over: link)
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.refusals(link).count == 1)
    #expect(hall.welcome(link)?.playerID == KeyProof.playerID(of: key.publicKey))
    #expect(hall.count(link) { if case .welcome = $0 { true } else { false } } == 2)
    #expect(hall.seated(link)?.player == Player(name: "Ana"), "It was asked for as a guest.")
  }

  @Test("a proof is told why it proves nothing, and nothing has changed")
  func refused() throws {
    let other = Ed25519PrivateKey()
    func refusal(
      key named: [UInt8]?, _ statement: (Welcome) -> [UInt8]
    ) throws -> Refusal? {
      var hall = makeHall()
      let link = hall.open("Ana", publicKey: named)
      let welcome = try #require(hall.welcome(link))
      hall.say(.prove(signature: key.signature(of: statement(welcome))), over: link)
      #expect(hall.welcome(link) == welcome, "Nobody is welcomed again.")
      _ = hall.create(MatchSettings(), over: link)
      #expect(hall.seated(link)?.player == Player(name: "Ana"))
      return hall.refusals(link).first
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
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    let first = try #require(hall.welcome(link))
    hall.prove(key, to: name, over: link)
    let proven = hall.welcome(link)
    let statement = KeyProof.statement(
      server: name, session: first.sessionID, challenge: first.challenge)
    hall.say(.prove(signature: key.signature(of: statement)), over: link)
    #expect(hall.refusals(link) == [Refusal(.sessionChallengeUsed)])
    #expect(hall.welcome(link) == proven)
    hall.prove(key, to: name, over: link)
    #expect(hall.refusals(link).count == 1, "The newest challenge is good.")
    #expect(hall.welcome(link)?.playerID == proven?.playerID)
  }

  @Test("a challenge is good over its own connection alone")
  func otherConnection() throws {
    var hall = makeHall()
    let ana = hall.open("Ana", key: key)
    let welcome = try #require(hall.welcome(ana))
    let statement = KeyProof.statement(
      server: name, session: welcome.sessionID, challenge: welcome.challenge)
    let thief = hall.open("Eve", key: key)
    hall.say(.prove(signature: key.signature(of: statement)), over: thief)
    #expect(hall.refusals(thief).map(\.code) == [.sessionWrongSignature])
    // Nor over a later connection of the same session.
    let back = hall.open("Ana", token: welcome.resumeToken, publicKey: key.publicKey.bytes)
    #expect(hall.welcome(back)?.sessionID == welcome.sessionID)
    hall.say(.prove(signature: key.signature(of: statement)), over: back)
    #expect(hall.refusals(back).map(\.code) == [.sessionWrongSignature])
  }

  @Test("a session that comes back is proven already, also at the next server")
  func resumed() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    hall.prove(key, to: name, over: link)
    let id = KeyProof.playerID(of: key.publicKey)
    hall.feed(.closed(link))
    let token = try #require(hall.welcome(link)?.resumeToken)
    let back = hall.open("Ana", token: token)
    #expect(hall.welcome(back)?.playerID == id)
    hall.restart(with: journal.contents)
    let later = hall.open("Ana", token: try #require(hall.welcome(back)?.resumeToken))
    #expect(hall.welcome(later)?.playerID == id)
  }

  @Test("the token from before the proof stays good until the new one is used")
  func lostAnswer() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    let token = try #require(hall.welcome(link)?.resumeToken)
    hall.prove(key, to: name, over: link)
    hall.feed(.closed(link))
    let back = hall.open("Ana", token: token)
    #expect(hall.welcome(back)?.playerID == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a proof that cannot be kept is refused, and may be given again")
  func notKept() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    let welcome = hall.welcome(link)
    journal.fault = .full
    hall.prove(key, to: name, over: link)
    #expect(hall.refusals(link) == [Refusal(.journalUnavailable)])
    #expect(hall.welcome(link) == welcome)
    journal.fault = .none
    hall.prove(key, to: name, over: link)
    #expect(hall.welcome(link)?.playerID == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a session keeps its player: another key is refused, and the seat it has stays a guest's")
  func steadiness() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    _ = hall.create(MatchSettings(), over: link)
    hall.prove(key, to: name, over: link)
    #expect(hall.welcome(link)?.playerID != nil)
    let token = try #require(hall.welcome(link)?.resumeToken)
    let other = Ed25519PrivateKey()
    let back = hall.open("Ana", token: token, publicKey: other.publicKey.bytes)
    hall.prove(other, to: name, over: back)
    #expect(hall.refusals(back) == [Refusal(.sessionOtherKey)])
    hall.join(try #require(hall.joined(link)?.code), .player, over: back)
    #expect(hall.seated(back)?.player == Player(name: "Ana"), "Who sat down as a guest is one.")
    hall.say(.leaveRoom(id: hall.nextID()), over: back)
    _ = hall.create(MatchSettings(), over: back)
    #expect(hall.seated(back)?.player.id == KeyProof.playerID(of: key.publicKey))
  }

  @Test("the newest connection that proves a key wins, and the older one is told for good")
  func copied() throws {
    var hall = makeHall()
    let older = hall.open("Ana", key: key)
    hall.prove(key, to: name, over: older)
    let newer = hall.open("Ana", key: key)
    #expect(hall.closed == [], "A key that is only named takes nothing.")
    hall.prove(key, to: name, over: newer)
    #expect(hall.closed == [older])
    let closing = try #require(hall.closing(older))
    #expect(closing.code == "session/taken_over")
    #expect(closing.retryAfter == nil)
    #expect(hall.welcome(newer)?.playerID == KeyProof.playerID(of: key.publicKey))
    // The older session does not win by coming back while the newer one is there.
    let token = try #require(hall.welcome(older)?.resumeToken)
    let again = hall.open("Ana", token: token)
    #expect(hall.closing(again)?.code == "session/taken_over")
    hall.feed(.closed(newer))
    let last = hall.open("Ana", token: token)
    #expect(hall.welcome(last)?.playerID == KeyProof.playerID(of: key.publicKey))
  }

  @Test("proofs one after the other are too much")
  func tooMany() {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    for _ in 0..<5 { hall.say(.prove(signature: [UInt8](repeating: 1, count: 64)), over: link) }
    #expect(hall.refusals(link).map(\.code).last == .limitTooFast)
    #expect(hall.refusals(link).prefix(4).allSatisfy { $0.code == .sessionWrongSignature })
  }

  @Test("who is let go while the proof waits leaves nothing behind")
  func gone() throws {
    var hall = makeHall()
    let link = hall.open("Ana", key: key)
    let token = try #require(hall.welcome(link)?.resumeToken)
    journal.fault = .stalled
    hall.prove(key, to: name, over: link)
    hall.feed(.closed(link))
    journal.fault = .none
    hall.hearJournal()
    let back = hall.open("Ana", token: token, publicKey: key.publicKey.bytes)
    hall.prove(key, to: name, over: back)
    #expect(hall.welcome(back)?.playerID == KeyProof.playerID(of: key.publicKey))
  }
}

extension ScriptedHall {
  /// A peer that has said hello with a key.
  mutating func open(_ name: String, key: Ed25519PrivateKey) -> LinkID {
    open(name, publicKey: key.publicKey.bytes)
  }

  /// A peer signs what its last welcome asks for.
  mutating func prove(
    _ key: Ed25519PrivateKey, to server: ServerName, over link: LinkID
  ) {
    guard let welcome = welcome(link) else { return }
    let statement = KeyProof.statement(
      server: server, session: welcome.sessionID, challenge: welcome.challenge)
    say(.prove(signature: key.signature(of: statement)), over: link)
  }

  /// How the log says that a link's player sat down.
  fileprivate func seated(_ link: LinkID) -> Event.Seated? {
    guard let joined = joined(link) else { return nil }
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
