// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchUI

@Suite("Block letters", .timeLimit(.minutes(1)))
struct BlockLettersTests {
  /// Those of room codes, and the title's.
  private static let letters = Array("23456789ABCDEFGHJKMNPQRSTUVWXYZO")

  @Test("Every letter of a room code and of the title is there, and unlike the others")
  func all() throws {
    let all = try Self.letters.map { try #require(BlockLetters.lines(of: $0), "\($0)") }
    #expect(Set(all).count == Self.letters.count)
    for lines in all {
      #expect(lines.count == BlockLetters.height)
      // They fill their height and width, so that all look equally large.
      #expect(lines[0] != 0 && lines[BlockLetters.height - 1] != 0)
      #expect(lines.allSatisfy { (0..<32).contains($0) })
      #expect(lines.reduce(0, |) == 0b11111)
    }
  }

  @Test(
    "A text with any other letter is not drawn", arguments: ["", "a", "K7QF 2", "K7QFÄ", "K-7"])
  func unknown(text: String) { #expect(BlockLetters.halfBlocks(text) == nil) }

  @Test("Half-blocks show a letter's pixels, and whole blocks the same twice as large")
  func pixels() throws {
    let rows = try #require(BlockLetters.halfBlocks("K7"))
    #expect(rows == ["█  ▄▀  ▀▀▀▀█", "█▄▀      ▄▀ ", "█ ▀▄    █   ", "▀   ▀   ▀   "])
    let large = BlockLetters.doubled(rows)
    #expect(large.count == 8 && large[7].allSatisfy { $0 == " " })
    for (index, lines) in try ["K", "7"].map({ try #require(BlockLetters.lines(of: $0)) })
      .enumerated()
    {
      for row in 0..<7 {
        let cells = Array(large[row]).dropFirst(index * 14).prefix(10)
        let wanted = (0..<10).map { lines[row] >> (4 - $0 / 2) & 1 == 1 ? "█" : " " }
        #expect(cells.map { "\($0)" } == wanted, "\(row)")
      }
    }
  }
}
