// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("The number of spectators", .timeLimit(.minutes(1)))
struct SpectatorCountTests {
  private func time(_ milliseconds: Int) -> ServerTime { .zero + .milliseconds(milliseconds) }

  @Test("is announced at once, then at most once a second, as it is by then")
  func pace() {
    var count = SpectatorCount()
    #expect(count.due(0) == nil && count.announce(0, now: time(5000)) == nil)
    #expect(count.announce(1, now: time(5000)) == 1)
    #expect(count.announce(2, now: time(5999)) == nil && count.due(2) == time(6000))
    #expect(count.announce(7, now: time(6000)) == 7 && count.due(7) == nil)
  }

  @Test("includes those in other audiences")
  func elsewhere() {
    var count = SpectatorCount()
    count.elsewhere = .others(40)
    #expect(count.announce(2, now: time(1)) == 42)
    count.elsewhere = .others(41)
    #expect(count.announced == 42 && count.due(1) == nil)
  }

  @Test("is another server's where that adds everyone up, whatever changes here")
  func whole() {
    var count = SpectatorCount()
    count.elsewhere = .whole(90)
    #expect(count.announce(2, now: time(1)) == 90)
    #expect(count.due(3) == nil)
    count.elsewhere = .whole(91)
    #expect(count.announce(3, now: time(2_000)) == 91)
  }

  @Test("is never more than a client accepts")
  func most() {
    var count = SpectatorCount()
    count.elsewhere = .others(LobbyLimits.mostViewers)
    #expect(count.announce(7, now: time(1)) == LobbyLimits.mostViewers)
  }
}
