// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials

/// How JSON is decoded.
package struct JSONDecodingOptions {
  /// How deeply objects may be nested.
  package var messageDepthLimit = 100
  /// Whether to skip members and enum cases of names that the schema does not have.
  package var ignoreUnknownFields = false

  /// The defaults.
  package init() {}
}

extension Message {
  /// Decodes protobuf's JSON.
  package init(
    jsonUTF8Bytes bytes: [UInt8], options: JSONDecodingOptions
  ) throws(DecodingProblem) {
    self.init()
    var decoder = JSONDecoder(JSONScanner(bytes, options))
    if decoder.scanner.takeNull() { decoder.scanner.fail(.malformed) }
    decoder.read(&self)
    if !decoder.scanner.isAtEnd { decoder.scanner.fail(.trailingGarbage) }
    if let problem = decoder.scanner.problem { throw problem }
  }
}

/// Decodes the fields of messages from JSON.
struct JSONDecoder: Decoder {
  fileprivate(set) var scanner: JSONScanner
  private var names = _NameMap()
  private var isFirst = true

  fileprivate init(_ scanner: JSONScanner) { self.scanner = scanner }

  /// Reads an object into a message, whose names are in force until its end.
  fileprivate mutating func read<M: Message>(_ message: inout M) {
    scanner.beginObject()
    if scanner.endObject() { return }
    let outer = (names, isFirst)
    (names, isFirst) = (M._protobuf_nameMap, true)
    try? message.decodeMessage(decoder: &self)
    (names, isFirst) = outer
  }

  mutating func nextFieldNumber() -> Int? {
    if scanner.endObject() { return nil }
    if !isFirst { scanner.take(UInt8(ascii: ",")) }
    isFirst = false
    while scanner.problem == nil {
      let name = scanner.name()
      scanner.take(UInt8(ascii: ":"))
      if scanner.problem != nil { break }
      if let number = names.number(of: name) { return number }
      // A name that is no text is not merely unknown.
      guard String(validating: name, as: UTF8.self) != nil, scanner.options.ignoreUnknownFields
      else {
        scanner.fail(scanner.options.ignoreUnknownFields ? .invalidUTF8 : .unknownField)
        break
      }
      scanner.skipValue()
      if scanner.endObject() { return nil }
      scanner.take(UInt8(ascii: ","))
    }
    return nil
  }

  mutating func handleConflictingOneOf() { scanner.fail(.conflictingOneOf) }

  // MARK: One value; null is the same as no member

  private mutating func read<Value>(
    _ value: inout Value, empty: Value, _ next: (inout JSONScanner) -> Value?
  ) {
    if scanner.takeNull() {
      value = empty
    } else if let read = next(&scanner), scanner.problem == nil {
      value = read
    }
  }

  private mutating func read<Value>(
    _ value: inout Value?, _ next: (inout JSONScanner) -> Value?
  ) {
    if scanner.takeNull() {
      value = nil
    } else if let read = next(&scanner), scanner.problem == nil {
      value = read
    }
  }

