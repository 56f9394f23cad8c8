// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A plain request for a page by GET or HEAD; other methods are answered with 405 before the
/// handler is asked.
package struct HTTPRequest: Hashable, Sendable {
  /// The address of the socket's other end, which may be a proxy.
  package let peer: PeerAddress
  /// The path, without query.
  package let path: String
  /// Whether the socket's other end speaks TLS.
  package var isEncrypted = false
  /// The server's name as the client used it; several `Host` fields are joined by commas.
  package var host: String?
  /// The media types that the client takes (`Accept`).
  package var accept: String?
  /// The content codings that the client takes (`Accept-Encoding`).
  package var acceptEncoding: String?
  /// The entity tags of what the client has (`If-None-Match`).
  package var ifNoneMatch: String?
  /// The client addresses in `X-Forwarded-For`, the nearest proxy's last.
  ///
  /// Anybody can write this header: trust it only if ``peer`` is one of your proxies.
  package var forwardedFor: [String] = []
  /// The scheme that the client speaks to a proxy (`X-Forwarded-Proto`), under the same condition.
  package var forwardedProtocol: String?

  /// A request as a stand-in for the network makes it.
  package init(peer: PeerAddress, path: String) {
    self.peer = peer
    self.path = path
  }
}
