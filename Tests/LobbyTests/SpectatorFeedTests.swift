// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("The spectators' feed", .timeLimit(.minutes(1)))
struct SpectatorFeedTests {
  private func time(_ seconds: Int) -> ServerTime { .zero + .seconds(seconds) }

  /// A log of `count` entries, one a second.
  private func log(_ count: Int) -> RoomLog {
    RoomLog((1...count).map { Entry(seq: UInt64($0), at: time($0), event: .ownerChanged(nil)) })
  }

  @Test("passes entries on after their delay, in order, and none before another")
  func inOrder() {
    var feed = SpectatorFeed()
    let log = log(3)
    feed.put(.entries(through: 1), after: .seconds(60), now: time(1))
    feed.put(.entries(through: 2), after: .zero, now: time(2))
    feed.put(.entries(through: 3), after: .seconds(70), now: time(3))
    #expect(feed.nextDue == time(61))
    #expect(feed.release(from: log, now: time(60)).entries.isEmpty)
    #expect(feed.release(from: log, now: time(61)).entries.map(\.seq) == [1, 2])
    #expect(feed.view.seq == 2 && !feed.isLive)
    #expect(feed.release(from: log, now: time(100)).entries.map(\.seq) == [3])
    #expect(feed.isLive && feed.nextDue == nil)
  }

  @Test("keeps a bounded number of presences, the last among them")
  func bounded() {
    var feed = SpectatorFeed()
    let seat = SeatIndex(0)
    for count in 0..<10_000 {
      feed.put(
        .presence([SeatPresence(seat: seat, isConnected: count.isMultiple(of: 2))]),
        after: .seconds(120), now: time(1))
    }
    let (_, presence) = feed.release(from: RoomLog(), now: time(121))
    #expect(presence == [SeatPresence(seat: seat, isConnected: false)])
  }
}
