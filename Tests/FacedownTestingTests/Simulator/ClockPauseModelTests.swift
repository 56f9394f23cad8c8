// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import FacedownTesting

@Suite("ClockPause book", .timeLimit(.minutes(1)))
struct ClockPauseModelTests {
  private let start = ServerTime(microseconds: 1_000_000_000)

  /// A book of a match whose server was away from second 10 to second 20.
  private func away(turnEndsAfter deadline: Duration?) -> ClockPauseModel {
    var book = ClockPauseModel()
    book.died(
      at: start + .seconds(10), lastEntry: start + .seconds(9),
      deadline: deadline.map { start + $0 })
    book.began(at: start + .seconds(20), lastAlive: start + .milliseconds(9500))
    return book
  }

  @Test("an outage is given back whole, before anything else happens")
  func outage() {
    var book = away(turnEndsAfter: .seconds(30))
    #expect(book.owed == .seconds(10))
    #expect(book.gaveBack(.seconds(12), at: start + .seconds(22), revealAt: nil) == nil)
    #expect(book.wentOn() == nil)

    book = away(turnEndsAfter: .seconds(30))
    #expect(book.wentOn() != nil)
    book = away(turnEndsAfter: .seconds(30))
    #expect(book.gaveBack(.seconds(9), at: start + .seconds(22), revealAt: nil) != nil)
  }

  @Test("nothing is owed where nothing ran, or what ran was over", arguments: [nil, 8, 10])
  func nothingOwed(deadline: Int?) {
    var book = away(turnEndsAfter: deadline.map { .seconds($0) })
    #expect(book.owed == .zero)
    #expect(book.wentOn() == nil)
  }

  @Test("what nobody could use is given back once")
  func once() {
    var book = away(turnEndsAfter: .seconds(30))
    #expect(book.gaveBack(.seconds(13), at: start + .seconds(22), revealAt: nil) != nil)
    book = away(turnEndsAfter: .seconds(30))
    #expect(book.gaveBack(.seconds(12), at: start + .seconds(22), revealAt: nil) == nil)
    #expect(book.gaveBack(.seconds(10), at: start + .seconds(23), revealAt: nil) != nil)
    // Two cards that are up are shown again.
    book = ClockPauseModel()
    let revealAt = start + .seconds(20)
    #expect(book.gaveBack(.seconds(2), at: start + .seconds(22), revealAt: revealAt) == nil)
    #expect(book.gaveBack(.seconds(3), at: start + .seconds(22), revealAt: revealAt) != nil)
  }

  @Test("so is what a journal takes beyond its time")
  func lateJournal() {
    var book = ClockPauseModel()
    book.appended(at: start)
    book.appended(at: start + .seconds(1))
    book.landed(at: start + .seconds(4))
    #expect(book.allowed == .seconds(4))
    #expect(book.gaveBack(.milliseconds(3750), at: start + .seconds(5), revealAt: nil) == nil)
    #expect(book.gaveBack(.seconds(1), at: start + .seconds(5), revealAt: nil) != nil)
  }
}
