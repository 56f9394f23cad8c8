// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The configuration of a listener.
package struct ListenOptions: Hashable, Sendable {
  /// How a server's frames reach the socket; see docs/decisions/01.
  package enum SendPath: Hashable, Sendable, CaseIterable {
    /// All frames of a tick in one write at its end, as long as the socket takes them.
    case batched
    /// All waiting frames in one write when the socket says that it is writable.
    case writeable
  }

  /// The address or name to listen on: `127.0.0.1`, `0.0.0.0`, `::` (IPv6 and IPv4), `localhost`.
  package var host: String
  /// The port; 0 picks a free one, which ``Listener/port`` returns.
  package var port: UInt16
  /// The path of WebSockets.
  package var path = "/"
  /// Whether WebSockets are served; otherwise every upgrade is refused and only pages are served.
  package var takesWebSockets = true
  /// The supported subprotocols, best first.
  ///
  /// A client that offers none of them is refused; if the list is empty, one that offers any.
  package var subprotocols: [String] = []
  /// Certificate and key for TLS; nil serves unencrypted.
  package var identity: TLSIdentity?
  /// How long a handshake may take from connecting to the end of its request, TLS included (10 s).
  ///
  /// Slower ones are disconnected.
  package var handshakeTimeout = Duration.seconds(10)
  /// Maximum number of concurrent handshakes; nil for as many as there are descriptors.
  ///
  /// Further connections are closed without a response.
  package var maximumHandshakes: Int?
  /// How long a response may wait for a client that takes nothing of it (30 s).
  package var responseStall = Duration.seconds(30)
  /// How long a response may take in all (120 s).
  package var responseTimeout = Duration.seconds(120)
  /// Maximum number of responses with constant bytes under way; a further one becomes a 503.
  package var maximumResponses = 64
  /// Limits and timeouts of the connections.
  package var connection = ConnectionOptions()
  /// How frames reach the socket.
  package var sendPath = SendPath.batched

  /// Options for an address; everything else has defaults.
  package init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }
}

/// A server's certificate and its private key.
package enum TLSIdentity: Hashable, Sendable {
  /// Two PEM files: the certificate, followed by its intermediates, and its key.
  case files(certificate: String, key: String)
  /// The same as text.
  case pem(certificate: String, key: String)
}
