// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// One of the two message encodings, each with its own WebSocket subprotocol.
///
/// Both encode the same schema, so they are equivalent. Encoding never fails: a number that does
/// not fit the schema is sent as one that every reader rejects. Decoding takes time and memory
/// proportional to the input, which the transport bounds, and throws on anything invalid; unknown
/// fields are skipped.
package enum WireEncoding: String, CaseIterable, Hashable, Sendable {
  /// Protocol Buffers' binary format, in binary messages.
  case proto
  /// Protocol Buffers' JSON, in text messages.
  case json

  /// The encoding with this WebSocket subprotocol; nil for any other.
  package init?(subprotocol: String) {
    let match = Self.allCases.first { $0.subprotocol == subprotocol }
    guard let match else { return nil }
    self = match
  }

  /// Its WebSocket subprotocol (RFC 6455, section 1.9).
  package var subprotocol: String {
    switch self {
    case .proto: "facedown.v1.proto"
    case .json: "facedown.v1.json"
    }
  }

  /// Whether it uses text messages.
  package var isText: Bool { self == .json }

  /// Encodes a server's message.
  package func encode(_ message: ServerMessage) -> [UInt8] {
    if case .pong(let pong) = message { return encode(pong) }
    let message = WireServerMessage(message)
    if self == .json, let bytes = DirectJSON.bytes(of: message) { return bytes }
    return bytes(of: message)
  }

  /// Encodes a client's message.
  package func encode(_ message: ClientMessage) -> [UInt8] {
    bytes(of: WireClientMessage(message))
  }

  /// Decodes a client's message.
  ///
  /// - Throws: `WireError.undecodable` if it cannot be parsed, any other `WireError` if a field is
  ///   missing or invalid.
  package func decodeClientMessage(_ bytes: [UInt8]) throws(WireError) -> ClientMessage {
    if let ping = ping(in: bytes.span.bytes) { return .ping(ping) }
    if self == .json, let message = DirectJSONParser.message(from: bytes) {
      return try message.translated()
    }
    return try message(WireClientMessage.self, from: bytes).translated()
  }

  /// The request id of a client's message, even if other fields are missing or invalid; nil if it
  /// has none.
  package func requestID(inClientMessage bytes: [UInt8]) -> RequestID? {
    (try? message(WireClientMessage.self, from: bytes))?.requestID
  }

  /// Decodes a server's message.
  ///
  /// - Throws: `WireError` if it is invalid.
  package func decodeServerMessage(_ bytes: [UInt8]) throws(WireError) -> ServerMessage {
    try message(WireServerMessage.self, from: bytes).translated()
  }
}
