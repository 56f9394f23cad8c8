// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite(.timeLimit(.minutes(1)))
struct UpgradeCheckTests {
  private func status(
    subprotocols: [String] = ["a", "b"], _ change: (inout UpgradeCheck.Head) -> Void
  ) -> Int? {
    var head = UpgradeCheck.Head(path: "/v1/play", offeredSubprotocols: ["b"])
    change(&head)
    switch UpgradeCheck(path: "/v1/play", subprotocols: subprotocols).examine(head) {
    case .proceed: return nil
    case .refuse(let response): return response.status
    }
  }

  @Test("A valid request proceeds with the server's preferred subprotocol")
  func proceed() {
    let check = UpgradeCheck(path: "/", subprotocols: ["a", "b"])
    #expect(
      check.examine(.init(offeredSubprotocols: ["c", "b", "a"])) == .proceed(subprotocol: "a"))
    #expect(check.examine(.init(offeredSubprotocols: ["b"])) == .proceed(subprotocol: "b"))
    #expect(
      check.examine(.init(upgrade: "WebSocket", offeredSubprotocols: ["b"]))
        == .proceed(subprotocol: "b"))
    let none = UpgradeCheck(path: "/", subprotocols: [])
    #expect(none.examine(.init()) == .proceed(subprotocol: nil))
  }

  @Test("Each invalid request has its own status")
  func refuse() {
    #expect(status { _ in } == nil)
    #expect(status { $0.isGet = false } == 405)
    #expect(status { $0.upgrade = "h2c" } == 400)
    #expect(status { $0.version = "8" } == 426)
    #expect(status { $0.version = "13, 8" } == 426)
    #expect(status { $0.version = nil } == 426)
    #expect(status { $0.key = nil } == 400)
    for key in [
      "", "dGhlIHNhbXBsZSBub25jZQ", "dGhlIHNhbXBsZSBub25jZSE=", "dGhlIHNhbXBs_SBub25jZQ==",
    ] {
      #expect(status { $0.key = key } == 400)
    }
    #expect(status { $0.host = nil } == 400)
    #expect(status { $0.host = "localhost,evil.example" } == 400)
    for version in ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "", nil] {
      #expect(status { $0.httpVersion = version } == 400)
    }
    #expect(status { $0.path = "/v1/play/" } == 404)
    #expect(status { $0.offeredSubprotocols = [] } == 400)
    #expect(status { $0.offeredSubprotocols = ["A"] } == 400)
    #expect(status(subprotocols: []) { _ in } == 400)
  }
}
