// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Testing

@testable import MatchServer

@Suite("Resume tokens", .timeLimit(.minutes(1)))
struct SessionTokensTests {
  private let ada = SessionID("ada")
  private let secret = [UInt8](repeating: 7, count: ResumeToken.secretBytes)

  private func registered(_ hashes: [[UInt8]]) -> RegisteredSession {
    RegisteredSession(
      SessionRecord(id: ada, player: Player(name: "Ada"), tokenHashes: hashes),
      revision: Revision(5))
  }

  @Test("name their session")
  func names() {
    let token = ResumeToken(of: ada, secret: secret)
    #expect(token.bytes == Array("ada".utf8) + secret)
    #expect(ResumeToken(presented: token.bytes) == token)
  }

  @Test(
    "that are anything else name none",
    arguments: [
      [], [1], [UInt8](repeating: 97, count: 32), [0x41] + [UInt8](repeating: 1, count: 32),
      [0xff, 0xfe] + [UInt8](repeating: 1, count: 32), [UInt8](repeating: 97, count: 65),
      [97, 0] + [UInt8](repeating: 1, count: 32),
    ])
  func garbage(bytes: [UInt8]) {
    #expect(ResumeToken(presented: bytes).session == nil)
  }

  @Test("resume the session they name, by either of two hashes")
  func resumes() {
    var tokens = SessionTokens()
    tokens.set([[1], [2]], of: ada)
    let token = ResumeToken(of: ada, secret: secret)
    #expect(tokens.session(of: token, hash: [1]) == ada)
    #expect(tokens.session(of: token, hash: [2]) == ada)
    #expect(tokens.session(of: token, hash: [3]) == nil)
    let other = ResumeToken(of: SessionID("eve"), secret: secret)
    #expect(tokens.session(of: other, hash: [1]) == nil)
    tokens.set([[2], [3]], of: ada)
    #expect(tokens.session(of: token, hash: [1]) == nil)
    tokens.drop(ada)
    #expect(tokens.session(of: token, hash: [2]) == nil && tokens.count == 0)
  }

  @Test("of earlier servers resume by their hashes alone, as long as those are known")
  func unnamed() {
    var tokens = SessionTokens()
    tokens.restore(registered([[1], [2]]), hasNames: false)
    let token = ResumeToken(presented: secret)
    #expect(tokens.session(of: token, hash: [1]) == ada)
    tokens.set([[2], [3]], of: ada)
    #expect(tokens.session(of: token, hash: [1]) == nil, "The next was used.")
    #expect(tokens.session(of: token, hash: [2]) == ada, "The next may have been lost.")
    #expect(tokens.session(of: token, hash: [3]) == nil, "New ones have names.")
    tokens.drop(ada)
    #expect(tokens.session(of: token, hash: [2]) == nil)
  }

  @Test("of a session that was read have names, and a revision")
  func read() {
    var tokens = SessionTokens()
    tokens.restore(registered([[1]]), hasNames: true)
    #expect(tokens.session(of: ResumeToken(presented: secret), hash: [1]) == nil)
    #expect(tokens.session(of: ResumeToken(of: ada, secret: secret), hash: [1]) == ada)
    #expect(tokens.revision(of: ada) == Revision(5))
    tokens.learn(nil, of: ada)
    #expect(tokens.revision(of: ada) == nil)
  }
}
