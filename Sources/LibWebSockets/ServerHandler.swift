// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a listener tells about its handshakes, always on the loop's thread.
///
/// A handshake passes `admit`, then asks for a page (`respond`) or for a WebSocket (`accept`); an
/// accepted one is `opened`, and `closed` in the end, after which nothing comes. Handlers may call
/// the loop from inside these methods as they like.
public protocol ServerHandler: AnyObject {
  /// Whether to talk to this address at all; asked when it has connected, before TLS costs
  /// anything.
  func admit(_ peer: PeerAddress) -> Bool

  /// Whether to take a WebSocket whose path, method, version and subprotocol are in order already.
  func accept(_ request: UpgradeRequest) -> UpgradeDecision

  /// The answer to a plain GET or HEAD.
  func respond(to request: HTTPRequest) -> HTTPResponse

  /// The handshake is done: from now on messages come and go.
  func opened(_ connection: ConnectionID, _ info: ConnectionInfo)

  /// A whole message came; `bytes` are valid during the call only.
  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan)

  /// A reader has fallen further behind, or has caught up: so many bytes wait for it now.
  ///
  /// Told a little after the fact, and only where it has changed by much: nobody who keeps up is ever
  /// mentioned.
  func waiting(_ connection: ConnectionID, bytes: Int)

  /// The connection ended.
  func closed(_ connection: ConnectionID, _ info: CloseInfo)
}

extension ServerHandler {
  /// Everybody may come in.
  public func admit(_ peer: PeerAddress) -> Bool { true }

  /// Every request in order is taken.
  public func accept(_ request: UpgradeRequest) -> UpgradeDecision { .accept }

  /// Slow readers are left alone.
  public func waiting(_ connection: ConnectionID, bytes: Int) {}

  /// There is no page.
  public func respond(to request: HTTPRequest) -> HTTPResponse { .notFound }
}
