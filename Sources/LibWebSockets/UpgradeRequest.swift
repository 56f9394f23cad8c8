// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A request for a WebSocket (RFC 6455, section 4.2.1), as far as a server decides by it.
public struct UpgradeRequest: Hashable, Sendable {
  /// The other end, as the socket tells it; a proxy, where one is between.
  public let peer: PeerAddress
  /// The path, without query.
  public let path: String
  /// The site whose script asks; nil outside browsers.
  ///
  /// A server that trusts cookies must check it.
  public let origin: String?
  /// The name the client called the server by.
  public let host: String?
  /// What proxies say the client's address is (`X-Forwarded-For`), nearest proxy's word last.
  ///
  /// Anybody can write this header: believe it only from a ``peer`` that is a proxy of yours.
  public let forwardedFor: [String]
  /// The subprotocols the client speaks, in its order.
  public let offeredSubprotocols: [String]

  /// A request as a stand-in for the network makes it.
  public init(
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

/// What a server does with an ``UpgradeRequest``.
public enum UpgradeDecision: Hashable, Sendable {
  /// Go on to `opened`.
  case accept
  /// Answer with this response, whose status should be 4xx or 5xx, and hang up.
  case refuse(HTTPResponse)
}
