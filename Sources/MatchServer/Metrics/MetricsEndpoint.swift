// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// The metrics listener: serves metrics and health checks, accepts no players.
///
/// Anyone who can reach it can read it, so it should listen on loopback. Its cost is bounded:
/// connections are rate-limited, few and short, and the text is cached as long as rewriting it
/// would cost too much.
final class MetricsEndpoint: ServerHandler {
  /// Maximum number of connections.
  static let mostConnections = 8
  /// Connection timeout.
  static let timeout = Duration.seconds(5)
  /// Rate limit on new connections.
  static let visits = TokenBucket.Rate(burst: 32, perSecond: 16)
  /// Writing the text takes at most 1/`share` of the loop's time.
  static let share = 20

  private let readiness: () -> Readiness
  private let write: () -> String
  private let now: () -> Duration
  private var bucket = TokenBucket(visits)
  private var page = HTTPResponse(status: 200, text: "", contentType: PrometheusText.contentType)
  /// When the cached text expires.
  private var staleAt = Duration.zero

  /// An endpoint for a server's readiness and metrics; `now` must be monotonic.
  init(
    readiness: @escaping () -> Readiness, write: @escaping () -> String,
    now: @escaping () -> Duration = MetricsEndpoint.stopwatch()
  ) {
    self.readiness = readiness
    self.write = write
    self.now = now
  }

  /// A monotonic clock that starts at zero.
  static func stopwatch() -> () -> Duration {
    let begin = ContinuousClock.now
    return { begin.duration(to: .now) }
  }

  /// Listener options for an address.
  static func options(_ address: ListenAddress) -> ListenOptions {
    var options = ListenOptions(host: address.host, port: address.port)
    options.takesWebSockets = false
    options.maximumHandshakes = mostConnections
    options.handshakeTimeout = timeout
    return options
  }

  /// A warning if the address is not loopback; nil if it is.
  static func warning(_ address: ListenAddress) -> String? {
    guard address.host != "localhost", PeerAddress(host: address.host, port: 0)?.isLoopback != true
    else { return nil }
    return "Anyone who can reach \(address) can read the metrics without a password: keep it to a"
      + " private network, or use --metrics 127.0.0.1:\(address.port)."
  }

  func admit(_ peer: PeerAddress) -> Bool { bucket.take(at: now()) }

  func respond(to request: HTTPRequest) -> HTTPResponse {
    switch request.path {
    case "/":
      HTTPResponse(status: 200, text: "This listener serves /metrics, /healthz and /readyz.\n")
    case "/metrics": metrics()
    default: readiness().page(at: request.path) ?? .notFound
    }
  }

  private func metrics() -> HTTPResponse {
    let began = now()
    guard began >= staleAt else { return page }
    page.body = .text(write())
    let ended = now()
    assert(ended >= began, "The endpoint's clock never goes back.")
    staleAt = ended + (ended - began) * Self.share
    return page
  }

  // Never called: the listener accepts no WebSockets.

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}
  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {}
  func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
}

/// Whether a server accepts players.
enum Readiness: String, Sendable {
  /// It accepts players.
  case ready
  /// The same, though its journal may lose what it acknowledges, which the operator accepts.
  case unsynced
  /// It waits for another server, or restores the journal.
  case starting
  /// It is draining or shutting down.
  case draining
  /// The journal cannot be written, so nothing can be decided.
  case journal
  /// The clock is too far from those of the world's other nodes.
  case clock
  /// A relay's owner cannot be reached, so nothing new can be watched.
  case owner

  /// Whether it accepts players.
  var isReady: Bool { self == .ready || self == .unsynced }

  /// The page about the server's health at a path; nil for any other path.
  func page(at path: String) -> HTTPResponse? {
    let well = HTTPResponse(status: 200, text: "ok\n")
    switch (path, self) {
    case ("/readyz", .unsynced):
      return HTTPResponse(status: 200, text: "ok, but the journal is unsynced\n")
    // Liveness only: the loop answers this.
    case ("/healthz", _), ("/readyz", .ready): return well
    case ("/readyz", _): return HTTPResponse(status: 503, text: "\(rawValue)\n")
    default: return nil
    }
  }
}
