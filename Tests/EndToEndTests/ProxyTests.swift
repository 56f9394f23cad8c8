// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// The real proxies, configured by the files of `deploy/`.
@Suite("Behind a proxy", .timeLimit(.minutes(3)))
struct ProxyTests {
  @Test(
    "the page passes, a match over wss:// survives the proxy's reload, limits count the real client",
    .needs("python3", "nginx", "haproxy", "openssl"),
    arguments: ["nginx", "haproxy"])
  func played(proxy: String) async throws {
    let visit = try await Programs.run(
      "/usr/bin/python3",
      [
        "-B", "\(Programs.checkout)/Tests/EndToEndTests/Drivers/proxies.py",
        Programs.path("facedown"), Programs.path("facedown-server"),
        "\(Programs.checkout)/deploy", proxy,
      ])
    #expect(visit.code == 0, "\(visit.errors)")
    #expect(
      visit.lines == [
        "the page: 200, confined",
        "the page again: 304, 0 bytes",
        "its module: 200, whole, public, max-age=31536000, immutable",
        "its module's head: 200, 0 bytes",
        "nothing else",
        "the same entries without a gap",
        "ended: END_REASON_FINISHED; reloaded in it",
        "both came back through it",
        // Three connections an address, by the server's options in this test.
        "one address: 101", "one address: 101", "one address: 101",
        "the same, forging another: 429",
        "the same, forging two: 429",
        "another, forging the first: 101",
      ])
  }
}
