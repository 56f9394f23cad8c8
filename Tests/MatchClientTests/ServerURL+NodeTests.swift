// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchClient

@Suite("Address of a node", .timeLimit(.minutes(1)))
struct ServerURLNodeTests {
  @Test(
    "has up to two plain segments in place of a room's code",
    arguments: [
      ("wss://play.example.org/n/2", "/n/2", "wss://play.example.org:443/n/2"),
      ("wss://play.example.org/n-2/", "/n-2", "wss://play.example.org:443/n-2"),
      ("ws://127.0.0.1:7779", "", "ws://127.0.0.1:7779"),
      ("ws://[::1]:7779/", "", "ws://[::1]:7779"),
    ])
  func reads(text: String, path: String, whole: String) throws {
    let node = try ServerURL(node: text)
    #expect(node.path == path && node.description == whole)
    #expect(node.code == nil && !node.isToWatch)
    #expect(try ServerURL(node: whole) == node)
  }

  @Test(
    "has no other path, and no query",
    arguments: [
      "/a/b/c", "/n//2", "//", "/../2", "/.", "/n/2?x", "/n/2#x", "/n%2f2", "/n/\u{e9}", "/n 2",
      "/n\\2", "/n\u{0}", "/\(String(repeating: "n", count: 33))",
    ])
  func refuses(path: String) {
    let text = "wss://play.example.org\(path)"
    #expect(throws: ServerURLError.path(text)) { try ServerURL(node: text) }
  }

  @Test(
    "is below a host, or not",
    arguments: [
      ("play.example.org", "play.example.org", true),
      ("play.example.org", "PLAY.Example.org", true),
      ("play.example.org", "n2.play.example.org", true),
      ("Play.example.org", "a.b.play.EXAMPLE.org", true),
      ("play.example.org", "example.org", false),
      ("play.example.org", "evilplay.example.org", false),
      ("play.example.org", ".play.example.org", false),
      ("play.example.org", "a..play.example.org", false),
      ("play.example.org", "n_2.play.example.org", false),
      ("play.example.org", "n2.play.example.com", false),
      ("play.example.org", "n2.play.example.org.", false), ("127.0.0.1", "127.0.0.1", true),
      ("127.0.0.1", "127.0.0.2", false), ("127.0.0.1", "2.127.0.0.1", false),
      ("10.1", "9.10.1", false),
      ("0x7f.0x1", "a.0x7f.0x1", false), ("localhost", "localhost", true),
      ("localhost", "a.localhost", false),
      ("localhost", "127.0.0.1", false), ("[::1]", "[::1]", true), ("[::1]", "[::2]", false),
      ("[fe80::1%eth0]", "[fe80::1%eth1]", false),
    ])
  func hosts(own: String, other: String, isBelow: Bool) throws {
    let home = try ServerURL("wss://\(own)")
    let node = try ServerURL(node: "wss://\(other):7443/n")
    #expect(home.isHostOrAbove(node) == isBelow)
  }
}
