// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Testing

@Suite("Server URL", .timeLimit(.minutes(1)))
struct ServerURLTests {
  @Test(
    "reads host, port, encryption and a room's code",
    arguments: [
      ("ws://127.0.0.1:43211", "127.0.0.1", 43211, false, nil),
      ("ws://example.org", "example.org", 80, false, nil),
      ("wss://example.org", "example.org", 443, true, nil),
      ("wss://example.org/k7qf2", "example.org", 443, true, "K7QF2"),
      ("ws://example.org:7777/", "example.org", 7777, false, nil),
      ("ws://[::1]:7777/K7QF2", "::1", 7777, false, "K7QF2"),
      ("http://[::1]:7777/K7QF2", "::1", 7777, false, "K7QF2"), ("http://a", "a", 80, false, nil),
      ("https://example.org/k7qf2", "example.org", 443, true, "K7QF2"),
      ("ws://[fe80::1%eth0]:7777", "fe80::1%eth0", 7777, false, nil),
      ("ws://böhm_2.example", "böhm_2.example", 80, false, nil),
    ] as [(String, String, UInt16, Bool, String?)])
  func reads(text: String, host: String, port: UInt16, isEncrypted: Bool, code: String?) throws {
    let url = try ServerURL(text)
    #expect(url.host == host)
    #expect(url.port == port)
    #expect(url.isEncrypted == isEncrypted)
    #expect(url.code == code)
    #expect(try ServerURL(url.description).host == host)
  }

  @Test(
    "reads the path of a node, alone or before a room's code",
    arguments: [
      ("wss://example.org/n/2", "/n/2", nil, false), ("ws://a:7777/n/2/", "/n/2", nil, false),
      ("wss://example.org/n/2/K7QF2", "/n/2", "K7QF2", false),
      ("wss://example.org/n/2/k7qf2/", "/n/2", "K7QF2", false),
      ("wss://example.org/n/2/K7QF2/watch", "/n/2", "K7QF2", true),
      ("wss://example.org/n2/K7QF2", "/n2", "K7QF2", false),
      ("wss://example.org/n/node-1", "/n/node-1", nil, false),
      ("wss://example.org/games/2/K7QF2MNP", "/games/2", "K7QF2MNP", false),
      ("wss://example.org/n/10000", "/n/10000", nil, false),
    ] as [(String, String, String?, Bool)])
  func paths(text: String, path: String, code: String?, isToWatch: Bool) throws {
    let url = try ServerURL(text)
    #expect(url.path == path && url.code == code && url.isToWatch == isToWatch)
    #expect(url.description.hasSuffix(path))
    let whole = [url.description, code, isToWatch ? "watch" : nil].compactMap(\.self)
    #expect(try ServerURL(whole.joined(separator: "/")) == url)
  }

  @Test(
    "recognises a link for spectators",
    arguments: [
      ("wss://example.org/k7qf2/watch", "K7QF2", true),
      ("ws://127.0.0.1:7777/K7QF2/Watch/", "K7QF2", true),
      ("ws://127.0.0.1:7777/K7QF2/", "K7QF2", false), ("ws://a/watch", "WATCH", false),
    ])
  func watches(text: String, code: String, isToWatch: Bool) throws {
    let url = try ServerURL(text)
    #expect(url.code == code)
    #expect(url.isToWatch == isToWatch)
  }

  @Test(
    "writes links that browsers open, and reads them again",
    arguments: [
      ("ws://192.0.2.7:7777", "http://192.0.2.7:7777/K7QF2"),
      ("wss://example.org", "https://example.org/K7QF2"),
      ("ws://[::1]", "http://[::1]/K7QF2"),
      ("https://example.org:7777/ABCDE", "https://example.org:7777/K7QF2"),
      ("ws://example.org:443", "http://example.org:443/K7QF2"),
      ("wss://example.org:80/n/2", "https://example.org:80/n/2/K7QF2"),
    ])
  func links(text: String, link: String) throws {
    let url = try ServerURL(text)
    #expect(url.link(to: "K7QF2") == link)
    let again = try ServerURL(link)
    #expect(again.description == url.description && again.code == "K7QF2")
  }

