// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchClient

@Suite("A client that asks for profiles", .timeLimit(.minutes(1)))
struct ClientCoreProfilesTests {
  private func profile(_ id: UInt64, _ asked: String) -> Profile {
    Profile(id: RequestID(id), asked: asked, players: [Player(name: "Ada", id: "a")], record: nil)
  }

  @Test("reports the answer to its request, once, and no other")
  func answers() {
    var harness = ClientHarness()
    harness.connect()
    #expect(
      sent(harness.perform(.profile("Ada"))) == [.profile(id: RequestID(1), player: "Ada")])
    #expect(harness.hear(.profile(profile(1, "Eve"))) == [])
    _ = harness.perform(.profile("Bob"))
    #expect(harness.hear(.profile(profile(2, "Bob"))) == [.event(.profile(profile(2, "Bob")))])
    #expect(harness.hear(.profile(profile(2, "Bob"))) == [])
    let refusal = Refusal(.profileUnknown)
    _ = harness.perform(.profile("Cyd"))
    #expect(
      harness.hear(.refused(id: RequestID(3), refusal))
        == [.event(.refused(.profile("Cyd"), refusal))])
  }

  @Test("takes the refusal of an unknown message for the answer of a server without profiles")
  func olderServer() {
    var harness = ClientHarness()
    harness.connect()
    let unknown = Refusal(.requestUnsupported, [Refusal.Fact("request", "")])
    #expect(harness.hear(.refused(id: nil, unknown)) == [.event(.refused(nil, unknown))])
    _ = harness.perform(.leaderboard(.memorize))
    _ = harness.perform(.profile("Ada"))
    _ = harness.perform(.profile("Bob"))
    let other = Refusal(.requestUnsupported, [Refusal.Fact("request", "react")])
    #expect(harness.hear(.refused(id: nil, other)) == [.event(.refused(nil, other))])
    for name in ["Ada", "Bob"] {
      #expect(
        harness.hear(.refused(id: nil, unknown)) == [.event(.refused(.profile(name), unknown))])
    }
    #expect(harness.hear(.refused(id: nil, unknown)) == [.event(.refused(nil, unknown))])
    // Nothing that was answered is asked again over the next connection.
    harness.disconnect()
    let again = sent(harness.connect())
    #expect(!again.contains { if case .profile = $0 { true } else { false } })
  }
}
