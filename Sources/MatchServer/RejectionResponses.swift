// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Protocol

// HTTP responses to refused handshakes.

extension HTTPResponse {
  /// A page of another site.
  static let foreignOrigin = HTTPResponse(
    status: 403, text: "Pages of that origin may not play here: the server does not allow it.\n")

  /// A page that calls the server by an unknown name.
  init(unknownHost host: String) {
    let name = host.printable(limit: 100)
    self.init(
      status: 403,
      text:
        "Pages served under \(name) may not play here: the server does not know that name. Its"
        + " operator can add it with --public-name \(name).\n")
  }

  /// A plain request to the WebSocket endpoint.
  static let upgradeRequired = HTTPResponse(
    status: 426, text: "This is a WebSocket endpoint: request an upgrade (RFC 6455).\n",
    fields: [.init("Upgrade", "websocket")])

  /// A banned peer, with the reason.
  init(banned sentence: String) {
    self.init(status: 403, text: sentence + "\n")
  }

  /// A connection limit was reached.
  init(_ overload: Overload) {
    switch overload {
    case .serverFull:
      self.init(
        status: 503, text: "The server is full: try again later.\n",
        fields: [.init("Retry-After", "30")])
    case .addressFull:
      self.init(
        status: 429, text: "Too many connections from your address: close one first.\n",
        fields: [.init("Retry-After", "30")])
    case .tooOften:
      self.init(
        status: 429, text: "Too many new connections from your address: wait a moment.\n",
        fields: [.init("Retry-After", "2")])
    }
  }
}
