// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A request for a WebSocket (RFC 6455, section 4.2.1): the parts a server decides by.
package struct UpgradeRequest: Hashable, Sendable {
  /// The address of the socket's other end, which may be a proxy.
  package let peer: PeerAddress
  /// The path, without query.
  package let path: String
  /// The origin of the calling script; nil outside browsers.
  ///
  /// A server that trusts cookies must check it.
  package let origin: String?
  /// The server's name as the client used it.
  package let host: String?
  /// The client addresses in `X-Forwarded-For`, the nearest proxy's last.
  ///
  /// Anybody can write this header: trust it only if ``peer`` is one of your proxies.
  package let forwardedFor: [String]
  /// The client's subprotocols, in its order.
  package let offeredSubprotocols: [String]

  /// A request as a stand-in for the network makes it.
  package init(
    peer: PeerAddress, path: String, origin: String? = nil, host: String? = nil,
    forwardedFor: [String] = [], offeredSubprotocols: [String] = []
  ) {
    self.peer = peer
    self.path = path
    self.origin = origin
    self.host = host
    self.forwardedFor = forwardedFor
    self.offeredSubprotocols = offeredSubprotocols
  }
}

/// A server's answer to an ``UpgradeRequest``.
package enum UpgradeDecision: Hashable, Sendable {
  /// Continue to `opened`.
  case accept
  /// Send this response, whose status should be 4xx or 5xx, and disconnect.
  case refuse(HTTPResponse)
}
