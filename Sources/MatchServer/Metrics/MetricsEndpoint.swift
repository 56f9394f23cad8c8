// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// The listener beside the players': answers what is asked about the server, and takes nobody in.
///
/// Whoever can reach it may read it, so it listens on this machine alone unless told otherwise. What
/// it costs is bounded: visitors come at a rate, few at a time and for a short while, and the text is
/// written anew only as often as is cheap.
final class MetricsEndpoint: ServerHandler {
  /// Visitors at a time.
  static let mostConnections = 8
  /// How long one may take.
  static let timeout = Duration.seconds(5)
  /// How often somebody new may come.
  static let visits = TokenBucket.Rate(burst: 32, perSecond: 16)
  /// The most of the loop's time that goes into writing the text, as one part in so many.
  static let share = 20

  private let readiness: () -> Readiness
  private let write: () -> String
  private let now: () -> Duration
  private var bucket = TokenBucket(visits)
  private var page = HTTPResponse(status: 200, text: "", contentType: PrometheusText.contentType)
  /// From when on the text is written anew.
  private var staleAt = Duration.zero

  /// A door to a server that says how ready it is and writes its metrics; `now` never goes back.
  init(
    readiness: @escaping () -> Readiness, write: @escaping () -> String,
    now: @escaping () -> Duration = MetricsEndpoint.stopwatch()
  ) {
    self.readiness = readiness
    self.write = write
    self.now = now
  }

  /// A clock that begins at zero now.
  static func stopwatch() -> () -> Duration {
    let begin = ContinuousClock.now
    return { begin.duration(to: .now) }
  }

  /// How it listens at an address.
  static func options(_ address: ListenAddress) -> ListenOptions {
    var options = ListenOptions(host: address.host, port: address.port)
    options.takesWebSockets = false
    options.maximumHandshakes = mostConnections
    options.handshakeTimeout = timeout
    return options
  }

  /// What to say where others than this machine may reach it; nil where they may not.
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
    // Whoever reads this has been answered by the loop.
    case "/healthz": .well
    case "/readyz": readiness().response
    default: .notFound
    }
  }

  private func metrics() -> HTTPResponse {
    let began = now()
    guard began >= staleAt else { return page }
    page.body = write()
    let ended = now()
    staleAt = ended + (ended - began) * Self.share
    return page
  }

  // Its listener takes no WebSockets, so these are never called.

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}
  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {}
  func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
}
