// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A plain HTTP response; the connection closes after it.
package struct HTTPResponse: Hashable, Sendable {
  /// The status code, 200 to 599.
  package var status: Int
  /// The content type of ``body``, such as `text/plain; charset=utf-8`.
  package var contentType: String
  /// The body; omitted if the request was HEAD.
  package var body: Body
  /// Further header fields, in order.
  package var fields: [Field]

  /// What a response carries.
  package enum Body: Hashable, Sendable {
    /// A text.
    case text(String)
    /// Bytes that are sent from where they are.
    ///
    /// Only ``ListenOptions/maximumResponses`` of these are under way at once.
    case constant(ConstantBytes)

    /// The number of bytes.
    var byteCount: Int {
      switch self {
      case .text(let text): text.utf8.count
      case .constant(let bytes): bytes.count
      }
    }
  }

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
    self.init(status: status, body: .text(text), contentType: contentType, fields: fields)
  }

  /// A response.
  package init(status: Int, body: Body, contentType: String, fields: [Field] = []) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.fields = fields
  }

  /// The client has it already, by its entity tag: neither body nor content type.
  package static func notModified(_ fields: [Field]) -> HTTPResponse {
    HTTPResponse(status: 304, text: "", fields: fields)
  }

  /// The body if it is a text; nil for constant bytes.
  package var text: String? {
    if case .text(let text) = body { text } else { nil }
  }

  /// There is nothing at this path.
  package static let notFound = HTTPResponse(status: 404, text: "Not found.\n")

  /// An upgrade was requested where only pages are served.
  static let noWebSockets = HTTPResponse(status: 400, text: "No WebSockets are served here.\n")

  /// Too many large responses are under way.
  static let tooManyUnderWay = HTTPResponse(
    status: 503, text: "The server is sending too many pages at once: try again in a moment.\n",
    fields: [.init("Retry-After", "2")])

  /// The response's head on the wire (RFC 9112).
  var head: [UInt8] {
    precondition((200...599).contains(status), "\(status) is not the status of an HTTP response.")
    var head = "HTTP/1.1 \(status) \(HTTPResponse.phrase(status))\r\n"
    // A response with Upgrade names it in Connection as well (RFC 9110, section 7.8).
    let isUpgrade = fields.contains { $0.name.lowercased() == "upgrade" }
    // RFC 9110, section 15.4.5: a 304 says nothing of the content.
    let content =
      status == 304
      ? []
      : [Field("Content-Type", contentType), Field("Content-Length", String(body.byteCount))]
    for field in fields + content + [Field("Connection", isUpgrade ? "close, upgrade" : "close")] {
      precondition(
        !(field.name + field.value).utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 },
        "An HTTP header field may not contain a line break.")
      head += "\(field.name): \(field.value)\r\n"
    }
    return Array((head + "\r\n").utf8)
  }

  private static func phrase(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 204: "No Content"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 503: "Service Unavailable"
    default: "Status"
    }
  }
}
