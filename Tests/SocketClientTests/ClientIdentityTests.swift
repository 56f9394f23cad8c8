// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import MatchClient
import Protocol
import SocketClient
import Testing
import Wire

@Suite("A player's key at a client", .timeLimit(.minutes(1)))
struct ClientIdentityTests {
  private let number = ConnectionNumber(1)

  @Test("signs the statement that the server verifies, for its canonical name")
  func proof() throws {
    let key = Ed25519PrivateKey()
    let server = ServerName(host: "Play.Example.org", port: 443)
    let identity = ClientIdentity(key: key, server: server)
    let challenge = [UInt8](repeating: 5, count: 32)
    #expect(identity.publicIdentity.publicKey == key.publicKey.bytes)
    let statement = KeyProof.statement(
      server: identity.publicIdentity.server, session: "s", challenge: challenge)
    #expect(statement == KeyProof.statement(server: server, session: "s", challenge: challenge))
    guard case .signed(number, let signature) = identity.sign(statement, over: number) else {
      Issue.record("It did not sign.")
      return
    }
    #expect(key.publicKey.isSignature(signature, of: statement))
  }

  @Test("bytes that cannot be decoded reach the client as such", arguments: WireEncoding.allCases)
  func garbage(encoding: WireEncoding) throws {
    let notice = ServerMessage.notice("Back at nine.")
    #expect(
      encoding.clientInput(encoding.encode(notice), over: number) == .received(number, notice))
    guard case .garbled(number, let problem) = encoding.clientInput([0xff, 0xff], over: number)
    else {
      Issue.record("It was decoded.")
      return
    }
    #expect(!problem.isEmpty)
  }
}
