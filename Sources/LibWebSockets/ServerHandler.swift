// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Receives the events of a listener's handshakes and connections, always on the loop's thread.
///
/// A handshake passes `admit`, then requests a page (`respond`) or a WebSocket (`accept`); an
/// accepted one is `opened`, and finally `closed`, after which nothing follows. Handlers may call
/// the loop from inside these methods.
package protocol ServerHandler: AnyObject {
  /// Whether to accept connections from this address at all; asked on connection, before TLS.
  func admit(_ peer: PeerAddress) -> Bool

  /// Whether to accept a WebSocket whose path, method, version and subprotocol are valid.
  func accept(_ request: UpgradeRequest) -> UpgradeDecision

  /// The response to a plain GET or HEAD.
  func respond(to request: HTTPRequest) -> HTTPResponse

  /// A response is over: the socket has taken it, or was closed before.
  func responded(_ response: HTTPResponse, _ end: ResponseEnd)

  /// The handshake is complete: messages can be sent and received.
  func opened(_ connection: ConnectionID, _ info: ConnectionInfo)

  /// A complete message arrived; `bytes` are valid during the call only.
  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan)

  /// The number of bytes waiting for a slow reader has changed.
  ///
  /// Reported with a little delay, and only for large changes: never for readers that keep up.
  func waiting(_ connection: ConnectionID, bytes: Int)

  /// The connection ended.
  func closed(_ connection: ConnectionID, _ info: CloseInfo)
}

extension ServerHandler {
  /// Admits every address.
  package func admit(_ peer: PeerAddress) -> Bool { true }

  /// Accepts every valid request.
  package func accept(_ request: UpgradeRequest) -> UpgradeDecision { .accept }

  /// Ignores slow readers.
  package func waiting(_ connection: ConnectionID, bytes: Int) {}

  /// Serves no pages.
  package func respond(to request: HTTPRequest) -> HTTPResponse { .notFound }

  /// Counts nothing.
  package func responded(_ response: HTTPResponse, _ end: ResponseEnd) {}
}
