// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Crypto

/// The address of an outgoing connection, and which certificates it trusts.
package struct ConnectOptions: Hashable, Sendable {
  /// Which server certificates are trusted.
  package enum Trust: Hashable, Sendable {
    /// The operating system's authorities. The certificate must be for the dialled host.
    case system
    /// Only the authorities in one PEM file. The certificate must be for the dialled host.
    case certificateAuthority(file: String)
    /// Only the certificate with this fingerprint, whatever its issuer and name.
    case fingerprint(CertificateFingerprint)
  }

  /// The server's name or address; an IPv6 address without brackets.
  ///
  /// TLS to an IPv6 address needs ``Trust/fingerprint(_:)``: libwebsockets 4.1 cannot check a
  /// certificate against one.
  package var host: String
  /// The server's TCP port.
  package var port: UInt16
  /// The path, beginning with a slash.
  package var path: String
  /// The subprotocols offered, best first; the server must choose one of them unless the list is
  /// empty.
  package var subprotocols: [String] = []
  /// Whether to use TLS (`wss`) and which certificates to trust; nil connects unencrypted (`ws`).
  package var tls: Trust?
  /// The local address to connect from; nil leaves the choice to the system.
  package var localAddress: String?
  /// Timeout until the connection is open, name lookup included (10 s).
  package var timeout = Duration.seconds(10)
  /// Limits and timeouts once it is open.
  package var connection = ConnectionOptions()

  /// Options for an address; everything else has defaults.
  package init(host: String, port: UInt16, path: String = "/") {
    self.host = host
    self.port = port
    self.path = path
  }
}

/// Why a connection could not be attempted.
package enum ConnectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host is empty, too long, or has invalid characters.
  case badHost(String)
  /// The path does not begin with a slash, is too long, or has spaces or control characters.
  case badPath(String)
  /// The file of trusted authorities cannot be used.
  case authorities(CertificateError)
  /// The loop has been stopped.
  case loopEnded

  /// A sentence with the problem and its remedy.
  package var description: String {
    switch self {
    case .badHost(let host):
      "\"\(host)\" is not a host: give a name like play.example.org or an address like 192.0.2.7."
    case .badPath(let path):
      "\"\(path)\" is not a path: it begins with a slash and has no spaces, like /v1/play."
    case .authorities(let error):
      error.description
    case .loopEnded:
      "The network loop has been stopped: connect on a running one."
    }
  }
}
