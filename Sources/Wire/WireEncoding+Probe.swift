// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Protocol

// The bytes of clock probes, read and written without swift-protobuf: nearly all that a server with
// many spectators receives is pings.

extension WireEncoding {
  /// The ping in `bytes`, if they are one as our own programs write it.
  ///
  /// Nil for everything else, pings in another order of fields or with invalid ones among it:
  /// `decodeClientMessage` judges those. Allocates nothing.
  package func ping(in bytes: RawSpan) -> Ping? {
    bytes.withUnsafeBytes { bytes in
      var reader = ProbeReader(bytes: bytes)
      return self == .json ? reader.jsonPing() : reader.protoPing()
    }
  }

  /// Encodes a pong; the same bytes as for the server's message with it.
  package func encode(_ pong: Pong) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: ProbeWriter.mostBytes) { buffer, count in
      var writer = ProbeWriter(bytes: buffer)
      if self == .json { writer.writeJSON(pong) } else { writer.writeProto(pong) }
      count = writer.count
    }
  }
}

/// The tags of the fields (protobuf's encoding guide: the field number shifted by three, plus 0 for
/// a varint, 1 for 64 bits, 2 for what has a length).
private enum Tag {
  static let ping = UInt8(3 << 3 | 2)
  static let pong = UInt8(2 << 3 | 2)
  /// Of both.
  static let id = UInt8(1 << 3 | 0)
  static let t0 = UInt8(2 << 3 | 0)
  /// Of a ping.
  static let nonce = UInt8(3 << 3 | 1)
  static let held = UInt8(4 << 3 | 0)
  /// Of a pong.
  static let t1 = UInt8(3 << 3 | 0)
  static let t2 = UInt8(4 << 3 | 0)
  static let pongNonce = UInt8(5 << 3 | 1)
}

/// Reads a ping; every method returns nil, or false, for anything unexpected.
private struct ProbeReader {
  let bytes: UnsafeRawBufferPointer
  private var index = 0

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func jsonPing() -> Ping? {
    guard take(#"{"ping":{"id":""#), let id: UInt64 = bytes.decimal(at: &index), take(#"","t0":""#),
      let t0: Int64 = bytes.decimal(at: &index), take("\"")
    else { return nil }
    var echo: Ping.Echo?
    if take(#","nonce":""#) {
      guard let nonce: UInt64 = bytes.decimal(at: &index), take(#"","held":""#),
        let held: Int64 = bytes.decimal(at: &index),
        take("\""), Bounds.microseconds.contains(held)
      else { return nil }
      echo = Ping.Echo(nonce: nonce, held: .microseconds(held))
    }
    return take("}}") && index == bytes.count ? Ping(id: id, t0: t0, echo: echo) : nil
  }

  mutating func protoPing() -> Ping? {
    guard take(Tag.ping), let length = varint(), length == bytes.count - index,
      take(Tag.id), let id = varint(), take(Tag.t0), let t0 = varint()
    else { return nil }
    var echo: Ping.Echo?
    if take(Tag.nonce) {
      guard let nonce = word(), take(Tag.held), let number = varint() else { return nil }
      let held = Int64(bitPattern: number)
      guard Bounds.microseconds.contains(held) else { return nil }
      echo = Ping.Echo(nonce: nonce, held: .microseconds(held))
    }
    return index == bytes.count ? Ping(id: id, t0: Int64(bitPattern: t0), echo: echo) : nil
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let end = index + text.utf8CodeUnitCount
    guard end <= bytes.count,
      text.withUTF8Buffer({ $0.elementsEqual(bytes[index..<end]) })
    else { return false }
    index = end
    return true
  }

  private mutating func take(_ tag: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == tag else { return false }
    index += 1
    return true
  }

  /// Groups of seven bits, lowest first, each but the last with the highest bit set; at most ten.
  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard index < bytes.count else { return nil }
      let byte = bytes[index]
      index += 1
      if shift == 63, byte > 1 { return nil }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  /// Eight bytes, lowest first.
  private mutating func word() -> UInt64? {
    guard index + 8 <= bytes.count else { return nil }
    defer { index += 8 }
    return UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}

/// Writes a pong into memory that is large enough.
private struct ProbeWriter {
  /// The longest pong: five numbers of 20 characters and their names, in JSON.
  static let mostBytes = 176

  let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func writeJSON(_ pong: Pong) {
    append(#"{"pong":{"id":""#)
    append(magnitude: pong.id)
    append(#"","t0":""#)
    append(decimal: pong.t0)
    append(#"","t1":""#)
    append(decimal: pong.t1.microseconds)
    append(#"","t2":""#)
    append(decimal: pong.t2.microseconds)
    append(#"","nonce":""#)
    append(magnitude: pong.nonce)
    append(#""}}"#)
  }

  mutating func writeProto(_ pong: Pong) {
    append(Tag.pong)
    // One byte: the fields have less than 128.
    append(0)
    append(Tag.id, varint: pong.id)
    append(Tag.t0, varint: UInt64(bitPattern: pong.t0))
    append(Tag.t1, varint: UInt64(bitPattern: pong.t1.microseconds))
    append(Tag.t2, varint: UInt64(bitPattern: pong.t2.microseconds))
    append(Tag.pongNonce)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: pong.nonce >> shift))
    }
    bytes[1] = UInt8(count - 2)
  }

  private mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { append(byte) } }
  }

  private mutating func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(magnitude: number.magnitude)
  }

  private mutating func append(magnitude: UInt64) {
    let start = count
    var rest = magnitude
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start..<count].reverse()
  }

  private mutating func append(_ tag: UInt8, varint number: UInt64) {
    append(tag)
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
