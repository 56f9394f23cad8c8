// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing
import Wire

@Suite("The name a server is dialled by", .timeLimit(.minutes(1)))
struct ServerNameTests {
  @Test(
    "is written in one way",
    arguments: [
      ("Play.Example.ORG", 443, "play.example.org:443"), ("192.0.2.7", 7777, "192.0.2.7:7777"),
      ("::1", 7777, "[::1]:7777"), ("0:0:0:0:0:0:0:1", 80, "[::1]:80"),
      ("2001:DB8:0::7", 65535, "[2001:db8::7]:65535"), ("fe80::1%eth0", 1, "[fe80::1]:1"),
      ("::ffff:192.0.2.7", 5, "[::ffff:192.0.2.7]:5"), ("Not:An:Address", 5, "[not:an:address]:5"),
      ("\u{130}stanbul", 5, "\u{130}stanbul:5"), ("", 5, ":5"),
    ])
  func written(host: String, port: UInt16, text: String) {
    #expect(ServerName(host: host, port: port).description == text)
  }

  @Test("on this machine is one of three")
  func loopback() {
    #expect(
      ServerName.loopback(port: 7777).map(\.description)
        == ["localhost:7777", "127.0.0.1:7777", "[::1]:7777"])
  }
}
