// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Testing

@testable import MatchServer

@Suite("The metrics' door", .timeLimit(.minutes(1)))
struct MetricsEndpointTests {
  /// A clock set by hand, and what was asked of the server behind the door.
  private final class Behind {
    var now = Duration.zero
    var readiness = Readiness.ready
    var writes = 0
    /// How long writing takes.
    var effort = Duration.zero
  }

  private let behind = Behind()
  private let endpoint: MetricsEndpoint

  init() {
    endpoint = MetricsEndpoint(
      readiness: { [behind] in behind.readiness },
      write: { [behind] in
        behind.writes += 1
        behind.now += behind.effort
        return "text \(behind.writes)\n"
      }, now: { [behind] in behind.now })
  }

  private func ask(_ path: String) throws -> HTTPResponse {
    let peer = try #require(PeerAddress(host: "127.0.0.1", port: 1))
    return endpoint.respond(to: HTTPRequest(peer: peer, path: path))
  }

  @Test("answers three paths and says which, and nothing at others")
  func paths() throws {
    #expect(try ask("/metrics").body == "text 1\n")
    #expect(try ask("/metrics").contentType == "text/plain; version=0.0.4; charset=utf-8")
    #expect(try ask("/healthz").status == 200)
    #expect(try ask("/").body.contains("/metrics"))
    for path in ["/metrics/", "/v1/play", "/../metrics", "/METRICS", "", "/%00"] {
      #expect(try ask(path).status == 404, "\(path)")
    }
  }

  @Test(
    "says why it is not ready",
    arguments: [
      (Readiness.ready, 200, "ok\n"), (.starting, 503, "starting\n"),
      (.draining, 503, "draining\n"), (.journal, 503, "journal\n"),
    ])
  func readiness(state: Readiness, status: Int, word: String) throws {
    behind.readiness = state
    #expect(try ask("/readyz").status == status)
    #expect(try ask("/readyz").body == word)
    #expect(try ask("/healthz").status == 200, "It is alive all the same.")
  }

  @Test("writes the text anew no more often than takes a twentieth of the time")
  func share() throws {
    behind.effort = .milliseconds(5)
    for _ in 0..<1_000 {
      _ = try ask("/metrics")
      behind.now += .milliseconds(1)
    }
    let spent = behind.effort * behind.writes
    #expect(behind.writes > 1)
    #expect(spent * 20 <= behind.now, "\(spent) of \(behind.now)")
    behind.now += .seconds(1)
    #expect(try ask("/metrics").body == "text \(behind.writes)\n", "What is told then is new.")
  }

  @Test("lets thousands come at the rate it takes, and then again")
  func rate() throws {
    let peer = try #require(PeerAddress(host: "192.0.2.1", port: 1))
    let admitted = (0..<5_000).count { _ in endpoint.admit(peer) }
    #expect(Double(admitted) == MetricsEndpoint.visits.burst)
    behind.now += .seconds(1)
    #expect(endpoint.admit(peer))
  }

  @Test("takes no WebSockets, few visitors, and those for a short while")
  func options() {
    let options = MetricsEndpoint.options(ListenAddress(host: "::1", port: 7))
    #expect(!options.takesWebSockets && options.maximumHandshakes == 8)
    #expect(options.host == "::1" && options.port == 7 && options.handshakeTimeout == .seconds(5))
  }

  @Test("warns where more than this machine reaches it, and names what would not")
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
