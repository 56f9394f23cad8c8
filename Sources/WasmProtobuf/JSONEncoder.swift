// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials

/// How JSON is encoded; the order is always the same.
package struct JSONEncodingOptions {
  /// Whether the same message always becomes the same bytes.
  package var useDeterministicOrdering = true

  /// The defaults.
  package init() {}
}

extension Message {
  /// Encodes the message as protobuf's JSON.
  package func jsonUTF8Bytes(options: JSONEncodingOptions) -> [UInt8] {
    var encoder = JSONEncoder()
    encoder.write(self)
    return encoder.bytes
  }
}

/// Encodes the fields of messages as JSON.
struct JSONEncoder: Visitor {
  private(set) var bytes: [UInt8] = []
  private var names = _NameMap()
  private var isFirst = true

  fileprivate mutating func write<M: Message>(_ message: M) {
    let outer = (names, isFirst)
    (names, isFirst) = (M._protobuf_nameMap, true)
    bytes.append(UInt8(ascii: "{"))
    try? message.traverse(visitor: &self)
    bytes.append(UInt8(ascii: "}"))
    (names, isFirst) = outer
  }

  private mutating func name(_ number: Int) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    guard let name = names.name(of: number) else {
      preconditionFailure("Generated code visits a field that its names lack.")
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name)
    bytes.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
  }

  private mutating func write(_ value: some FixedWidthInteger) {
    bytes.append(contentsOf: Array(String(value).utf8))
  }

  /// Numbers of 64 bits are texts, because readers may have only those of 53.
  private mutating func writeQuoted(_ value: some FixedWidthInteger) {
    bytes.append(UInt8(ascii: "\""))
    write(value)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ text: String) {
    let digits = Array("0123456789ABCDEF".utf8)
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      let escape: UInt8? =
        switch scalar.value {
        case 8: UInt8(ascii: "b")
        case 9: UInt8(ascii: "t")
        case 10: UInt8(ascii: "n")
        case 12: UInt8(ascii: "f")
        case 13: UInt8(ascii: "r")
        case 34, 92: UInt8(scalar.value)
        case 0...31, 127...159: UInt8(ascii: "u")
        default: nil
        }
      switch escape {
      case UInt8(ascii: "u"):
        bytes.append(contentsOf: Array("\\u00".utf8))
        bytes.append(digits[Int(scalar.value >> 4)])
        bytes.append(digits[Int(scalar.value & 15)])
      case let letter?: bytes.append(contentsOf: [UInt8(ascii: "\\"), letter])
      case nil: bytes.append(contentsOf: Array(String(Character(scalar)).utf8))
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ data: Data) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: Array(data.base64EncodedString().utf8))
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func visitSingularBoolField(value: Bool, fieldNumber: Int) {
    name(fieldNumber)
    bytes.append(contentsOf: Array((value ? "true" : "false").utf8))
  }
  mutating func visitSingularInt32Field(value: Int32, fieldNumber: Int) {
    name(fieldNumber)
    write(value)
  }
  mutating func visitSingularInt64Field(value: Int64, fieldNumber: Int) {
    name(fieldNumber)
    writeQuoted(value)
  }
  mutating func visitSingularSInt32Field(value: Int32, fieldNumber: Int) {
    name(fieldNumber)
    write(value)
  }
  mutating func visitSingularSInt64Field(value: Int64, fieldNumber: Int) {
    name(fieldNumber)
    writeQuoted(value)
  }
  mutating func visitSingularUInt32Field(value: UInt32, fieldNumber: Int) {
    name(fieldNumber)
    write(value)
  }
  mutating func visitSingularUInt64Field(value: UInt64, fieldNumber: Int) {
    name(fieldNumber)
    writeQuoted(value)
  }
  mutating func visitSingularFixed64Field(value: UInt64, fieldNumber: Int) {
    name(fieldNumber)
    writeQuoted(value)
  }
  mutating func visitSingularDoubleField(value: Double, fieldNumber: Int) {
    name(fieldNumber)
    if value.isFinite {
      bytes.append(contentsOf: Array(value.description.utf8))
    } else {
      write(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }
  mutating func visitSingularStringField(value: String, fieldNumber: Int) {
    name(fieldNumber)
    write(value)
  }
  mutating func visitSingularBytesField(value: Data, fieldNumber: Int) {
    name(fieldNumber)
    write(value)
  }
  mutating func visitSingularEnumField<E: Enum>(value: E, fieldNumber: Int) {
    name(fieldNumber)
    guard let name = E._protobuf_nameMap.name(of: value.rawValue) else {
      return write(value.rawValue)
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name)
    bytes.append(UInt8(ascii: "\""))
  }
  mutating func visitSingularMessageField<M: Message>(value: M, fieldNumber: Int) {
    name(fieldNumber)
    write(value)
  }

  private mutating func writeEach<Element>(
    _ elements: [Element], _ number: Int, _ body: (inout JSONEncoder, Element) -> Void
  ) {
    name(number)
    bytes.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      body(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func visitPackedUInt32Field(value: [UInt32], fieldNumber: Int) {
    writeEach(value, fieldNumber) { $0.write($1) }
  }
  mutating func visitPackedUInt64Field(value: [UInt64], fieldNumber: Int) {
    writeEach(value, fieldNumber) { $0.writeQuoted($1) }
  }
  mutating func visitRepeatedStringField(value: [String], fieldNumber: Int) {
    writeEach(value, fieldNumber) { $0.write($1) }
  }
  mutating func visitRepeatedBytesField(value: [Data], fieldNumber: Int) {
    writeEach(value, fieldNumber) { $0.write($1) }
  }
  mutating func visitRepeatedMessageField<M: Message>(value: [M], fieldNumber: Int) {
    writeEach(value, fieldNumber) { $0.write($1) }
  }
  mutating func visitMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: [String: String],
    fieldNumber: Int
  ) {
    name(fieldNumber)
    bytes.append(UInt8(ascii: "{"))
    for (index, key) in value.keys.sorted().enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(key)
      bytes.append(UInt8(ascii: ":"))
      write(value[key] ?? "")
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
