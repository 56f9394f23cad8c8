// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials

/// How messages are encoded; the order is always the same.
package struct BinaryEncodingOptions {
  /// Whether the same message always becomes the same bytes.
  package var useDeterministicOrdering = true

  /// The defaults.
  package init() {}
}

extension Message {
  /// Encodes the message.
  package func serializedBytes(options: BinaryEncodingOptions) -> [UInt8] {
    var encoder = BinaryEncoder()
    try? traverse(visitor: &encoder)
    return encoder.bytes
  }
}

/// The kinds of a field's bytes (protobuf's encoding guide).
enum WireFormat: UInt64 {
  case varint = 0
  case fixed64 = 1
  case length = 2
  case groupStart = 3
  case groupEnd = 4
  case fixed32 = 5
}

/// Encodes the fields of messages in protobuf's binary encoding.
struct BinaryEncoder: Visitor {
  private(set) var bytes: [UInt8] = []

  private mutating func tag(_ number: Int, _ format: WireFormat) {
    varint(UInt64(number) << 3 | format.rawValue)
  }

  /// Groups of seven bits, lowest first, each but the last with the highest bit set.
  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  private mutating func write(_ value: UInt64, _ number: Int) {
    tag(number, .varint)
    varint(value)
  }

  private mutating func write(_ value: some Collection<UInt8>, _ number: Int) {
    tag(number, .length)
    varint(UInt64(value.count))
    bytes.append(contentsOf: Array(value))
  }

  private mutating func write(fixed value: UInt64, _ number: Int) {
    tag(number, .fixed64)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  /// Negative numbers near zero are short too.
  private static func zigZag(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value << 1 ^ value >> 63)
  }

  mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) {
    write(value ? 1 : 0, fieldNumber)
  }
  mutating func visitSingularInt32Field(value: Int32, fieldNumber: Int) {
    write(UInt64(bitPattern: Int64(value)), fieldNumber)
  }
  mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) {
    write(UInt64(bitPattern: value), fieldNumber)
  }
  mutating func visitSingularSInt32Field(value: Int32, fieldNumber: Int) {
    write(Self.zigZag(Int64(value)), fieldNumber)
  }
  mutating func visitSingularSInt64Field(value: Int64, fieldNumber: Int) {
    write(Self.zigZag(value), fieldNumber)
  }
  mutating func visitSingularUInt32Field(value: UInt32, fieldNumber: Int) {
    write(UInt64(value), fieldNumber)
  }
  mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) {
    write(value, fieldNumber)
  }
  mutating func visitSingularFixed64Field(value: UInt64, fieldNumber: Int) {
    write(fixed: value, fieldNumber)
  }
  mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) {
    write(fixed: value.bitPattern, fieldNumber)
  }
  mutating func visitSingularStringField(value: String, fieldNumber: Int) {
    write(value.utf8, fieldNumber)
  }
  mutating func visitSingularBytesField(value: Data, fieldNumber: Int) { write(value, fieldNumber) }
  mutating func visitSingularEnumField<E: Enum>(value: E, fieldNumber: Int) {
    write(UInt64(bitPattern: Int64(value.rawValue)), fieldNumber)
  }
  mutating func visitSingularMessageField<M: Message>(value: M, fieldNumber: Int) {
    write(value.serializedBytes(options: BinaryEncodingOptions()), fieldNumber)
  }
  mutating func visitPackedUInt32Field(value: [UInt32], fieldNumber: Int) {
    visitPackedUInt64Field(value: value.map { UInt64($0) }, fieldNumber: fieldNumber)
  }
  mutating func visitPackedUInt64Field(value: [UInt64], fieldNumber: Int) {
    var packed = BinaryEncoder()
    for element in value { packed.varint(element) }
    write(packed.bytes, fieldNumber)
  }
  mutating func visitRepeatedStringField(value: [String], fieldNumber: Int) {
    for element in value { write(element.utf8, fieldNumber) }
  }
  mutating func visitRepeatedBytesField(value: [Data], fieldNumber: Int) {
    for element in value { write(element, fieldNumber) }
  }
  mutating func visitRepeatedMessageField<M: Message>(value: [M], fieldNumber: Int) {
    for element in value { visitSingularMessageField(value: element, fieldNumber: fieldNumber) }
  }
  mutating func visitMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: [String: String],
    fieldNumber: Int
  ) {
    for key in value.keys.sorted() {
      var entry = BinaryEncoder()
      entry.write(key.utf8, 1)
      entry.write((value[key] ?? "").utf8, 2)
      write(entry.bytes, fieldNumber)
    }
  }
}
