// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import FoundationEssentials

/// Reads tokens of JSON (RFC 8259), with protobuf's forms of numbers and bytes.
///
/// After the first problem it is at the end, and every method returns nil.
struct JSONScanner {
  let options: JSONDecodingOptions
  private(set) var problem: DecodingProblem?
  private let bytes: [UInt8]
  private var index = 0
  /// How many objects may still be opened within each other.
  private var depth: Int

  init(_ bytes: [UInt8], _ options: JSONDecodingOptions) {
    self.bytes = bytes
    self.options = options
    depth = options.messageDepthLimit
    if bytes.isEmpty { fail(.truncated) }
  }

  /// Keeps the first problem.
  mutating func fail(_ problem: DecodingProblem) {
    if self.problem == nil { self.problem = problem }
    index = bytes.count
  }

  /// Whether only white space is left.
  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return index == bytes.count
    }
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
      index += 1
    }
  }

  // MARK: Punctuation

  /// Requires a character.
  mutating func take(_ byte: UInt8) {
    if takeIfNext(byte) { return }
    fail(next == nil ? .truncated : .malformed)
  }

  /// Takes a character if it is the next one.
  mutating func takeIfNext(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Requires the beginning of an object.
  mutating func beginObject() {
    take(UInt8(ascii: "{"))
    if depth == 0 { return fail(.messageDepthLimit) }
    depth -= 1
  }

  /// Takes the end of an object if it is next; also true after a problem.
  mutating func endObject() -> Bool {
    if problem != nil { return true }
    guard takeIfNext(UInt8(ascii: "}")) else { return false }
    depth += 1
    return true
  }

  mutating func takeNull() -> Bool {
    skipSpace()
    return next == UInt8(ascii: "n") && takeWord("null")
  }

  /// Takes a word that no letter follows.
  private mutating func takeWord(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count,
      word.withUTF8Buffer({ $0.elementsEqual(bytes[index..<end]) })
    else { return false }
    if end < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[end] | 0x20) {
      return false
    }
    index = end
    return true
  }

  // MARK: Texts

  /// The bytes of a name; the same as `string`, without checking UTF-8 if nothing is escaped.
  mutating func name() -> [UInt8] { textBytes() ?? [] }

  mutating func string() -> String? {
    guard let bytes = textBytes() else { return nil }
    // A UTF-8 error in a text is a malformed one, as in swift-protobuf.
    guard let text = String(validating: bytes, as: UTF8.self) else {
      fail(.malformed)
      return nil
    }
    return text
  }

  /// A quoted text without its escapes.
  private mutating func textBytes() -> [UInt8]? {
    skipSpace()
    guard next == UInt8(ascii: "\"") else {
      fail(next == nil ? .truncated : .malformed)
      return nil
    }
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if next == UInt8(ascii: "\"") {
      index += 1
      return Array(bytes[start..<index - 1])
    }
    var text = Array(bytes[start..<index])
    while let byte = next, byte >= 0x20 {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else {
          fail(.malformed)
          return nil
        }
        text.append(contentsOf: Array(String(Character(scalar)).utf8))
      default: text.append(byte)
      }
    }
    fail(.malformed)
    return nil
  }

  /// What follows a backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let unit = hexadecimal() else { return nil }
    guard (0xd800..<0xdc00).contains(unit) else { return Unicode.Scalar(unit) }
    guard next == UInt8(ascii: "\\") else { return nil }
    index += 1
    guard next == UInt8(ascii: "u") else { return nil }
    index += 1
    guard let low = hexadecimal(), (0xdc00..<0xe000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
  }

  private mutating func hexadecimal() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next else { return nil }
      index += 1
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - 0x57)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - 0x37)
      default: return nil
      }
    }
    return value
  }

  // MARK: Values

  mutating func bool() -> Bool? {
    skipSpace()
    if takeWord("true") { return true }
    if takeWord("false") { return false }
    fail(next == nil ? .truncated : .malformed)
    return nil
  }

  /// A whole number, quoted or not.
  mutating func unsigned<Number: FixedWidthInteger>() -> Number? {
    guard let literal = number() else { return nil }
    guard let value = literal.whole, !literal.isNegative else {
      fail(.malformed)
      return nil
    }
    guard let number = Number(exactly: value) else {
      fail(.numberRange)
      return nil
    }
    return number
  }

  /// A whole number with a sign, quoted or not.
  mutating func signed<Number: FixedWidthInteger>() -> Number? {
    guard let literal = number() else { return nil }
    guard let value = literal.whole else {
      fail(.malformed)
      return nil
    }
    let negated = value == 1 << 63 ? Int64.min : Int64(exactly: value).map { -$0 }
    let wide = literal.isNegative ? negated : Int64(exactly: value)
    guard let wide, let number = Number(exactly: wide) else {
      fail(.numberRange)
      return nil
    }
    return number
  }

  /// A number, or the quoted name of one that has no digits.
  mutating func double() -> Double? {
    skipSpace()
    if next == UInt8(ascii: "\"") {
      let start = index
      guard let text = textBytes() else { return nil }
      for (name, value) in Self.namedNumbers where name.withUTF8Buffer({ $0.elementsEqual(text) }) {
        return value
      }
      index = start
    }
    guard let literal = number() else { return nil }
    let value = literal.value
    guard value.isFinite else {
      fail(.numberRange)
      return nil
    }
    return value
  }

  private static let namedNumbers: [(StaticString, Double)] = [
    ("NaN", .nan), ("Inf", .infinity), ("Infinity", .infinity), ("-Inf", -.infinity),
    ("-Infinity", -.infinity),
  ]

  private mutating func number() -> NumberLiteral? {
    skipSpace()
    if next == UInt8(ascii: "\"") {
      guard let text = textBytes() else { return nil }
      var end = 0
      if let literal = NumberLiteral(in: text, at: &end), end == text.count { return literal }
    } else if let literal = NumberLiteral(in: bytes, at: &index) {
      return literal
    }
    fail(next == nil ? .truncated : .malformed)
    return nil
  }

  /// An enum's case, by name or number; nil for an unknown one that is skipped.
  mutating func choice<E: Enum>() -> E? {
    skipSpace()
    let choice: E?
    if next == UInt8(ascii: "\"") {
      guard let name = textBytes() else { return nil }
      choice = E._protobuf_nameMap.number(of: name).flatMap { E(rawValue: $0) }
    } else {
      guard let number: Int32 = signed() else { return nil }
      choice = E(rawValue: Int(number))
    }
    if choice == nil, !options.ignoreUnknownFields { fail(.unrecognizedEnumValue) }
    return choice
  }

  /// Bytes in base 64 with either alphabet (RFC 4648, sections 4 and 5), padded or not.
  mutating func base64() -> Data? {
    guard let text = base64Text() else { return nil }
    guard let data = Base64.data(of: text) else {
      fail(.malformed)
      return nil
    }
    return data
  }

  /// Of the escapes, only that of a slash can stand for a digit.
  private mutating func base64Text() -> [UInt8]? {
    skipSpace()
    let start = index
    guard let text = textBytes() else { return nil }
    let raw = bytes[start..<index]
    for place in raw.indices.dropLast() where raw[place] == UInt8(ascii: "\\") {
      guard raw[place + 1] == UInt8(ascii: "/") else {
        fail(.malformed)
        return nil
      }
    }
    return text
  }

  // MARK: Skipping

  /// Skips a value; of texts only the end is looked for.
  mutating func skipValue() {
    var open = 0
    while problem == nil {
      var opened = 0
      while takeIfNext(UInt8(ascii: "[")) { opened += 1 }
      switch next {
      case nil: fail(.truncated)
      case UInt8(ascii: "\""): skipText()
      case UInt8(ascii: "{"): skipObject()
      case UInt8(ascii: "]"):
        if opened == 0 { return fail(.malformed) }
        while opened > 0, takeIfNext(UInt8(ascii: "]")) { opened -= 1 }
      case UInt8(ascii: "n"): if !takeWord("null") { fail(.malformed) }
      case UInt8(ascii: "f"), UInt8(ascii: "t"): _ = bool()
      default: _ = double()
      }
      open += opened
      while open > 0, takeIfNext(UInt8(ascii: "]")) { open -= 1 }
      if open == 0 { return }
      take(UInt8(ascii: ","))
    }
  }

  private mutating func skipObject() {
    beginObject()
    if endObject() { return }
    while problem == nil {
      skipSpace()
      skipText()
      take(UInt8(ascii: ":"))
      skipValue()
      if endObject() { return }
      take(UInt8(ascii: ","))
    }
  }

  private mutating func skipText() {
    take(UInt8(ascii: "\""))
    while let byte = next {
      index += 1
      if byte == UInt8(ascii: "\"") { return }
      if byte == UInt8(ascii: "\\") { index = min(index + 1, bytes.count) }
    }
    fail(.truncated)
  }
}
