// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Crypto

/// Why an outgoing connection never opened.
public enum ConnectionFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nobody answers there: the connection was refused, or no way leads to the host.
  case refused(host: String, port: UInt16)
  /// The name cannot be resolved; `reason` is the resolver's word for why.
  case nameNotFound(host: String, reason: String)
  /// It took too long.
  case timedOut(host: String, port: UInt16)
  /// The server's certificate is not trusted; `reason` is OpenSSL's word for why.
  case notTrusted(host: String, reason: String)
  /// The server's certificate is another one than expected.
  case wrongFingerprint(expected: CertificateFingerprint, presented: CertificateFingerprint?)
  /// TLS failed before the certificate mattered: mostly, the server speaks none on this port.
  case noTLS(host: String, port: UInt16)
  /// The server answered with this HTTP status and not with a WebSocket.
  case httpStatus(Int)
  /// What answers is no WebSocket server, or hung up before it had answered.
  case notAWebSocket(host: String, port: UInt16)
  /// The server speaks none of the subprotocols offered.
  case subprotocolRefused(offered: [String])
  /// It was closed before it had opened.
  case cancelled
  /// The loop was stopped.
  case loopEnded

  /// Whether another attempt may succeed without anyone doing anything.
  public var mayPass: Bool {
    switch self {
    case .httpStatus(403): false
    case .refused, .nameNotFound, .timedOut, .httpStatus, .notAWebSocket, .noTLS: true
    case .notTrusted, .wrongFingerprint, .subprotocolRefused, .cancelled, .loopEnded: false
    }
  }

  /// A sentence with what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .refused(let host, let port):
      "Nobody answers at \(host) port \(port): check address and port, and that the server runs."
    case .nameNotFound(let host, let reason):
      "The host \"\(host)\" was not found (\(reason)): check its spelling and your network."
    case .timedOut(let host, let port):
      "\(host) port \(port) did not answer in time: check your network, or try again later."
    case .notTrusted(let host, let reason):
      "The certificate of \(host) is not trusted (\(reason)): if the server made it itself,"
        + " ask for its fingerprint and give that."
    case .wrongFingerprint(let expected, let presented):
      "The server's certificate has the fingerprint \(presented.map(\.description) ?? "none")"
        + " and not \(expected): do not go on unless its owner confirms the new one."
    case .noTLS(let host, let port):
      "\(host) port \(port) does not speak TLS: check the port, or use ws:// if it is yours."
    case .httpStatus(403):
      "The server lets nobody in from your address (HTTP status 403): ask the people who run it why."
    case .httpStatus(429):
      "The server takes no more connections from your address for now (HTTP status 429): close"
        + " others, or wait a moment and try again."
    case .httpStatus(503):
      "The server is full or not ready (HTTP status 503): try again later."
    case .httpStatus(let status):
      "The server answered with HTTP status \(status) and not with a WebSocket: check the address."
    case .notAWebSocket(let host, let port):
      "What answers at \(host) port \(port) is no WebSocket server: check the port, and wss or ws."
    case .subprotocolRefused(let offered):
      "The server speaks none of \(offered.joined(separator: ", ")): update the older of the two."
    case .cancelled:
      "The connection was given up before it had opened."
    case .loopEnded:
      "The network loop was stopped before the connection had opened."
    }
  }
}
