// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@testable import MatchServer

@Suite("The policy for origins", .timeLimit(.minutes(1)))
struct OriginPolicyTests {
  private func admits(_ origin: String?, host: String?, allowed: Set<String> = []) throws -> Bool {
    var policy = OriginPolicy()
    policy.allowed = allowed
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    return policy.admits(UpgradeRequest(peer: peer, path: "/", origin: origin, host: host))
  }

  @Test("lets programs in, which tell of no page")
  func programs() throws {
    #expect(try admits(nil, host: "play.example"))
  }

  @Test(
    "lets pages of the same host and port in",
    arguments: [
      ("https://play.example", "play.example"), ("https://play.example", "Play.Example:443"),
      ("http://play.example", "play.example:80"), ("http://[::1]:7777", "[::1]:7777"),
      ("http://localhost:7777", "localhost:7777"), ("http://[::1]", "[::1]:80"),
    ])
  func same(origin: String, host: String) throws {
    #expect(try admits(origin, host: host))
  }

  @Test(
    "keeps other pages out",
    arguments: [
      ("https://evil.example", "play.example"), ("https://play.example:8443", "play.example"),
      ("https://play.example.evil.example", "play.example"), ("null", "play.example"),
      ("http://play.example", "play.example:443"), ("file://", "play.example"), ("", ""),
      ("https://play.example", nil),
    ])
  func others(origin: String, host: String?) throws {
    #expect(try admits(origin, host: host) == false)
  }

  @Test("lets named pages in, or all")
  func named() throws {
    let allowed: Set = ["https://Arcade.example"]
    #expect(try admits("https://arcade.example", host: "play.example", allowed: allowed))
    #expect(try admits("http://arcade.example", host: "play.example", allowed: allowed) == false)
    #expect(try admits("null", host: "play.example", allowed: ["*"]))
  }
}
