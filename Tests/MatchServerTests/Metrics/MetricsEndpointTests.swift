// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Testing

@testable import MatchServer

@Suite("The metrics endpoint", .timeLimit(.minutes(1)))
struct MetricsEndpointTests {
  /// A manual clock, and a stub of the server that writes the metrics.
  private final class StubServer {
    var now = Duration.zero
    var readiness = Readiness.ready
    var writes = 0
    /// How long writing takes.
    var effort = Duration.zero
  }

  private let server = StubServer()
  private let endpoint: MetricsEndpoint

  init() {
    endpoint = MetricsEndpoint(
      readiness: { [server] in server.readiness },
      write: { [server] in
        server.writes += 1
        server.now += server.effort
        return "text \(server.writes)\n"
      }, now: { [server] in server.now })
  }

  private func ask(_ path: String) throws -> HTTPResponse {
    let peer = try #require(PeerAddress(host: "127.0.0.1", port: 1))
    return endpoint.respond(to: HTTPRequest(peer: peer, path: path))
  }

  @Test("serves three paths, lists them at the root, and answers 404 at all others")
  func paths() throws {
    #expect(try ask("/metrics").text == "text 1\n")
    #expect(try ask("/metrics").contentType == "text/plain; version=0.0.4; charset=utf-8")
    #expect(try ask("/healthz").status == 200)
    #expect(try ask("/").text?.contains("/metrics") == true)
    for path in ["/metrics/", "/v1/play", "/../metrics", "/METRICS", "", "/%00"] {
      #expect(try ask(path).status == 404, "\(path)")
    }
  }

  @Test(
    "states why the server is not ready",
    arguments: [
      (Readiness.ready, 200, "ok\n"), (.starting, 503, "starting\n"),
      (.draining, 503, "draining\n"), (.journal, 503, "journal\n"),
    ])
  func readiness(state: Readiness, status: Int, word: String) throws {
    server.readiness = state
    #expect(try ask("/readyz").status == status)
    #expect(try ask("/readyz").text == word)
    #expect(try ask("/healthz").status == 200, "The server is alive in any case.")
  }

  @Test("spends at most a twentieth of the time on writing the metrics")
  func share() throws {
    server.effort = .milliseconds(5)
    for _ in 0..<1_000 {
      _ = try ask("/metrics")
      server.now += .milliseconds(1)
    }
    let spent = server.effort * server.writes
    #expect(server.writes > 1)
    #expect(spent * 20 <= server.now, "\(spent) of \(server.now)")
    server.now += .seconds(1)
    #expect(
      try ask("/metrics").text == "text \(server.writes)\n", "The metrics are up to date again.")
  }

  @Test("admits a burst of thousands of requests, and more after a pause")
  func rate() throws {
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    let admitted = (0..<5_000).count { _ in endpoint.admit(peer) }
    #expect(Double(admitted) == MetricsEndpoint.visits.burst)
    server.now += .seconds(1)
    #expect(endpoint.admit(peer))
  }

  @Test("accepts no WebSockets, and few connections for a short time")
  func options() {
    let options = MetricsEndpoint.options(ListenAddress(host: "::1", port: 7))
    #expect(!options.takesWebSockets && options.maximumHandshakes == 8)
    #expect(options.host == "::1" && options.port == 7 && options.handshakeTimeout == .seconds(5))
  }

  @Test("warns if other machines can reach it, and suggests a loopback address")
  func warning() {
    for host in ["127.0.0.1", "127.0.0.9", "::1", "localhost"] {
      #expect(MetricsEndpoint.warning(ListenAddress(host: host, port: 9464)) == nil, "\(host)")
    }
    for host in ["0.0.0.0", "::", "192.0.2.1", "example.org", "127.example.org"] {
      let warning = MetricsEndpoint.warning(ListenAddress(host: host, port: 9464))
      #expect(warning?.contains("--metrics 127.0.0.1:9464") == true, "\(host)")
    }
  }
}