  @Test(
    "reads links in capitals, as a QR code has them",
    arguments: [
      ("HTTP://192.0.2.7:7777/K7QF2", "http://192.0.2.7:7777/K7QF2", false),
      ("HTTPS://PLAY.EXAMPLE.ORG/K7QF2/WATCH", "https://PLAY.EXAMPLE.ORG/K7QF2", true),
      ("Wss://example.org/k7qf2", "https://example.org/K7QF2", false),
    ])
  func capitals(text: String, link: String, isToWatch: Bool) throws {
    let url = try ServerURL(text)
    #expect(url.link(to: url.code ?? "") == link && url.isToWatch == isToWatch)
  }

  @Test(
    "names the part that is wrong",
    arguments: [
      ("ftp://example.org", ServerURLError.scheme("ftp://example.org")),
      ("HTTPX://a", .scheme("HTTPX://a")), ("http:/a", .scheme("http:/a")),
      ("https://", .host("https://")),
      ("", .scheme("")), ("example.org:7777", .scheme("example.org:7777")),
      ("ws://", .host("ws://")), ("ws://:7777", .host("ws://:7777")),
      ("ws://a:b:c", .host("ws://a:b:c")), ("ws://[::1", .host("ws://[::1")),
      ("ws://[::1]7777", .host("ws://[::1]7777")), ("ws://a:0", .port("ws://a:0")),
      ("ws://a:65536", .port("ws://a:65536")), ("ws://a:", .port("ws://a:")),
      ("ws://a:80/../b", .path("ws://a:80/../b")), ("ws://a//", .path("ws://a//")),
      ("ws://a/K7QF2/play", .path("ws://a/K7QF2/play")), ("ws://a//watch", .path("ws://a//watch")),
      ("ws://a/K7QF2/watch/1", .path("ws://a/K7QF2/watch/1")),
      ("ws://a/K7QF2?watch", .path("ws://a/K7QF2?watch")),
      ("ws://a/n/2/watch", .path("ws://a/n/2/watch")), ("ws://a/n/2/3", .path("ws://a/n/2/3")),
      ("ws://a/n/2/3/K7QF2", .path("ws://a/n/2/3/K7QF2")),
      ("ws://a/n/2/K7QF2/K7QF2", .path("ws://a/n/2/K7QF2/K7QF2")),
      ("ws://a/K7QF2/n/K7QF2", .path("ws://a/K7QF2/n/K7QF2")),
      ("ws://a/n//K7QF2", .path("ws://a/n//K7QF2")), ("ws://a/../K7QF2", .path("ws://a/../K7QF2")),
      ("ws://a/n%2f2/K7QF2", .path("ws://a/n%2f2/K7QF2")), ("ws://a/n/2?K", .path("ws://a/n/2?K")),
      ("ws://a/n-2", .path("ws://a/n-2")),
      ("ws://a/n/\u{e9}/K7QF2", .path("ws://a/n/\u{e9}/K7QF2")),
    ])
  func refuses(text: String, error: ServerURLError) {
    #expect(throws: error) { try ServerURL(text) }
    #expect(error.description.hasSuffix("."))
  }

  @Test(
    "accepts as a host only what is safe in a request",
    arguments: [
      "a b", "a\r\nCookie: b", "a\0", "a?b", "a#b", "me@a", "a\\b", "a\u{202e}b", "[a]", "[]",
      "[[]",
      "[::1\n]", "a]", String(repeating: "a", count: 254),
    ])
  func noHost(host: String) {
    #expect(throws: ServerURLError.host("ws://\(host):7777")) {
      try ServerURL("ws://\(host):7777")
    }
  }

  @Test("says in a sentence what was wrong, whatever was written", arguments: [1, 100_000])
  func sentence(count: Int) throws {
    let text = String(repeating: "\u{1b}[2J\u{0}\n", count: count)
    for text in [text, "ws://\(text)", "ws://a:\(text)", "ws://a/\(text)"] {
      let error = #expect(throws: ServerURLError.self) { try ServerURL(text) }
      let sentence = try #require(error).description
      #expect(sentence.count < 300)
      #expect(!sentence.unicodeScalars.contains { $0.value < 0x20 })
    }
  }
}
