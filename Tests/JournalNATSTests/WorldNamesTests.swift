// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Lobby
import Testing

@testable import JournalNATS

@Suite("The names of a world", .timeLimit(.minutes(1)))
struct WorldNamesTests {
  @Test(
    "have any text as one word, and as no other text's",
    arguments: ["", "K7QF2", "a-b_c", "match 1", "key:abc", "2001:db8::/48", "*.>", "ž", "=20"])
  func words(_ text: String) {
    let word = WorldNames.token(text)
    #expect(!word.isEmpty && word.utf8.allSatisfy { !" .*>:/".utf8.contains($0) })
    #expect(WorldNames.text(of: word) == text)
  }

  @Test("have no text for what is no word", arguments: ["=2", "a=", "=zz", "=ff"])
  func noWords(_ word: String) {
    #expect(WorldNames.text(of: word) == nil)
  }

  @Test("spread rooms over all streams, each code always in the same one")
  func spread() {
    let names = WorldNames(world: "play", roomStreams: 4)
    var counts: [String: Int] = [:]
    for number in 0..<400 {
      let code = RoomCode("R\(number)")
      counts[names.roomStream(code), default: 0] += 1
      let index = names.rooms.firstIndex(of: names.roomStream(code))
      #expect(names.room(code) == "fd.play.room.\(index ?? 9).R\(number)")
    }
    #expect(Set(counts.keys) == Set(names.rooms) && counts.values.allSatisfy { $0 > 60 })
    // Worlds that exist depend on it.
    #expect(names.roomStream(RoomCode("K7QF2")) == "FD_play_ROOMS_2")
  }
}
