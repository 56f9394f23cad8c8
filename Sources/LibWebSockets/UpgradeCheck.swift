// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The checks of a WebSocket handshake that libwebsockets 4.1 leaves out (RFC 6455, section 4.2.1).
struct UpgradeCheck {
  /// What of the request's head matters here.
  struct Head {
    var isGet = true
    /// The request line's version, as `HTTP/1.1`.
    var httpVersion: String? = "HTTP/1.1"
    var upgrade = "websocket"
    var version: String? = "13"
    var key: String? = "dGhlIHNhbXBsZSBub25jZQ=="
    /// The `Host` field; several are joined by commas.
    var host: String? = "localhost"
    var path = "/"
    var offeredSubprotocols: [String] = []
  }

  enum Verdict: Equatable {
    /// In order, with this subprotocol.
    case proceed(subprotocol: String?)
    case refuse(HTTPResponse)
  }

  /// The one path WebSockets are served on.
  let path: String
  /// What the server speaks, best first; empty when it agrees on none.
  let subprotocols: [String]

  func examine(_ head: Head) -> Verdict {
    if head.upgrade.lowercased() != "websocket" {
      return .refuse(HTTPResponse(status: 400, text: "Only an upgrade to websocket is known.\n"))
    }
    if head.path != path { return .refuse(.notFound) }
    if !head.isGet {
      return .refuse(
        HTTPResponse(
          status: 405, text: "A WebSocket begins with GET.\n", fields: [.init("Allow", "GET")]))
    }
    // RFC 9110, section 7.8: an upgrade within HTTP/1.0 is none.
    if head.httpVersion != "HTTP/1.1" {
      return .refuse(HTTPResponse(status: 400, text: "A WebSocket begins with HTTP/1.1.\n"))
    }
    if head.version != "13" {
      return .refuse(
        HTTPResponse(
          status: 426, text: "Only WebSocket version 13 (RFC 6455) is spoken.\n",
          fields: [.init("Upgrade", "websocket"), .init("Sec-WebSocket-Version", "13")]))
    }
    guard let key = head.key else {
      return .refuse(HTTPResponse(status: 400, text: "Sec-WebSocket-Key is missing.\n"))
    }
    if !Self.isKey(key) {
      return .refuse(
        HTTPResponse(status: 400, text: "Sec-WebSocket-Key is 16 bytes in base64.\n"))
    }
    guard let host = head.host else {
      return .refuse(HTTPResponse(status: 400, text: "Host is missing.\n"))
    }
    // RFC 9112, section 3.2: two proxies could read two of them differently.
    if host.utf8.contains(UInt8(ascii: ",")) {
      return .refuse(HTTPResponse(status: 400, text: "Name one Host, not several.\n"))
    }
    if subprotocols.isEmpty {
      // libwebsockets cannot leave an offer unanswered.
      return head.offeredSubprotocols.isEmpty
        ? .proceed(subprotocol: nil)
        : .refuse(HTTPResponse(status: 400, text: "No subprotocol is spoken here.\n"))
    }
    guard let chosen = subprotocols.first(where: head.offeredSubprotocols.contains) else {
      // The header makes this refusal recognisable to our own client.
      let spoken = subprotocols.joined(separator: ", ")
      return .refuse(
        HTTPResponse(
          status: 400, text: "Offer one of these in Sec-WebSocket-Protocol: \(spoken)\n",
          fields: [.init("Sec-WebSocket-Protocol", spoken)]))
    }
    return .proceed(subprotocol: chosen)
  }

  /// Whether a text is 16 bytes in base64: 22 of its characters, and two that fill up.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 24 && text.hasSuffix("==")
      && text.utf8.dropLast(2).allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }
}
