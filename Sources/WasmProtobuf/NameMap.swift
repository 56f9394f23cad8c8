// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// swift-format-ignore: NoLeadingUnderscores
/// A type that names its fields or cases.
package protocol _ProtoNameProviding {
  /// The names.
  // swift-format-ignore: NoLeadingUnderscores
  static var _protobuf_nameMap: _NameMap { get }
}

// swift-format-ignore: NoLeadingUnderscores
/// The names of a message's fields or an enum's cases, from the byte code that the generator writes.
package struct _NameMap: Sendable {
  private struct Row: Sendable {
    let number: Int
    /// As in the schema, and as in JSON.
    let proto: [UInt8]
    let json: [UInt8]
  }

  private var rows: [Row] = []

  /// No names.
  package init() {}

  /// Reads the byte code: a format, then instructions of a code, maybe numbers, and texts that end
  /// with zero.
  ///
  /// It is part of this program, so anything unknown in it is a mistake of ours.
  package init(bytecode: StaticString) {
    var reader = Reader(bytes: bytecode.withUTF8Buffer { Array($0) })
    precondition(reader.number() == 0, "The generated names have a format that is not known here.")
    var number = 0
    while !reader.isAtEnd {
      let code = reader.number()
      // Even codes have the difference from the last number, odd ones follow it.
      precondition(
        (1...6).contains(code), "The generated names have an instruction not known here.")
      number += code % 2 == 0 ? reader.number() : 1
      let proto = reader.text()
      let json =
        switch code {
        case 1, 2: proto
        case 3, 4: Self.json(proto)
        default: reader.text()
        }
      rows.append(Row(number: number, proto: proto, json: json))
    }
  }

  /// The number of a name, as in JSON or as in the schema.
  func number(of name: some Collection<UInt8>) -> Int? {
    rows.first { $0.json.elementsEqual(name) || $0.proto.elementsEqual(name) }?.number
  }

  /// The name in JSON.
  func name(of number: Int) -> [UInt8]? { rows.first { $0.number == number }?.json }

  /// A name without underscores, whose next letters are capitals.
  private static func json(_ name: [UInt8]) -> [UInt8] {
    var json: [UInt8] = []
    var isCapital = false
    for byte in name {
      if byte == UInt8(ascii: "_") {
        isCapital = true
        continue
      }
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      json.append(isCapital && isLetter ? byte & 0xdf : byte)
      isCapital = false
    }
    return json
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    var isAtEnd: Bool { index >= bytes.count }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Groups of six bits, lowest first, each but the last with the next bit set.
    mutating func number() -> Int {
      var value = 0
      var shift = 0
      while true {
        let byte = Int(bytes[index])
        index += 1
        value |= (byte & 0x3f) << shift
        if byte & 0x40 == 0 { return value }
        shift += 6
        precondition(shift < 30, "The generated names have a number that is too large.")
      }
    }

    mutating func text() -> [UInt8] {
      let start = index
      while bytes[index] != 0 { index += 1 }
      index += 1
      return Array(bytes[start..<index - 1])
    }
  }
}
