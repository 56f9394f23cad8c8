// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Reads the heads of a client's frames over libwebsockets' shoulder (RFC 6455, section 5.2).
///
/// libwebsockets 4.1 tells neither that a frame was not masked nor that one has begun whose payload
/// has not. So the bytes it is about to read are looked at first. It may read a few that came in
/// between and were never seen: within a payload that is no matter, anywhere else the inspector has
/// lost its place and says nothing more.
struct FrameInspector {
  enum Finding: Equatable {
    /// Nothing is wrong so far.
    case inOrder
    /// A frame without a mask, at which a server must hang up (section 5.1).
    case unmasked
  }

  /// Where in the stream the first byte stands that was not seen yet.
  private(set) var position: UInt64
  /// Whether it no longer knows where frames begin.
  private(set) var isLost = false
  /// What has come of a head that is not whole.
  private var head: [UInt8] = []
  /// How much of the payload is still to come.
  private var payloadLeft: UInt64 = 0
  /// Whether a message has begun whose last fragment has not.
  private var isMessageOpen = false

  /// Frames begin at `position`.
  init(position: UInt64) { self.position = position }

  /// Whether a frame or a message has begun and not ended.
  var isUnderWay: Bool { !isLost && (isMessageOpen || payloadLeft > 0 || !head.isEmpty) }

  /// Looks at bytes that stand at `offset` in the stream, which may have been seen in part.
  mutating func see(_ bytes: some Collection<UInt8>, at offset: UInt64) -> Finding {
    guard !isLost else { return .inOrder }
    if offset > position {
      let missed = offset - position
      guard missed <= payloadLeft else {
        lose()
        return .inOrder
      }
      payloadLeft -= missed
      position = offset
    }
    var rest = bytes.dropFirst(Int(position - offset))
    position += UInt64(rest.count)
    while let byte = rest.first {
      if payloadLeft > 0 {
        let taken = min(payloadLeft, UInt64(rest.count))
        payloadLeft -= taken
        rest = rest.dropFirst(Int(taken))
        continue
      }
      rest = rest.dropFirst()
      head.append(byte)
      if head.count == 2 && byte & 0x80 == 0 { return .unmasked }
      if head.count >= 2 && head.count == headCount { endHead() }
    }
    return .inOrder
  }

  /// Bytes were read that nobody saw.
  mutating func lose() {
    isLost = true
    head = []
  }

  /// How long the head is, from its first two bytes.
  private var headCount: Int { 2 + lengthCount + 4 }

  /// How many bytes of the head tell the length again.
  private var lengthCount: Int {
    switch head[1] & 0x7f {
    case 126: 2
    case 127: 8
    default: 0
    }
  }

  private mutating func endHead() {
    let length = head[2..<2 + lengthCount]
    payloadLeft =
      length.isEmpty ? UInt64(head[1] & 0x7f) : length.reduce(0) { $0 << 8 | UInt64($1) }
    // Control frames stand between the fragments of a message and change nothing about it.
    if head[0] & 0x08 == 0 { isMessageOpen = head[0] & 0x80 == 0 }
    head.removeAll(keepingCapacity: true)
  }
}
