// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A plain request for a page, method GET or HEAD; others are answered with 405 before anybody is
/// asked.
public struct HTTPRequest: Hashable, Sendable {
  /// The other end, as the socket tells it; a proxy, where one is between.
  public let peer: PeerAddress
  /// The path, without query.
  public let path: String

  /// A request as a stand-in for the network makes it.
  public init(peer: PeerAddress, path: String) {
    self.peer = peer
    self.path = path
  }
}

/// A short answer over plain HTTP; the connection ends with it.
public struct HTTPResponse: Hashable, Sendable {
  /// The status code, 200 to 599.
  public var status: Int
  /// What ``body`` is, such as `text/plain; charset=utf-8`.
  public var contentType: String
  /// The body; left out when the request was HEAD.
  public var body: String
  /// Further header fields, in order.
  public var fields: [Field]

  /// One header field, without line breaks in name and value.
  public struct Field: Hashable, Sendable {
    /// The name, such as `Retry-After`.
    public var name: String
    /// The value.
    public var value: String

    /// A field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// A response with a line of plain text.
  public init(
    status: Int, text: String, contentType: String = "text/plain; charset=utf-8",
    fields: [Field] = []
  ) {
    self.status = status
    self.contentType = contentType
    body = text
    self.fields = fields
  }

  /// There is nothing at this path.
  public static let notFound = HTTPResponse(status: 404, text: "Not found.\n")

  /// An upgrade was asked for where pages alone are answered.
  static let noWebSockets = HTTPResponse(status: 400, text: "No WebSockets are served here.\n")

  /// The response on the wire (RFC 9112).
  func bytes(isHead: Bool) -> [UInt8] {
    precondition((200...599).contains(status), "An HTTP response was made with status \(status).")
    var head = "HTTP/1.1 \(status) \(HTTPResponse.phrase(status))\r\n"
    // Whoever sends Upgrade names it here as well (RFC 9110, section 7.8).
    let isUpgrade = fields.contains { $0.name.lowercased() == "upgrade" }
    for field in fields + [
      Field("Content-Type", contentType), Field("Content-Length", String(body.utf8.count)),
      Field("Connection", isUpgrade ? "close, upgrade" : "close"),
    ] {
      precondition(
        !(field.name + field.value).utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 },
        "An HTTP header field was made with a line break in it.")
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
