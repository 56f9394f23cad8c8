// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A part of swift-protobuf's runtime, under its names, for the generated code of this project where
// swift-protobuf itself cannot be compiled: as Embedded Swift for wasm32. `scripts/wasm` compiles
// this folder as the module SwiftProtobuf. The generated code and the byte code of its names are no
// stable interface, so a test compares this module with swift-protobuf on every golden message.
//
// Requirements are declared `throws` because generated code calls them with `try`. Nothing here
// throws: Embedded Swift has no untyped errors. A decoder keeps its first problem instead, and
// finds no more fields.

internal import FoundationEssentials

/// Says for which version of the runtime code was generated.
package protocol ProtobufAPIVersionCheck {
  /// The version.
  associatedtype Version: ProtobufAPIVersion_2
}

/// The version of the runtime that this module stands in for.
package protocol ProtobufAPIVersion_2 {}

/// A generated message.
package protocol Message: Sendable, Equatable, _ProtoNameProviding {
  /// The name in the schema, with its package.
  static var protoMessageName: String { get }
  /// The empty message.
  init()
  /// Reads the fields.
  mutating func decodeMessage<D: Decoder>(decoder: inout D) throws
  /// Shows all fields that are set to a visitor.
  func traverse<V: Visitor>(visitor: inout V) throws
}

extension Message {
  /// An empty message after `populate`.
  package static func with(_ populate: (inout Self) -> Void) -> Self {
    var message = Self()
    populate(&message)
    return message
  }
}

// swift-format-ignore: NoLeadingUnderscores
/// What generated messages conform to as well.
package protocol _MessageImplementationBase: Message {}

/// A generated enum.
package protocol Enum: RawRepresentable, Hashable, Sendable, _ProtoNameProviding
where RawValue == Int {
  /// The case with number zero.
  init()
}

/// Unknown fields, which are skipped when decoding.
package struct UnknownStorage: Hashable, Sendable {
  /// No unknown fields.
  package init() {}

  /// Shows nothing.
  package func traverse<V: Visitor>(visitor: inout V) throws {}
}

/// The type of a map's keys or values.
package protocol ProtobufMapPart {
  /// The type in Swift.
  associatedtype BaseType: Hashable
}

/// A map's keys or values that are texts.
package enum ProtobufString: ProtobufMapPart {
  /// The type in Swift.
  package typealias BaseType = String
}

// swift-format-ignore: NoLeadingUnderscores
/// The type of a map.
package enum _ProtobufMap<Key: ProtobufMapPart, Value: ProtobufMapPart> {
  /// The type in Swift.
  package typealias BaseType = [Key.BaseType: Value.BaseType]
}

/// Why bytes are not a message.
package enum DecodingProblem: Error, CustomStringConvertible {
  /// The end came too early.
  case truncated
  /// The bytes are not protobuf's binary encoding, or not JSON.
  case malformed
  /// A number does not fit its field.
  case numberRange
  /// A text is not UTF-8.
  case invalidUTF8
  /// Two alternatives of one field.
  case conflictingOneOf
  /// A member has a name that the message does not have.
  case unknownField
  /// An enum has no case of that name.
  case unrecognizedEnumValue
  /// Messages are nested too deeply.
  case messageDepthLimit
  /// More follows after the message.
  case trailingGarbage

  /// Its name.
  package var description: String {
    switch self {
    case .truncated: "truncated"
    case .malformed: "malformed"
    case .numberRange: "numberRange"
    case .invalidUTF8: "invalidUTF8"
    case .conflictingOneOf: "conflictingOneOf"
    case .unknownField: "unknownField"
    case .unrecognizedEnumValue: "unrecognizedEnumValue"
    case .messageDepthLimit: "messageDepthLimit"
    case .trailingGarbage: "trailingGarbage"
    }
  }
}
