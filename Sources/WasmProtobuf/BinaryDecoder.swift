// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials

/// How messages are decoded; unknown fields are always skipped.
package struct BinaryDecodingOptions {
  /// How deeply messages may be nested.
  package var messageDepthLimit = 100
  /// Whether unknown fields are forgotten.
  package var discardUnknownFields = true

  /// The defaults.
  package init() {}
}

extension Message {
  /// Decodes protobuf's binary encoding.
  package init(
    serializedBytes bytes: [UInt8], options: BinaryDecodingOptions
  ) throws(DecodingProblem) {
    self.init()
    var decoder = BinaryDecoder(bytes, depth: options.messageDepthLimit)
    decoder.read(&self, to: bytes.count)
    if let problem = decoder.problem { throw problem }
  }
}

/// Decodes the fields of messages from protobuf's binary encoding.
///
/// After the first problem it is at the end, and no method changes its value.
struct BinaryDecoder: Decoder {
  private(set) var problem: DecodingProblem?
  private let bytes: [UInt8]
  private var index = 0
  /// Behind the message that is being read.
  private var end: Int
  /// How many messages may still be nested.
  private var depth: Int
  private var field = 0
  private var format = WireFormat.varint
  /// Whether the current field has been read; true before the first.
  private var isRead = true

  fileprivate init(_ bytes: [UInt8], depth: Int) {
    self.bytes = bytes
    self.depth = depth
    end = bytes.count
  }

  private mutating func fail(_ problem: DecodingProblem) {
    if self.problem == nil { self.problem = problem }
    index = end
    isRead = true
  }

  /// Reads a message up to an index.
  fileprivate mutating func read<M: Message>(_ message: inout M, to limit: Int) {
    if depth == 0 { return fail(.messageDepthLimit) }
    depth -= 1
    let outer = end
    end = limit
    isRead = true
    try? message.decodeMessage(decoder: &self)
    end = outer
    depth += 1
    isRead = true
    if problem != nil { index = end }
  }

  mutating func nextFieldNumber() -> Int? {
    if !isRead { skip(format, of: field) }
    isRead = true
    guard problem == nil, index < end, let (number, format) = tag() else { return nil }
    // Groups are not in the schema.
    if format == .groupEnd {
      fail(.malformed)
      return nil
    }
    (field, self.format, isRead) = (number, format, false)
    return number
  }

  mutating func handleConflictingOneOf() {}

  // MARK: Bytes

  private mutating func tag() -> (Int, WireFormat)? {
    guard let tag = varint() else { return nil }
    guard tag <= UInt64(UInt32.max), tag >> 3 > 0, let format = WireFormat(rawValue: tag & 7) else {
      fail(.malformed)
      return nil
    }
    return (Int(tag >> 3), format)
  }

