// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The only calls of swift-protobuf's codecs.

internal import SwiftProtobuf

extension WireEncoding {
  /// The nesting limit; the schema needs 5, but skipped fields count too.
  private static let deepest = 16

  /// The bytes of a generated message.
  func bytes(of message: some SwiftProtobuf.Message) -> [UInt8] {
    do {
      switch self {
      case .proto:
        var options = BinaryEncodingOptions()
        options.useDeterministicOrdering = true
        return try message.serializedBytes(options: options)
      case .json:
        var options = JSONEncodingOptions()
        options.useDeterministicOrdering = true
        return try message.jsonUTF8Bytes(options: options)
      }
    } catch {
      // A message of this schema has no required fields and no `Any`, so encoding only fails at a
      // length of 2 GiB.
      preconditionFailure("A message of the schema was not encodable: \(error)")
    }
  }

  /// Decodes a generated message.
  func message<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, from bytes: [UInt8]
  ) throws(WireError) -> Message {
    do {
      switch self {
      case .proto:
        var options = BinaryDecodingOptions()
        options.messageDepthLimit = Self.deepest
        options.discardUnknownFields = true
        return try Message(serializedBytes: bytes, options: options)
      case .json:
        return try Self.parse(bytes)
      }
    } catch {
      throw .undecodable(self, bytes: bytes.count, problem: String("\(error)".prefix(80)))
    }
  }

  /// Ignores unknown fields only if there are any: with that option swift-protobuf also ignores
  /// unknown enum case names, and an unknown mode would silently become the default.
  private static func parse<Message: SwiftProtobuf.Message>(_ bytes: [UInt8]) throws -> Message {
    var options = JSONDecodingOptions()
    options.messageDepthLimit = deepest
    do {
      return try Message(jsonUTF8Bytes: bytes, options: options)
    } catch JSONDecodingError.unknownField {
      options.ignoreUnknownFields = true
      return try Message(jsonUTF8Bytes: bytes, options: options)
    }
  }
}
