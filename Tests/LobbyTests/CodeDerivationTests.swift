// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@testable import Lobby

@Suite("Derived room codes", .timeLimit(.minutes(1)))
struct CodeDerivationTests {
  private let derivation = CodeDerivation(key: [1, 2, 3], hashing: .toy)

  private func codes(
    for audience: MatchSettings.Audience = .public, of origin: Origin
  ) -> [RoomCode] { Array(derivation.codes(for: audience, of: origin)) }

  private func origin(_ session: String, _ request: UInt64) -> Origin {
    Origin(session: SessionID(session), request: RequestID(request))
  }

  @Test("are the same for the same request, and nothing else")
  func equal() {
    let codes = codes(of: origin("ada", 1))
    #expect(self.codes(of: origin("ada", 1)) == codes)
    for other in [origin("ada", 2), origin("bob", 1), origin("ada1", 1), origin("ada", 11)] {
      #expect(Set(self.codes(of: other)).isDisjoint(with: codes))
    }
    let foreign = CodeDerivation(key: [1, 2, 4], hashing: .toy)
    #expect(Set(foreign.codes(for: .public, of: origin("ada", 1))).isDisjoint(with: codes))
  }

  @Test("differ from attempt to attempt")
  func attempts() {
    for request in 1...50 {
      let codes = codes(for: .unlisted, of: origin("ada", UInt64(request)))
      #expect(Set(codes).count == codes.count)
      #expect(codes.count == LobbyLimits.codeAttempts)
    }
  }

  @Test("are long where they must not be guessed", arguments: MatchSettings.Audience.allCases)
  func length(audience: MatchSettings.Audience) {
    let length = audience == .public ? RoomCode.listedLength : RoomCode.unlistedLength
    for code in codes(for: audience, of: origin("ada", 1)) {
      #expect(code.rawValue.count == length)
      #expect(code.rawValue.utf8.allSatisfy { RoomCode.alphabet.contains($0) })
    }
  }
}
