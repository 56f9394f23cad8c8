// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The one place that calls swift-protobuf's codecs.

internal import SwiftProtobuf

extension WireEncoding {
  /// Messages within messages, in the schema at most 5; what is skipped counts too.
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
      // A message of this schema has no required fields, no `Any` and no other reason to fail but
      // a length of 2 GiB.
      preconditionFailure("A message of the schema was not encodable: \(error)")
    }
  }

  /// The generated message that `bytes` are.
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

  /// Skips unknown fields only where there are some: with the option for it swift-protobuf skips
  /// unknown names of enum cases too, and a mode it does not know would silently be the default.
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