  mutating func decodeSingularBoolField(value: inout Bool) {
    read(&value, empty: false) { $0.bool() }
  }
  mutating func decodeSingularBoolField(value: inout Bool?) { read(&value) { $0.bool() } }
  mutating func decodeSingularInt32Field(value: inout Int32) {
    read(&value, empty: 0) { $0.signed() }
  }
  mutating func decodeSingularInt32Field(value: inout Int32?) { read(&value) { $0.signed() } }
  mutating func decodeSingularInt64Field(value: inout Int64) {
    read(&value, empty: 0) { $0.signed() }
  }
  mutating func decodeSingularInt64Field(value: inout Int64?) { read(&value) { $0.signed() } }
  mutating func decodeSingularSInt32Field(value: inout Int32) {
    read(&value, empty: 0) { $0.signed() }
  }
  mutating func decodeSingularSInt32Field(value: inout Int32?) { read(&value) { $0.signed() } }
  mutating func decodeSingularSInt64Field(value: inout Int64) {
    read(&value, empty: 0) { $0.signed() }
  }
  mutating func decodeSingularSInt64Field(value: inout Int64?) { read(&value) { $0.signed() } }
  mutating func decodeSingularUInt32Field(value: inout UInt32) {
    read(&value, empty: 0) { $0.unsigned() }
  }
  mutating func decodeSingularUInt32Field(value: inout UInt32?) { read(&value) { $0.unsigned() } }
  mutating func decodeSingularUInt64Field(value: inout UInt64) {
    read(&value, empty: 0) { $0.unsigned() }
  }
  mutating func decodeSingularUInt64Field(value: inout UInt64?) { read(&value) { $0.unsigned() } }
  mutating func decodeSingularFixed64Field(value: inout UInt64) {
    read(&value, empty: 0) { $0.unsigned() }
  }
  mutating func decodeSingularFixed64Field(value: inout UInt64?) {
    read(&value) { $0.unsigned() }
  }
  mutating func decodeSingularDoubleField(value: inout Double) {
    read(&value, empty: 0) { $0.double() }
  }
  mutating func decodeSingularDoubleField(value: inout Double?) { read(&value) { $0.double() } }
  mutating func decodeSingularStringField(value: inout String) {
    read(&value, empty: "") { $0.string() }
  }
  mutating func decodeSingularStringField(value: inout String?) { read(&value) { $0.string() } }
  mutating func decodeSingularBytesField(value: inout Data) {
    read(&value, empty: Data()) { $0.base64() }
  }
  mutating func decodeSingularBytesField(value: inout Data?) { read(&value) { $0.base64() } }
  mutating func decodeSingularEnumField<E: Enum>(value: inout E) {
    read(&value, empty: E()) { $0.choice() }
  }
  mutating func decodeSingularEnumField<E: Enum>(value: inout E?) { read(&value) { $0.choice() } }

  mutating func decodeSingularMessageField<M: Message>(value: inout M?) {
    if scanner.takeNull() {
      value = nil
      return
    }
    var message = value ?? M()
    read(&message)
    if scanner.problem == nil { value = message }
  }

  // MARK: Many values

  private mutating func readEach(_ body: (inout JSONDecoder) -> Void) {
    if scanner.takeNull() { return }
    scanner.take(UInt8(ascii: "["))
    if scanner.takeIfNext(UInt8(ascii: "]")) { return }
    while scanner.problem == nil {
      body(&self)
      if scanner.takeIfNext(UInt8(ascii: "]")) { return }
      scanner.take(UInt8(ascii: ","))
    }
  }

  mutating func decodeRepeatedUInt32Field(value: inout [UInt32]) {
    readEach { if let element: UInt32 = $0.scanner.unsigned() { value.append(element) } }
  }
  mutating func decodeRepeatedUInt64Field(value: inout [UInt64]) {
    readEach { if let element: UInt64 = $0.scanner.unsigned() { value.append(element) } }
  }
  mutating func decodeRepeatedStringField(value: inout [String]) {
    readEach { if let element = $0.scanner.string() { value.append(element) } }
  }
  mutating func decodeRepeatedBytesField(value: inout [Data]) {
    readEach { if let element = $0.scanner.base64() { value.append(element) } }
  }
  mutating func decodeRepeatedMessageField<M: Message>(value: inout [M]) {
    readEach { decoder in
      var message = M()
      decoder.read(&message)
      value.append(message)
    }
  }

  mutating func decodeMapField(
    fieldType: _ProtobufMap<ProtobufString, ProtobufString>.Type, value: inout [String: String]
  ) {
    if scanner.takeNull() { return }
    scanner.beginObject()
    if scanner.endObject() { return }
    var seen: Set<String> = []
    while scanner.problem == nil {
      guard let key = scanner.string() else { return }
      scanner.take(UInt8(ascii: ":"))
      guard !scanner.takeNull(), let element = scanner.string(), seen.insert(key).inserted else {
        return scanner.fail(.malformed)
      }
      value[key] = element
      if scanner.endObject() { return }
      scanner.take(UInt8(ascii: ","))
    }
  }
}
