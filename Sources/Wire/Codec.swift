// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The only calls of swift-protobuf's codecs, or of its stand-in's for wasm32 (Sources/WasmProtobuf).

internal import SwiftProtobuf

extension WireEncoding {
  /// The nesting limit; the schema needs 5, but skipped fields count too.
  private static let deepest = 16

  /// The bytes of a generated message.
  func bytes(of message: some SwiftProtobuf.Message) -> [UInt8] {
    switch self {
    case .proto: Self.binaryBytes(of: message)
    case .json: Self.jsonBytes(of: message)
    }
  }

  /// Decodes a generated message.
  func message<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, from bytes: [UInt8]
  ) throws(WireError) -> Message {
    switch self {
    case .proto: try Self.binaryMessage(type, from: bytes)
    case .json: try Self.jsonMessage(type, from: bytes)
    }
  }

  private static func binaryBytes(of message: some SwiftProtobuf.Message) -> [UInt8] {
    var options = BinaryEncodingOptions()
    options.useDeterministicOrdering = true
    #if hasFeature(Embedded)
    return message.serializedBytes(options: options)
    #else
    do { return try message.serializedBytes(options: options) } catch { notEncodable(error) }
    #endif
  }

  /// The JSON of a generated message.
  static func jsonBytes(of message: some SwiftProtobuf.Message) -> [UInt8] {
    var options = JSONEncodingOptions()
    options.useDeterministicOrdering = true
    #if hasFeature(Embedded)
    return message.jsonUTF8Bytes(options: options)
    #else
    do { return try message.jsonUTF8Bytes(options: options) } catch { notEncodable(error) }
    #endif
  }

  private static func binaryMessage<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, from bytes: [UInt8]
  ) throws(WireError) -> Message {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = deepest
    options.discardUnknownFields = true
    do { return try Message(serializedBytes: bytes, options: options) } catch {
      throw undecodable(.proto, bytes, error)
    }
  }

  /// Decodes a generated message from JSON.
  ///
  /// Ignores unknown fields only if there are any: with that option swift-protobuf also ignores
  /// unknown enum case names, and an unknown mode would silently become the default.
  static func jsonMessage<Message: SwiftProtobuf.Message>(
    _ type: Message.Type, from bytes: [UInt8]
  ) throws(WireError) -> Message {
    var options = JSONDecodingOptions()
    options.messageDepthLimit = deepest
    do { return try Message(jsonUTF8Bytes: bytes, options: options) } catch {
      guard isUnknownField(error) else { throw undecodable(.json, bytes, error) }
    }
    options.ignoreUnknownFields = true
    do { return try Message(jsonUTF8Bytes: bytes, options: options) } catch {
      throw undecodable(.json, bytes, error)
    }
  }

  #if hasFeature(Embedded)
  private typealias Problem = DecodingProblem

  private static func isUnknownField(_ problem: DecodingProblem) -> Bool {
    if case .unknownField = problem { true } else { false }
  }
  #else
  private typealias Problem = any Error

  private static func isUnknownField(_ problem: any Error) -> Bool {
    if case JSONDecodingError.unknownField = problem { true } else { false }
  }

  /// A message of this schema has no required fields and no `Any`, so encoding only fails at a
  /// length of 2 GiB.
  private static func notEncodable(_ problem: any Error) -> Never {
    preconditionFailure("A message of the schema was not encodable: \(problem)")
  }
  #endif

  private static func undecodable(
    _ encoding: WireEncoding, _ bytes: [UInt8], _ problem: Problem
  ) -> WireError {
    .undecodable(encoding, bytes: bytes.count, problem: String("\(problem)".prefix(80)))
  }
}
