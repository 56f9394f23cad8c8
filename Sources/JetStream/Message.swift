// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A message as it was received.
package struct Message: Hashable, Sendable {
  /// Its subject.
  package var subject: String
  /// Where an answer goes; nil if none is wanted.
  package var reply: String?
  /// The first value of each header.
  package var headers: [String: String]
  /// Its contents.
  package var bytes: [UInt8]

  /// A message with all its parts.
  package init(
    subject: String, reply: String? = nil, headers: [String: String] = [:], bytes: [UInt8] = []
  ) {
    self.subject = subject
    self.reply = reply
    self.headers = headers
    self.bytes = bytes
  }

  /// The server's own word instead of somebody's message: 100 in the flow of a consumer, 503 if a
  /// request has no responders; nil for a message.
  var status: Int? { headers["Status"].flatMap { Int($0) } }
}

/// A message as a stream has it.
package struct StoredMessage: Hashable, Sendable {
  /// Its subject.
  package var subject: String
  /// Its number in the stream, from 1.
  package var sequence: UInt64
  /// The first value of each header.
  package var headers: [String: String]
  /// Its contents.
  package var bytes: [UInt8]

  /// A message with all its parts.
  package init(
    subject: String, sequence: UInt64, headers: [String: String] = [:], bytes: [UInt8]
  ) {
    self.subject = subject
    self.sequence = sequence
    self.headers = headers
    self.bytes = bytes
  }
}

/// The text form of headers, in which a server hands out those of a stored message.
enum HeaderText {
  /// The first value of each header; what is no header is left out.
  static func headers(in bytes: [UInt8]) -> [String: String] {
    var headers: [String: String] = [:]
    // The first line is the version.
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = String(line[..<colon])
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      if headers[name] == nil { headers[name] = String(value) }
    }
    return headers
  }
}
