// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// One of the two forms in which messages travel, each with its own WebSocket subprotocol.
///
/// Both are forms of one schema, so whatever can be said in one can be said in the other. Encoding
/// never fails. A number that does not fit the schema goes out as the nearest or the largest that
/// does, which no reader accepts. Decoding takes time and memory in proportion to the bytes given,
/// which the transport has bounded, and throws on whatever is not a message; fields that are not in
/// the schema are skipped.
public enum WireEncoding: String, CaseIterable, Hashable, Sendable {
  /// Protocol Buffers' binary form, in binary messages.
  case proto
  /// Protocol Buffers' JSON form, in text messages.
  case json

  /// The encoding whose WebSocket subprotocol has this name, nil for any other.
  public init?(subprotocol: String) {
    let match = Self.allCases.first { $0.subprotocol == subprotocol }
    guard let match else { return nil }
    self = match
  }

  /// The name under which it is negotiated (RFC 6455, section 1.9).
  public var subprotocol: String {
    switch self {
    case .proto: "facedown.v1.proto"
    case .json: "facedown.v1.json"
    }
  }

  /// Whether it travels in text messages.
  public var isText: Bool { self == .json }

  /// The bytes of a server's message.
  public func encode(_ message: ServerMessage) -> [UInt8] {
    bytes(of: WireServerMessage(message))
  }

  /// The bytes of a client's message.
  public func encode(_ message: ClientMessage) -> [UInt8] {
    bytes(of: WireClientMessage(message))
  }

  /// The client's message that `bytes` are.
  ///
  /// - Throws: `WireError.undecodable` if they are none of the schema, any other `WireError` if it
  ///   lacks a field or has one that cannot be.
  public func decodeClientMessage(_ bytes: [UInt8]) throws(WireError) -> ClientMessage {
    try message(WireClientMessage.self, from: bytes).translated()
  }

  /// The number of the request that a client's message makes, even if the message lacks a field or has
  /// one that cannot be; nil where it has none.
  public func requestID(inClientMessage bytes: [UInt8]) -> RequestID? {
    (try? message(WireClientMessage.self, from: bytes))?.requestID
  }

  /// The server's message that `bytes` are.
  ///
  /// - Throws: `WireError` if they are none.
  public func decodeServerMessage(_ bytes: [UInt8]) throws(WireError) -> ServerMessage {
    try message(WireServerMessage.self, from: bytes).translated()
  }
}
