// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Where and how a listener serves.
public struct ListenOptions: Hashable, Sendable {
  /// How a server's frames reach the socket; see docs/decisions/01.
  public enum SendPath: Hashable, Sendable, CaseIterable {
    /// All frames of a tick in one write at its end, as long as the socket takes them.
    case batched
    /// All waiting frames in one write when the socket says that it is writable.
    case writeable
  }

  /// The address or name to listen on: `127.0.0.1`, `0.0.0.0`, `::` (IPv6 and IPv4), `localhost`.
  public var host: String
  /// The port; 0 takes a free one, which ``Listener/port`` tells.
  public var port: UInt16
  /// The path WebSockets are served on.
  public var path = "/"
  /// Whether WebSockets are served at all; without, every upgrade is refused and pages alone are
  /// answered.
  public var takesWebSockets = true
  /// The subprotocols spoken, best first.
  ///
  /// A client that offers none of them is refused; when the list is empty, one that offers any.
  public var subprotocols: [String] = []
  /// Certificate and key for TLS; nil serves in the clear.
  public var identity: TLSIdentity?
  /// How long a handshake may take from its connection to the end of its request, TLS included (10 s).
  ///
  /// Slower ones are hung up on.
  public var handshakeTimeout = Duration.seconds(10)
  /// How many handshakes may be at their request at once; nil for as many as there are descriptors.
  ///
  /// Those beyond are hung up on, unheard.
  public var maximumHandshakes: Int?
  /// Limits and timeouts of the connections.
  public var connection = ConnectionOptions()
  /// How frames reach the socket.
  public var sendPath = SendPath.batched

  /// Options for a place; the rest has defaults.
  public init(host: String = "127.0.0.1", port: UInt16 = 0) {
    self.host = host
    self.port = port
  }
}

/// A server's certificate and its private key.
public enum TLSIdentity: Hashable, Sendable {
  /// Two files in PEM form: the certificate, followed by those between it and the root, and its
  /// key.
  case files(certificate: String, key: String)
  /// The same as text.
  case pem(certificate: String, key: String)
}
