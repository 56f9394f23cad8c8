// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import FacedownTesting

@Suite("Clock pause model", .timeLimit(.minutes(1)))
struct ClockPauseModelTests {
  private let start = ServerTime(microseconds: 1_000_000_000)

  /// The model of a match whose server was down from second 10 to second 20.
  private func away(turnEndsAfter deadline: Duration?) -> ClockPauseModel {
    var model = ClockPauseModel()
    model.died(
      at: start + .seconds(10), lastEntry: start + .seconds(9),
      deadline: deadline.map { start + $0 })
    model.began(at: start + .seconds(20), lastAlive: start + .milliseconds(9500))
    return model
  }

  @Test("an outage is refunded in full, before anything else happens")
  func outage() {
    var model = away(turnEndsAfter: .seconds(30))
    #expect(model.owed == .seconds(10))
    #expect(model.refunded(.seconds(12), at: start + .seconds(22), revealAt: nil) == nil)
    #expect(model.resumed() == nil)

    model = away(turnEndsAfter: .seconds(30))
    #expect(model.resumed() != nil)
    model = away(turnEndsAfter: .seconds(30))
    #expect(model.refunded(.seconds(9), at: start + .seconds(22), revealAt: nil) != nil)
  }

  @Test("nothing is owed if no turn was running, or it had ended", arguments: [nil, 8, 10])
  func nothingOwed(deadline: Int?) {
    var model = away(turnEndsAfter: deadline.map { .seconds($0) })
    #expect(model.owed == .zero)
    #expect(model.resumed() == nil)
  }

  @Test("time that nobody could use is refunded once")
  func once() {
    var model = away(turnEndsAfter: .seconds(30))
    #expect(model.refunded(.seconds(13), at: start + .seconds(22), revealAt: nil) != nil)
    model = away(turnEndsAfter: .seconds(30))
    #expect(model.refunded(.seconds(12), at: start + .seconds(22), revealAt: nil) == nil)
    #expect(model.refunded(.seconds(10), at: start + .seconds(23), revealAt: nil) != nil)
    // Two open cards are shown again.
    model = ClockPauseModel()
    let revealAt = start + .seconds(20)
    #expect(model.refunded(.seconds(2), at: start + .seconds(22), revealAt: revealAt) == nil)
    #expect(model.refunded(.seconds(3), at: start + .seconds(22), revealAt: revealAt) != nil)
  }

  @Test("the excess time of a slow journal is refunded too")
  func lateJournal() {
    var model = ClockPauseModel()
    model.appended(at: start)
    model.appended(at: start + .seconds(1))
    model.landed(at: start + .seconds(4))
    #expect(model.allowed == .seconds(4))
    #expect(model.refunded(.milliseconds(3750), at: start + .seconds(5), revealAt: nil) == nil)
    #expect(model.refunded(.seconds(1), at: start + .seconds(5), revealAt: nil) != nil)
  }
}
