// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@testable import MatchServer

@Suite("A server's descriptors", .timeLimit(.minutes(1)))
struct DescriptorsTests {
  @Test("have a warning when the system allows fewer than needed")
  func warning() {
    let least = Descriptors.least
    #expect(EventLoop.descriptorShortage(least: least, allowed: 64) == nil)
    #expect(
      EventLoop.descriptorShortage(least: least, allowed: 63)?.contains("at least 64") == true)
    #expect(Descriptors.warning(connections: 872, allowed: 1_000) == nil)
    let warning = Descriptors.warning(connections: 20_000, allowed: 1_024)
    #expect(warning?.contains("992 connections") == true && warning?.contains("20128") == true)
  }
}
