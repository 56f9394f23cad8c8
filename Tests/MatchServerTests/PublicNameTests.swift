// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing
import Wire

@testable import MatchServer

@Suite("A server's public name", .timeLimit(.minutes(1)))
struct PublicNameTests {
  @Test(
    "is parsed with or without a port",
    arguments: [
      ("example.org", "example.org", nil), ("Example.org:443", "Example.org", 443),
      ("192.0.2.7:7777", "192.0.2.7", 7777), ("::1", "::1", nil), ("[::1]", "::1", nil),
      ("[2001:db8::7]:7777", "2001:db8::7", 7777),
    ] as [(String, String, UInt16?)])
  func reads(text: String, host: String, port: UInt16?) {
    #expect(PublicName(argument: text) == PublicName(host: host, port: port))
  }

  @Test(
    "is rejected if it is malformed",
    arguments: [
      "", ":7777", "a:", "a:0", "a:65536", "a:b:c", "wss://a", "a/b", "a b", "[]",
      String(repeating: "a", count: 254),
    ])
  func refuses(text: String) {
    #expect(PublicName(argument: text) == nil)
  }

  @Test("without a port has the listening port; loopback's names are the default")
  func names() {
    var options = ServerOptions(host: "192.0.2.7", port: 0)
    #expect(
      options.names(port: 81).map(\.description)
        == ["localhost:81", "127.0.0.1:81", "[::1]:81", "192.0.2.7:81"])
    options.host = "127.0.0.1"
    #expect(options.names(port: 81) == ServerName.loopback(port: 81))
    options.publicNames = [PublicName(host: "A.example"), PublicName(host: "b", port: 443)]
    #expect(options.names(port: 81).map(\.description) == ["a.example:81", "b:443"])
  }
}
