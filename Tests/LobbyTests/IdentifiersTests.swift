// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@testable import Lobby

@Suite("Room codes", .timeLimit(.minutes(1)))
struct IdentifiersTests {
  @Test(
    "are short where the room is listed, and long where they must not be guessed",
    arguments: [
      (MatchSettings.Audience.public, 5), (.unlisted, 8), (.locked, 8),
    ])
  func length(audience: MatchSettings.Audience, length: Int) {
    var random = RandomStream(key: [1], hashing: .toy)
    for _ in 0..<50 {
      let code = RoomCode(for: audience, from: &random)
      #expect(code.rawValue.count == length)
      #expect(code.rawValue.utf8.allSatisfy { RoomCode.alphabet.contains($0) })
    }
  }

  @Test("hold no characters that are taken for one another", arguments: Array("01ILO".utf8))
  func alphabet(character: UInt8) {
    #expect(!RoomCode.alphabet.contains(character))
    #expect(Set(RoomCode.alphabet).count == RoomCode.alphabet.count)
  }

  @Test("are the same however they are typed")
  func typed() {
    #expect(RoomCode("abc23") == RoomCode("ABC23"))
  }

  @Test("and names drawn one after another differ")
  func identifiers() {
    var random = RandomStream(key: [1], hashing: .toy)
    let names = (0..<100).map { _ in random.identifier() }
    #expect(Set(names).count == 100)
    #expect(names.allSatisfy { $0.count == 16 })
  }
}
