// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby
import Testing

@Suite("Recent durations", .timeLimit(.minutes(1)))
struct RecentDurationsTests {
  private func recent(_ milliseconds: some Sequence<Int>) -> RecentDurations {
    var recent = RecentDurations()
    for value in milliseconds { recent.append(.milliseconds(value)) }
    return recent
  }

  @Test("know the length that all but one in twenty keep to")
  func percentile() {
    #expect(RecentDurations().percentile95 == nil)
    #expect(recent([7]).percentile95 == .milliseconds(7))
    #expect(recent((1...20).reversed()).percentile95 == .milliseconds(19))
    #expect(recent(1...60).percentile95 == .milliseconds(57))
  }

  @Test("forget all but the last sixty")
  func forgets() {
    #expect(
      recent([Int](repeating: 999, count: 100) + Array(1...60)).percentile95 == .milliseconds(57))
  }
}
