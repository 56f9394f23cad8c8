// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import Journal
import Lobby
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("Key proofs and hellos of one session at several nodes", .timeLimit(.minutes(1)))
struct WorldProofTests {
  private let key = Ed25519PrivateKey()
  private let name = ServerName(host: "example", port: 443)

  private func makeWorld() -> ScriptedWorld {
    let world = ScriptedWorld(count: 2)
    for node in world.nodes { node.core.names = [name] }
    return world
  }

  @Test("a proof at a node that another one has overtaken leaves the newest token good")
  func overtaken() throws {
    let world = makeWorld()
    let old = world.open("Ana", at: 0, publicKey: key.publicKey.bytes)
    world.losesMessages = true
    let new = world.open("Ana", at: 1, token: world.token(old))
    #expect(world.sessionID(new) == world.sessionID(old))
    world.prove(key, to: name, over: old)
    #expect(world.closing(old)?.code == "session/taken_over")
    // The proof was not carried out, and the client goes on by what the newer node has sent.
    for node in [0, 1] {
      let back = world.open("Ana", at: node, token: world.token(new))
      #expect(world.sessionID(back) == world.sessionID(old) && world.closing(back) == nil)
    }
  }

  @Test("a proof that has landed unheard may be given again", arguments: [1, 2])
  func unheard(times: Int) throws {
    let world = makeWorld()
    let line = world.open("Ana", at: 0, publicKey: key.publicKey.bytes)
    for _ in 0..<times {
      // It arrives; the answer does not.
      world.say(try world.proof(key, to: name, over: line), over: line)
      world.nodes[0].journal.cut(until: world.now + .milliseconds(2500))
      world.pass(.seconds(3))
      #expect(world.refusal(line)?.code == .journalUnavailable)
    }
    world.prove(key, to: name, over: line)
    #expect(world.closing(line) == nil)
    #expect(world.playerID(line) == KeyProof.playerID(of: key.publicKey))
    let back = world.open("Ana", at: 1, token: world.token(line))
    #expect(world.sessionID(back) == world.sessionID(line))
    #expect(world.playerID(back) == KeyProof.playerID(of: key.publicKey))
  }

  @Test("a hello by the former token forgets no quick match that another node has stored")
  func quickMatchKept() throws {
    let world = makeWorld()
    let quick = try #require(
      (2...6).map { QuickMatch(mode: .memorize, seats: $0, isRated: false) }
        .first { world.nodes[1].core.world?.home(of: $0) == nil })
    let first = world.open("Ana", at: 0)
    world.losesMessages = true
    let second = world.open("Ana", at: 1, token: world.token(first))
    let asked = world.ask(.quickMatch(quick), over: second)
    let code = try #require(world.joined(second)?.code)
    // The welcome of the second node was lost.
    let third = world.open("Ana", at: 0, token: world.token(first))
    #expect(world.sessionID(third) == world.sessionID(first))
    var kept: QuickEntry?
    world.nodes[1].journal.get(SessionID(try #require(world.sessionID(first)))) { answer in
      if case .found(let found) = answer { kept = found?.record.quickEntry }
    }
    world.pass(.milliseconds(20))
    #expect(kept == QuickEntry(request: asked, code: RoomCode(code)))
  }
}

extension ScriptedWorld {
  /// The player that the last welcome names.
  fileprivate func playerID(_ line: Line) -> String? {
    last(line) { if case .welcome(let welcome) = $0 { welcome.playerID } else { nil } }
  }

  /// The proof of a key for the last welcome.
  fileprivate func proof(
    _ key: Ed25519PrivateKey, to server: ServerName, over line: Line
  ) throws -> ClientMessage {
    let welcome = try #require(
      last(line) { if case .welcome(let welcome) = $0 { welcome } else { nil } })
    let statement = KeyProof.statement(
      server: server, session: welcome.sessionID, challenge: welcome.challenge)
    return .prove(signature: key.signature(of: statement))
  }

  fileprivate func prove(_ key: Ed25519PrivateKey, to server: ServerName, over line: Line) {
    guard let proof = try? proof(key, to: server, over: line) else { return }
    say(proof, over: line)
    pass(.milliseconds(20))
  }
}
