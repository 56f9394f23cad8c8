// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A plain request for a page by GET or HEAD; other methods are answered with 405 before the
/// handler is asked.
package struct HTTPRequest: Hashable, Sendable {
  /// The address of the socket's other end, which may be a proxy.
  package let peer: PeerAddress
  /// The path, without query.
  package let path: String

  /// A request as a stand-in for the network makes it.
  package init(peer: PeerAddress, path: String) {
    self.peer = peer
    self.path = path
  }
}

/// A short plain HTTP response; the connection closes after it.
package struct HTTPResponse: Hashable, Sendable {
  /// The status code, 200 to 599.
  package var status: Int
  /// The content type of ``body``, such as `text/plain; charset=utf-8`.
  package var contentType: String
  /// The body; omitted if the request was HEAD.
  package var body: String
  /// Further header fields, in order.
  package var fields: [Field]

  /// One header field, without line breaks in name and value.
  package struct Field: Hashable, Sendable {
    /// The name, such as `Retry-After`.
    package var name: String
    /// The value, without line breaks.
    package var value: String

    /// A field.
    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A response with a line of plain text.
  package init(
    status: Int, text: String, contentType: String = "text/plain; charset=utf-8",
    fields: [Field] = []
  ) {
    self.status = status
    self.contentType = contentType
    body = text
    self.fields = fields
  }

  /// There is nothing at this path.
  package static let notFound = HTTPResponse(status: 404, text: "Not found.\n")

  /// An upgrade was requested where only pages are served.
  static let noWebSockets = HTTPResponse(status: 400, text: "No WebSockets are served here.\n")

  /// The response on the wire (RFC 9112).
  func bytes(isHead: Bool) -> [UInt8] {
    precondition((200...599).contains(status), "\(status) is not the status of an HTTP response.")
    var head = "HTTP/1.1 \(status) \(HTTPResponse.phrase(status))\r\n"
    // A response with Upgrade names it in Connection as well (RFC 9110, section 7.8).
    let isUpgrade = fields.contains { $0.name.lowercased() == "upgrade" }
    for field in fields + [
      Field("Content-Type", contentType), Field("Content-Length", String(body.utf8.count)),
      Field("Connection", isUpgrade ? "close, upgrade" : "close"),
    ] {
      precondition(
        !(field.name + field.value).utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 },
        "An HTTP header field may not contain a line break.")
      head += "\(field.name): \(field.value)\r\n"
    }
    return Array((head + "\r\n" + (isHead ? "" : body)).utf8)
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 503: "Service Unavailable"
    default: "Status"
    }
  }
}
