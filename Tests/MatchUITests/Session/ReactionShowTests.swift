// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import Protocol
import Testing

@testable import MatchUI

@Suite("Reactions", .timeLimit(.minutes(1)))
struct ReactionShowTests {
  private let start = LocalTime(microseconds: 5_000_000)
  private let seat = SeatIndex(1)

  @Test("a reaction stays for a while, fades, and is gone")
  func fades() {
    var show = ReactionShow()
    #expect(show.nextChange(after: start) == nil)
    show.note(.wow, of: seat, at: start)
    func opacity(_ after: Duration) -> Double? { show.shown(at: start + after)[seat]?.opacity }
    #expect(opacity(.zero) == 1)
    #expect(opacity(.milliseconds(2399)) == 1)
    #expect(show.nextChange(after: start) == start + .milliseconds(2400))
    let going = stride(from: 2400, to: 3000, by: 50).compactMap { opacity(.milliseconds($0)) }
    #expect(going.count == 12)
    #expect(zip(going, going.dropFirst()).allSatisfy { $0 > $1 })
    let middle = start + .milliseconds(2700)
    #expect(show.nextChange(after: middle) == middle, "While it goes, every moment is another.")
    #expect(opacity(.seconds(3)) == nil)
    #expect(show.nextChange(after: start + .seconds(3)) == nil)
  }

  @Test("the next one replaces it, and every seat has its own")
  func several() {
    var show = ReactionShow()
    show.note(.wow, of: seat, at: start)
    show.note(.oops, of: seat, at: start + .seconds(2))
    show.note(.clap, of: SeatIndex(0), at: start + .seconds(2))
    let shown = show.shown(at: start + .seconds(4))
    #expect(shown.mapValues { $0.kind } == [seat: .oops, SeatIndex(0): .clap])
    #expect(shown.values.allSatisfy { $0.opacity == 1 })
  }

  @Test("each has a picture of two cells, a word, and a sentence", arguments: ReactionKind.allCases)
  func words(kind: ReactionKind) {
    #expect(kind.emoji.cells == 2)
    let whole = kind.line(.all, isFading: false, isShort: false)
    #expect(whole == "\(kind.emoji) \(kind.words)")
    #expect(kind.line(.all, isFading: true, isShort: false).cells == whole.cells)
    #expect(kind.line(.none, isFading: false, isShort: true) == kind.words)
    #expect(kind.line(.all, isFading: false, isShort: true) == kind.emoji)
    #expect(kind.sentence(of: "Ana", isYou: false).hasPrefix("Ana "))
    #expect(kind.sentence(of: "You", isYou: true) != kind.sentence(of: "You", isYou: false))
  }
}
