// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A client's frame that has arrived completely and is a message or a pong (RFC 6455, section 5.2):
/// what nearly everything that a server receives is.
struct WholeFrame: Equatable {
  /// The message's kind; nil for a pong, which nobody waits for.
  let kind: MessageKind?
  /// Where the payload is.
  let payload: Range<Int>

  /// Parses the frame that begins at `offset`.
  ///
  /// Nil unless it is whole, masked and correct, and a pong or a message by itself that is not
  /// empty.
  init?(in bytes: UnsafeRawBufferPointer, at offset: Int, maximumMessageBytes: Int) {
    guard offset + 2 <= bytes.count, bytes[offset + 1] & 0x80 != 0 else { return nil }
    switch bytes[offset] {
    case 0x81: kind = .text
    case 0x82: kind = .binary
    case 0x8a: kind = nil
    default: return nil
    }
    var count = Int(bytes[offset + 1] & 0x7f)
    var begin = offset + 6
    if count == 126 {
      begin += 2
      guard begin <= bytes.count, kind != nil else { return nil }
      count = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      guard count >= 126 else { return nil }
    }
    // The longest need more bytes than are ever read at once.
    guard bytes[offset + 1] != 0xff, count > 0 || kind == nil, begin + count <= bytes.count,
      count <= maximumMessageBytes || kind == nil
    else { return nil }
    payload = begin..<begin + count
  }

  /// Removes the mask, which stands before the payload, from the payload's bytes.
  func unmask(in bytes: UnsafeMutableRawBufferPointer) {
    let mask = bytes.loadUnaligned(fromByteOffset: payload.lowerBound - 4, as: UInt32.self)
    let wide = UInt64(mask) << 32 | UInt64(mask)
    var index = payload.lowerBound
    while index + 8 <= payload.upperBound {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      bytes.storeBytes(of: word ^ wide, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < payload.upperBound {
      bytes[index] ^= bytes[payload.lowerBound - 4 + (index - payload.lowerBound) % 4]
      index += 1
    }
  }
}
