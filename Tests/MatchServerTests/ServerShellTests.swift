// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import LibWebSockets
import Testing
import Wire

@testable import MatchServer

@Suite("The shell's HTTP responses", .timeLimit(.minutes(1)))
struct ServerShellTests {
  private func withShell(
    _ change: (inout ServerLimits) -> Void = { _ in }, _ body: (ServerShell) throws -> Void
  ) throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    var limits = ServerLimits()
    change(&limits)
    let server = ServerCore(
      key: [UInt8](repeating: 1, count: 32), dealer: .fair(.openSSL), limits: limits,
      version: "test")
    try body(
      ServerShell(
        loop: loop, core: server, journal: InMemoryJournal(), limits: limits, version: "test"))
  }

  private func status(_ decision: UpgradeDecision) -> Int? {
    if case .refuse(let response) = decision { response.status } else { nil }
  }

  @Test("refuse pages of other sites, and admit allowed ones")
  func origins() throws {
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    try withShell {
      $0.origins.allowed = ["https://arcade.example"]
    } _: { shell in
      shell.answer(to: [], asHosts: HostNames(["play.example"]))
      for (origin, expected) in [
        (nil, nil), ("https://play.example", nil), ("https://arcade.example", nil),
        ("https://evil.example", 403), ("null", 403),
      ] as [(String?, Int?)] {
        let request = UpgradeRequest(peer: peer, path: "/", origin: origin, host: "play.example")
        #expect(status(shell.accept(request)) == expected)
      }
    }
  }

  @Test("explain to a page with an unknown host name how to add that name")
  func rebinding() throws {
    let peer = try #require(PeerAddress(host: "127.0.0.1", port: 1))
    try withShell { shell in
      let request = UpgradeRequest(
        peer: peer, path: "/v1/play", origin: "http://evil.example:7777", host: "evil.example:7777")
      guard case .refuse(let response) = shell.accept(request) else {
        Issue.record("It was let in.")
        return
      }
      #expect(response.status == 403)
      #expect(response.text?.contains("--public-name evil.example:7777.") == true)
      let program = UpgradeRequest(peer: peer, path: "/v1/play", host: "evil.example:7777")
      #expect(status(shell.accept(program)) == nil)
    }
  }

  @Test("answer 426 to a plain request at the WebSocket endpoint")
  func page() throws {
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    try withShell { shell in
      let response = shell.respond(to: HTTPRequest(peer: peer, path: "/v1/play"))
      #expect(response.status == 426 && response.fields == [.init("Upgrade", "websocket")])
      #expect(shell.respond(to: HTTPRequest(peer: peer, path: "/v1/plays")).status == 404)
    }
  }

  @Test("apply limits to a trusted proxy's clients, not to the proxy")
  func proxy() throws {
    let proxy = try #require(PeerAddress(host: "192.0.2.10", port: 1))
    try withShell {
      $0.trustedProxies = ["192.0.2.10"]
    } _: { shell in
      var statuses: [String: [Int?]] = [:]
      for _ in 0..<30 {
        #expect(shell.admit(proxy))
        for client in ["203.0.113.1", "203.0.113.2"] {
          let request = UpgradeRequest(
            peer: proxy, path: "/", forwardedFor: ["198.51.100.1", client])
          statuses[client, default: []].append(status(shell.accept(request)))
        }
      }
      for client in statuses.keys { #expect(statuses[client]?.count { $0 == nil } == 20) }
      #expect(statuses.values.allSatisfy { $0.last == 429 })
    }
  }

  @Test("drop an address with too many sockets without a response, refuse it too many connections")
  func direct() throws {
    let peer = try #require(PeerAddress(host: "2001:db8::1", port: 1))
    let neighbour = try #require(PeerAddress(host: "2001:db8::2", port: 1))
    try withShell { shell in
      var (admitted, statuses) = (0, [Int?]())
      for index in 0..<70 where shell.admit(index % 2 == 0 ? peer : neighbour) {
        admitted += 1
        statuses.append(status(shell.accept(UpgradeRequest(peer: peer, path: "/v1/play"))))
      }
      // As many as connections and pages together.
      #expect(admitted == 60)
      #expect(statuses == Array(repeating: nil, count: 20) + Array(repeating: 429, count: 40))
    }
  }

  @Test("limit pages by a bucket of their own, and never those about the server's health")
  func pages() throws {
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    let proxy = try #require(PeerAddress(host: "192.0.2.10", port: 1))
    try withShell {
      $0.trustedProxies = ["192.0.2.10"]
    } _: { shell in
      func statuses(_ request: HTTPRequest) -> [Int] {
        (0..<50).map { _ in shell.respond(to: request).status }
      }
      let expected = Array(repeating: 200, count: 40) + Array(repeating: 429, count: 10)
      #expect(statuses(HTTPRequest(peer: peer, path: "/")) == expected)
      var behind = HTTPRequest(peer: proxy, path: "/")
      behind.forwardedFor = ["192.0.2.9"]
      #expect(statuses(behind) == expected)
      #expect(
        statuses(HTTPRequest(peer: peer, path: "/healthz")) == Array(repeating: 200, count: 50))
      #expect(status(shell.accept(UpgradeRequest(peer: peer, path: "/v1/play"))) == nil)
      #expect(shell.core.metrics[.turnedAwayTooOften] == 20)
    }
  }
}
