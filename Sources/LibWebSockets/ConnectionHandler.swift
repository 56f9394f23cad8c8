// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What an ``EventLoop`` tells about an outgoing connection, always on the loop's thread.
///
/// Exactly one of `failed` and `closed` ends it, never from inside `connect`; nothing comes after.
/// Handlers may call the loop from inside these methods as they like.
public protocol ConnectionHandler: AnyObject {
  /// The handshake is done: from now on messages come and go.
  func opened(_ connection: ConnectionID, _ info: ConnectionInfo)

  /// A whole message came; `bytes` are valid during the call only.
  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan)

  /// The connection ended after it had opened.
  func closed(_ connection: ConnectionID, _ info: CloseInfo)

  /// The connection never opened.
  func failed(_ connection: ConnectionID, _ failure: ConnectionFailure)
}

/// What is known of a connection when it opens.
public struct ConnectionInfo: Hashable, Sendable {
  /// The other end, as the socket tells it; a proxy, where one is between.
  public let peer: PeerAddress
  /// The subprotocol both ends agreed on (RFC 6455, section 1.9).
  public let subprotocol: String?
  /// Whether the connection is encrypted.
  public let isEncrypted: Bool
  /// At a server, the request the connection began with.
  public let request: UpgradeRequest?

  /// A beginning as a stand-in for the network tells it.
  public init(
    peer: PeerAddress, subprotocol: String?, isEncrypted: Bool = false,
    request: UpgradeRequest? = nil
  ) {
    self.peer = peer
    self.subprotocol = subprotocol
    self.isEncrypted = isEncrypted
    self.request = request
  }
}
