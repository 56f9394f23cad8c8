// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FoundationEssentials
import GRDB

/// The checksum of a row: the first eight bytes of SHA-256 over its table's name and columns.
///
/// SQLite detects damage to the structure of its pages, but not within values.
enum RowChecksum {
  /// `row_checksum(table, column, ...)` in SQL, so that rows are sealed and checked in place.
  static let function = DatabaseFunction("row_checksum", pure: true) { values in
    of(values)
  }

  /// The checksum of values; the encoding is injective, types included.
  static func of(_ values: [DatabaseValue]) -> Int64 {
    var message: [UInt8] = []
    message.reserveCapacity(256)
    for value in values {
      switch value.storage {
      case .null: message.append(0)
      case .int64(let number):
        message.append(1)
        message.append(bytesOf: number)
      case .double(let number):
        message.append(2)
        message.append(bytesOf: number.bitPattern)
      case .string(let text): message.append(kind: 3, text.utf8)
      case .blob(let data): message.append(kind: 4, data)
      }
    }
    return leading(message)
  }

  /// The first eight bytes of a message's SHA-256.
  static func leading(_ message: [UInt8]) -> Int64 {
    SHA256.hash(message).bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}

extension [UInt8] {
  /// Appends an integer, most significant byte first.
  mutating func append(bytesOf integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.bigEndian) { append(contentsOf: $0) }
  }

  /// Appends a kind, a length and the bytes.
  mutating func append(kind: UInt8, _ bytes: some Collection<UInt8>) {
    append(kind)
    append(bytesOf: Int64(bytes.count))
    append(contentsOf: bytes)
  }
}
