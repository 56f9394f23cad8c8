// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Receives the events of an outgoing connection, always on the loop's thread.
///
/// Exactly one of `failed` and `closed` ends it, never from inside `connect`; nothing follows.
/// Handlers may call the loop from inside these methods.
package protocol ConnectionHandler: AnyObject {
  /// The handshake is complete: messages can be sent and received.
  func opened(_ connection: ConnectionID, _ info: ConnectionInfo)

  /// A complete message arrived; `bytes` are valid during the call only.
  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan)

  /// The connection ended after it had opened.
  func closed(_ connection: ConnectionID, _ info: CloseInfo)

  /// The connection never opened.
  func failed(_ connection: ConnectionID, _ failure: ConnectionFailure)
}

/// The facts known of a connection when it opens.
package struct ConnectionInfo: Hashable, Sendable {
  /// The address of the socket's other end, which may be a proxy.
  package let peer: PeerAddress
  /// The subprotocol both ends agreed on (RFC 6455, section 1.9).
  package let subprotocol: String?
  /// Whether the connection is encrypted.
  package let isEncrypted: Bool
  /// At a server, the request the connection began with.
  package let request: UpgradeRequest?

  /// Information as a stand-in for the network provides it.
  package init(
    peer: PeerAddress, subprotocol: String?, isEncrypted: Bool = false,
    request: UpgradeRequest? = nil
  ) {
    self.peer = peer
    self.subprotocol = subprotocol
    self.isEncrypted = isEncrypted
    self.request = request
  }
}
