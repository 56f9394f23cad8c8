// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Crypto

/// Why an outgoing connection never opened.
package enum ConnectionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The connection was refused, or there is no route to the host.
  case refused(host: String, port: UInt16)
  /// The name cannot be resolved; `reason` is the resolver's.
  case nameNotFound(host: String, reason: String)
  /// The connection timed out.
  case timedOut(host: String, port: UInt16)
  /// The server's certificate is not trusted; `reason` is OpenSSL's.
  case notTrusted(host: String, reason: String)
  /// The server's certificate has another fingerprint than expected.
  case wrongFingerprint(expected: CertificateFingerprint, presented: CertificateFingerprint?)
  /// TLS failed before the certificate was checked: usually the port does not speak TLS.
  case noTLS(host: String, port: UInt16)
  /// The server answered with this HTTP status instead of a WebSocket.
  case httpStatus(Int)
  /// The peer is no WebSocket server, or closed the connection before answering.
  case notAWebSocket(host: String, port: UInt16)
  /// The server supports none of the subprotocols offered.
  case subprotocolRefused(offered: [String])
  /// It was closed before it had opened.
  case cancelled
  /// The loop was stopped.
  case loopEnded

  /// Whether a retry may succeed without anyone acting.
  package var mayPass: Bool {
    switch self {
    case .httpStatus(403): false
    case .refused, .nameNotFound, .timedOut, .httpStatus, .notAWebSocket, .noTLS: true
    case .notTrusted, .wrongFingerprint, .subprotocolRefused, .cancelled, .loopEnded: false
    }
  }

  /// A sentence with the problem and its remedy.
  package var description: String {
    switch self {
    case .refused(let host, let port):
      "No server answers at \(host) port \(port): check the address, and that the server is "
        + "running."
    case .nameNotFound(let host, let reason):
      "The host \"\(host)\" was not found (\(reason)): check its spelling and your network."
    case .timedOut(let host, let port):
      "\(host) port \(port) did not answer in time: check your network, or try again later."
    case .notTrusted(let host, let reason):
      "The certificate of \(host) is not trusted (\(reason)): if it is self-signed,"
        + " ask for its fingerprint and give it."
    case .wrongFingerprint(let expected, let presented):
      "The server's certificate has the fingerprint \(presented.map(\.description) ?? "none")"
        + " instead of \(expected): do not connect unless its operator confirms the new one."
    case .noTLS(let host, let port):
      "\(host) port \(port) does not speak TLS: check the port, or use ws:// if it is yours."
    case .httpStatus(403):
      "The server refuses connections from your address (HTTP status 403): ask its operator why."
    case .httpStatus(429):
      "Too many connections from your address for now (HTTP status 429): close"
        + " others, or wait a moment and try again."
    case .httpStatus(503):
      "The server is full or not ready (HTTP status 503): try again later."
    case .httpStatus(let status):
      "The server answered with HTTP status \(status) instead of a WebSocket: check the address."
    case .notAWebSocket(let host, let port):
      "\(host) port \(port) is not a WebSocket server: check the port, and ws or wss."
    case .subprotocolRefused(let offered):
      "The server supports none of \(offered.joined(separator: ", ")): update the older of the two."
    case .cancelled:
      "The connection was cancelled before it had opened."
    case .loopEnded:
      "The network loop was stopped before the connection had opened."
    }
  }
}
