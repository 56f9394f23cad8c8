// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The checks of a WebSocket handshake that libwebsockets 4.1 omits (RFC 6455, section 4.2.1).
struct UpgradeCheck {
  /// The relevant parts of a request's head.
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
    /// The request is valid, with this subprotocol.
    case proceed(subprotocol: String?)
    case refuse(HTTPResponse)
  }

  /// The path of WebSockets.
  let path: String
  /// The server's subprotocols, best first; empty for none.
  let subprotocols: [String]

  func examine(_ head: Head) -> Verdict {
    if head.upgrade.lowercased() != "websocket" {
      return .refuse(HTTPResponse(status: 400, text: "Only upgrades to websocket are supported.\n"))
    }
    if head.path != path { return .refuse(.notFound) }
    if !head.isGet {
      return .refuse(
        HTTPResponse(
          status: 405, text: "A WebSocket handshake needs GET.\n", fields: [.init("Allow", "GET")]))
    }
    // RFC 9110, section 7.8: an Upgrade in an HTTP/1.0 request is ignored.
    if head.httpVersion != "HTTP/1.1" {
      return .refuse(HTTPResponse(status: 400, text: "A WebSocket handshake needs HTTP/1.1.\n"))
    }
    if head.version != "13" {
      return .refuse(
        HTTPResponse(
          status: 426, text: "Only WebSocket version 13 (RFC 6455) is supported.\n",
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
    // RFC 9112, section 3.2: two proxies could choose different ones.
    if host.utf8.contains(UInt8(ascii: ",")) {
      return .refuse(HTTPResponse(status: 400, text: "Send one Host field, not several.\n"))
    }
    if subprotocols.isEmpty {
      // libwebsockets cannot leave an offer unanswered.
      return head.offeredSubprotocols.isEmpty
        ? .proceed(subprotocol: nil)
        : .refuse(HTTPResponse(status: 400, text: "No subprotocol is supported here.\n"))
    }
    guard let chosen = subprotocols.first(where: head.offeredSubprotocols.contains) else {
      // By this header our own client recognises the refusal.
      let spoken = subprotocols.joined(separator: ", ")
      return .refuse(
        HTTPResponse(
          status: 400, text: "Offer one of these in Sec-WebSocket-Protocol: \(spoken)\n",
          fields: [.init("Sec-WebSocket-Protocol", spoken)]))
    }
    return .proceed(subprotocol: chosen)
  }

  /// Whether a text is 16 bytes in base64: 22 characters and two of padding.
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