  /// Groups of seven bits, lowest first, each but the last with the highest bit set; at most ten.
  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard index < end else {
        fail(.truncated)
        return nil
      }
      let byte = bytes[index]
      index += 1
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    fail(.malformed)
    return nil
  }

  private mutating func fixed64() -> UInt64? {
    guard end - index >= 8 else {
      fail(.truncated)
      return nil
    }
    var value: UInt64 = 0
    for byte in bytes[index..<index + 8].reversed() { value = value << 8 | UInt64(byte) }
    index += 8
    return value
  }

  /// Moves behind a length and as many bytes, whose range is returned.
  private mutating func body() -> Range<Int>? {
    guard let length = varint() else { return nil }
    guard length <= UInt64(end - index) else {
      fail(.truncated)
      return nil
    }
    let start = index
    index += Int(length)
    return start..<index
  }

  private mutating func skip(_ format: WireFormat, of number: Int) {
    switch format {
    case .varint: _ = varint()
    case .fixed64: _ = fixed64()
    case .fixed32: if end - index < 4 { fail(.truncated) } else { index += 4 }
    case .length: _ = body()
    case .groupEnd: fail(.malformed)
    case .groupStart:
      if depth == 0 { return fail(.messageDepthLimit) }
      depth -= 1
      while problem == nil {
        guard let (inner, format) = tag() else { return }
        if format == .groupEnd {
          if inner != number { fail(.malformed) }
          break
        }
        skip(format, of: inner)
      }
      depth += 1
    }
  }

  // MARK: One value

  private mutating func integer() -> UInt64? {
    guard problem == nil, format == .varint else { return nil }
    isRead = true
    return varint()
  }

  private mutating func word() -> UInt64? {
    guard problem == nil, format == .fixed64 else { return nil }
    isRead = true
    return fixed64()
  }

  private mutating func content() -> Range<Int>? {
    guard problem == nil, format == .length else { return nil }
    isRead = true
    return body()
  }

  private mutating func text() -> String? {
    guard let content = content() else { return nil }
    guard let text = String(validating: bytes[content], as: UTF8.self) else {
      fail(.invalidUTF8)
      return nil
    }
    return text
  }

  /// Negative numbers near zero are short too.
  private mutating func zigZag() -> Int64? {
    integer().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
  }

  private mutating func zigZag32() -> Int32? {
    integer().map {
      let value = UInt32(truncatingIfNeeded: $0)
      return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
    }
  }

  private mutating func choice<E: Enum>() -> E? {
    // A proto3 enum has a case for every number.
    integer().flatMap { E(rawValue: Int(Int32(truncatingIfNeeded: $0))) }
  }

  mutating func decodeSingularBoolField(value: inout Bool) {
    if let read = integer() { value = read != 0 }
  }
  mutating func decodeSingularBoolField(value: inout Bool?) {
    if let read = integer() { value = read != 0 }
  }
  mutating func decodeSingularInt32Field(value: inout Int32) {
    if let read = integer() { value = Int32(truncatingIfNeeded: read) }
  }
  mutating func decodeSingularInt32Field(value: inout Int32?) {
    if let read = integer() { value = Int32(truncatingIfNeeded: read) }
  }
  mutating func decodeSingularInt64Field(value: inout Int64) {
    if let read = integer() { value = Int64(bitPattern: read) }
  }
  mutating func decodeSingularInt64Field(value: inout Int64?) {
    if let read = integer() { value = Int64(bitPattern: read) }
  }
  mutating func decodeSingularSInt32Field(value: inout Int32) {
    if let read = zigZag32() { value = read }
  }
  mutating func decodeSingularSInt32Field(value: inout Int32?) {
    if let read = zigZag32() { value = read }
  }
  mutating func decodeSingularSInt64Field(value: inout Int64) {
    if let read = zigZag() { value = read }
  }
  mutating func decodeSingularSInt64Field(value: inout Int64?) {
    if let read = zigZag() { value = read }
  }
  mutating func decodeSingularUInt32Field(value: inout UInt32) {
    if let read = integer() { value = UInt32(truncatingIfNeeded: read) }
  }
  mutating func decodeSingularUInt32Field(value: inout UInt32?) {
    if let read = integer() { value = UInt32(truncatingIfNeeded: read) }
  }
  mutating func decodeSingularUInt64Field(value: inout UInt64) {
    if let read = integer() { value = read }
  }
  mutating func decodeSingularUInt64Field(value: inout UInt64?) {
    if let read = integer() { value = read }
  }
  mutating func decodeSingularFixed64Field(value: inout UInt64) {
    if let read = word() { value = read }
  }
  mutating func decodeSingularFixed64Field(value: inout UInt64?) {
    if let read = word() { value = read }
  }
  mutating func decodeSingularDoubleField(value: inout Double) {
    if let read = word() { value = Double(bitPattern: read) }
  }
  mutating func decodeSingularDoubleField(value: inout Double?) {
    if let read = word() { value = Double(bitPattern: read) }
  }
  mutating func decodeSingularStringField(value: inout String) {
    if let read = text() { value = read }
  }
  mutating func decodeSingularStringField(value: inout String?) {
    if let read = text() { value = read }
  }
  mutating func decodeSingularBytesField(value: inout Data) {
    if let read = content() { value = Data(bytes[read]) }
  }
  mutating func decodeSingularBytesField(value: inout Data?) {
    if let read = content() { value = Data(bytes[read]) }
  }
  mutating func decodeSingularEnumField<E: Enum>(value: inout E) {
    if let read: E = choice() { value = read }
  }
  mutating func decodeSingularEnumField<E: Enum>(value: inout E?) {
    if let read: E = choice() { value = read }
  }

  mutating func decodeSingularMessageField<M: Message>(value: inout M?) {
    guard let content = content() else { return }
    var message = value ?? M()
    index = content.lowerBound
    read(&message, to: content.upperBound)
    if problem == nil { value = message }
  }

  // MARK: Many values

  /// Numbers one by one, or packed.
  private mutating func integers(_ append: (UInt64) -> Void) {
    if let one = integer() { return append(one) }
    guard let content = content() else { return }
    let outer = end
    (index, end) = (content.lowerBound, content.upperBound)
    while index < end, let one = varint() { append(one) }
    end = outer
    if problem != nil { index = end }
  }

  mutating func decodeRepeatedUInt32Field(value: inout [UInt32]) {
    integers { value.append(UInt32(truncatingIfNeeded: $0)) }
  }
  mutating func decodeRepeatedUInt64Field(value: inout [UInt64]) { integers { value.append($0) } }
  mutating func decodeRepeatedStringField(value: inout [String]) {
    if let read = text() { value.append(read) }
  }
  mutating func decodeRepeatedBytesField(value: inout [Data]) {
    if let read = content() { value.append(Data(bytes[read])) }
  }
  mutating func decodeRepeatedMessageField<M: Message>(value: inout [M]) {
    var message: M?
    decodeSingularMessageField(value: &message)
    if let message { value.append(message) }
  }

  mutating func decodeMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: inout [String: String]
  ) {
    guard let content = content() else { return }
    let outer = end
    (index, end) = (content.lowerBound, content.upperBound)
    var key = ""
    var element = ""
    while let number = nextFieldNumber() {
      if number == 1 { decodeSingularStringField(value: &key) }
      if number == 2 { decodeSingularStringField(value: &element) }
    }
    end = outer
    isRead = true
    if problem == nil { value[key] = element } else { index = end }
  }
}
