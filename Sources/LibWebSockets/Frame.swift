// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Whether a message is text (UTF-8) or binary (RFC 6455, section 5.6).
package enum MessageKind: Hashable, Sendable {
  /// UTF-8 text.
  case text
  /// Any bytes.
  case binary
}

/// One outgoing message, framed once for any number of connections.
///
/// The bytes are shared: sending a frame to a thousand connections copies only references.
package struct Frame: Hashable, Sendable {
  /// Whether it is text or binary.
  package let kind: MessageKind
  /// A server's frame: header, unmasked, then the payload (RFC 6455, section 5.2).
  let bytes: [UInt8]
  let headerCount: Int

  /// A text message.
  package init(text: String) {
    self.init(.text, payload: Array(text.utf8))
  }

  /// A binary message.
  package init(binary: [UInt8]) {
    self.init(.binary, payload: binary)
  }

  /// A message of either kind.
  ///
  /// Text must be UTF-8, or the peer closes the connection with code 1007.
  package init(_ kind: MessageKind, payload: some Collection<UInt8>) {
    let count = payload.count
    let opcode: UInt8 = kind == .text ? 0x1 : 0x2
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 10)
    bytes.append(0x80 | opcode)
    switch count {
    case ..<126:
      bytes.append(UInt8(count))
    case ..<65_536:
      bytes.append(126)
      bytes.append(contentsOf: [UInt8(count >> 8), UInt8(count & 0xff)])
    default:
      bytes.append(127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
    }
    headerCount = bytes.count
    bytes.append(contentsOf: payload)
    self.kind = kind
    self.bytes = bytes
  }

  /// An unsolicited empty pong, which the other end's handler never sees.
  static let chaser = Frame(pong: [])

  /// An empty ping (RFC 6455, section 5.5.2).
  static let ping = Frame(opcode: 0x9, [])

  /// Whether it is a ping.
  var isPing: Bool { bytes[0] & 0x0f == 0x9 }

  /// Whether it is a pong; a client sends none but chasers.
  var isChaser: Bool { bytes[0] & 0x0f == 0xa }

  /// The answer to a ping with a payload of up to 125 bytes (RFC 6455, section 5.5.3).
  init(pong payload: [UInt8]) {
    precondition(payload.count <= 125, "A pong has at most 125 bytes, not \(payload.count).")
    self.init(opcode: 0xa, payload)
  }

  /// A close frame (RFC 6455, section 5.5.1); the reason is truncated to whole scalars that fit.
  init(close code: CloseCode, reason: String) {
    var text: [UInt8] = []
    for scalar in reason.unicodeScalars {
      let bytes = UTF8.encode(scalar).map { Array($0) } ?? []
      guard text.count + bytes.count <= 123 else { break }
      text += bytes
    }
    self.init(opcode: 0x8, [UInt8(code.rawValue >> 8), UInt8(code.rawValue & 0xff)] + text)
  }

  /// A control frame with a payload of up to 125 bytes (RFC 6455, section 5.5).
  private init(opcode: UInt8, _ payload: [UInt8]) {
    kind = .binary
    bytes = [0x80 | opcode, UInt8(payload.count)] + payload
    headerCount = 2
  }

  /// The message without the frame header.
  package var payload: ArraySlice<UInt8> { bytes[headerCount...] }

  /// Its size on a server's connection, header included.
  package var byteCount: Int { bytes.count }
}
