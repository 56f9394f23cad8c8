// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Protocol
import Testing
import Wire

@Suite("What is signed to prove a key", .timeLimit(.minutes(1)))
struct KeyProofTests {
  @Test("is the bytes that the documentation shows, and so is what follows from the key")
  func example() throws {
    let key = try #require(Ed25519PrivateKey(seed: Array(0..<32)))
    let statement = KeyProof.statement(
      server: ServerName(host: "Play.Example.org", port: 443), session: "k3v9",
      challenge: Array(32..<64))
    #expect(
      statement
        == Array("facedown-prove/1".utf8) + [0]
        + [0, 20] + Array("play.example.org:443".utf8)
        + [0, 4] + Array("k3v9".utf8)
        + [0, 32] + Array(32..<64))
    #expect(statement.count == 79)
    #expect(
      hex(key.publicKey.bytes)
        == "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8")
    #expect(
      hex(key.signature(of: statement))
        == "9edb9fcbd61bc7fb6eeb25b032d1ae40ec8da762a37b68485340de73b7d59071"
        + "75949b83d1fcfe51c71cc6112a66444bfcd2e85b796c847e6b702fe9bf0aa20f")
    #expect(KeyProof.playerID(of: key.publicKey) == "kzdvvj2umnduyauf35o36k6kw462mujv")
  }

  @Test("tells all its parts apart, wherever one ends and the next begins")
  func parts() {
    let name = ServerName(host: "a", port: 1)
    let statements = [
      KeyProof.statement(server: name, session: "bc", challenge: [1]),
      KeyProof.statement(server: name, session: "b", challenge: [99, 1]),
      KeyProof.statement(server: ServerName(host: "a", port: 12), session: "c", challenge: [1]),
      KeyProof.statement(server: name, session: "", challenge: []),
    ]
    #expect(Set(statements).count == statements.count)
  }

  @Test("lengths take two bytes, highest first")
  func lengths() {
    let challenge = [UInt8](repeating: 7, count: 258)
    let statement = KeyProof.statement(
      server: ServerName(host: "a", port: 1), session: "s", challenge: challenge)
    #expect(statement.suffix(260) == [1, 2] + challenge)
  }

  @Test("gives different players different ids, of letters and digits")
  func players() {
    let ids = (0..<50).map { _ in KeyProof.playerID(of: Ed25519PrivateKey().publicKey) }
    #expect(Set(ids).count == 50)
    #expect(ids.allSatisfy { $0.count == 32 && $0.allSatisfy { $0.isASCII && !$0.isUppercase } })
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
