// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Wire

/// Decodes the messages of many connections, each distinct entry once.
///
/// All members of a room are sent the same bytes: comparing them with the last few entries costs
/// far less than decoding them.
struct SharedDecoder {
  /// How many entries are remembered: spectators may be that far behind the players.
  private static let remembered = 8

  private var recent: [(bytes: [UInt8], message: ServerMessage)] = []
  private var next = 0
  /// The number of messages actually decoded.
  private(set) var decodedCount = 0

  /// The message in `bytes`; nil if they cannot be decoded.
  mutating func decode(_ bytes: UnsafeRawBufferPointer, as encoding: WireEncoding)
    -> ServerMessage?
  {
    for known in recent where known.bytes.count == bytes.count {
      let isSame = known.bytes.withUnsafeBytes { $0.elementsEqual(bytes) }
      if isSame { return known.message }
    }
    let copy = Array(bytes)
    guard let message = try? encoding.decodeServerMessage(copy) else { return nil }
    decodedCount += 1
    guard case .entry = message else { return message }
    if recent.count < Self.remembered {
      recent.append((copy, message))
    } else {
      recent[next] = (copy, message)
      next = (next + 1) % Self.remembered
    }
    return message
  }
}
