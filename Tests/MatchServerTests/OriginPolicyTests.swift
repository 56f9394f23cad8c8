// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

@testable import MatchServer

@Suite("The policy for origins", .timeLimit(.minutes(1)))
struct OriginPolicyTests {
  private func judge(
    _ origin: String?, host: String?, allowed: Set<String> = []
  ) throws -> OriginPolicy.Verdict {
    var policy = OriginPolicy()
    policy.allowed = allowed
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    let request = UpgradeRequest(peer: peer, path: "/", origin: origin, host: host)
    return policy.judge(request, at: HostNames(["Play.example", "[2001:db8::7]"]))
  }

  private func admits(_ origin: String?, host: String?, allowed: Set<String> = []) throws -> Bool {
    try judge(origin, host: host, allowed: allowed) == .admitted
  }

  @Test("admits programs, which send no origin")
  func programs() throws {
    #expect(try admits(nil, host: "play.example"))
    #expect(try admits(nil, host: "evil.example:7777"))
  }

  @Test(
    "rejects pages that use a name other than the server's, as in DNS rebinding",
    arguments: [
      "evil.example:7777", "evil.example", "localhost.evil.example", "play.example.evil.example",
      "127.0.0.1.evil.example:7777", "0x7f.1:7777", "[evil.example]", "",
    ])
  func rebinding(host: String) throws {
    #expect(try judge("http://\(host)", host: host) == .unknownHost(host))
    #expect(try admits("http://\(host)", host: host, allowed: ["http://\(host)"]))
  }

  @Test("recognises a machine by its name, its first label and its multicast DNS name")
  func machine() {
    let names = HostNames(HostNames.machine("Box.lan"))
    for host in ["box.lan:7777", "box", "BOX.local", "box.lan."] { #expect(names.contain(host)) }
    #expect(!names.contain("lan") && !names.contain("box.example"))
    #expect(HostNames.machine("").isEmpty)
  }

  @Test(
    "admits pages of the same host and port",
    arguments: [
      ("https://play.example", "play.example"), ("https://play.example", "Play.Example:443"),
      ("http://play.example", "play.example:80"), ("http://[::1]:7777", "[::1]:7777"),
      ("http://localhost:7777", "localhost:7777"), ("http://[::1]", "[::1]:80"),
      ("http://192.0.2.44:7777", "192.0.2.44:7777"), ("http://play.example.", "play.example."),
      ("http://game.localhost:7777", "game.localhost:7777"),
    ])
  func same(origin: String, host: String) throws {
    #expect(try admits(origin, host: host))
  }

  @Test(
    "rejects other pages",
    arguments: [
      ("https://evil.example", "play.example"), ("https://play.example:8443", "play.example"),
      ("https://play.example.evil.example", "play.example"), ("null", "play.example"),
      ("http://play.example", "play.example:443"), ("file://", "play.example"), ("", ""),
      ("https://play.example", nil),
    ])
  func others(origin: String, host: String?) throws {
    #expect(try admits(origin, host: host) == false)
  }

  @Test("admits configured pages, or all")
  func named() throws {
    let allowed: Set = ["https://Arcade.example"]
    #expect(try admits("https://arcade.example", host: "play.example", allowed: allowed))
    #expect(try admits("http://arcade.example", host: "play.example", allowed: allowed) == false)
    #expect(try admits("null", host: "play.example", allowed: ["*"]))
  }
}
