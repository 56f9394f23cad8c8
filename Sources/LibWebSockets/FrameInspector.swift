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
    /// A length told in more bytes than it takes (section 5.2).
    case badLength
    /// A control frame of more than 125 bytes (section 5.5), at which libwebsockets hangs up without a
    /// close frame.
    case oversizedControl
    /// A length of 2^63 or more (section 5.2), at which libwebsockets hangs up without a close frame.
    case impossibleLength
    /// A message that is longer than is taken, by the lengths its frames declare.
    case tooBig
  }

  /// Where in the stream the first byte stands that was not seen yet.
  private(set) var position: UInt64
  /// Whether it no longer knows where frames begin.
  private(set) var isLost = false
  /// What has come of a head that is not whole.
  private var head: [UInt8] = []
  /// How much of the payload is still to come.
  private var payloadLeft: UInt64 = 0
  /// The longest message that is taken, in bytes.
  private let maximumMessageBytes: UInt64
  /// Whether a message has begun whose last fragment has not.
  private var isMessageOpen = false
  /// How long the message is so far, by the lengths its frames declare.
  private var messageBytes: UInt64 = 0
  /// Whether something was found, with which the connection ends: what comes behind is not looked at.
  private var isDone = false
  /// Whether, somewhere in the bytes seen last, nothing was under way.
  private(set) var hasRested = false
  /// The ping that is under way, if one is.
  private var ping: Ping?
  /// The payloads of pings that have come since they were last taken, oldest first.
  private var pings: [[UInt8]] = []

  /// A ping whose payload is still to come.
  private struct Ping {
    let mask: [UInt8]
    var payload: [UInt8] = []
  }

  /// How many pings are remembered (16); of more, the last is (RFC 6455, section 5.5.3).
  static let maximumPings = 16

  /// Frames begin at `position`.
  init(position: UInt64, maximumMessageBytes: Int) {
    self.position = position
    self.maximumMessageBytes = UInt64(maximumMessageBytes)
  }

  /// Whether a frame or a message has begun and not ended.
  var isUnderWay: Bool { !isLost && (isMessageOpen || payloadLeft > 0 || !head.isEmpty) }

  /// Looks at bytes that stand at `offset` in the stream, which may have been seen in part.
  mutating func see(_ bytes: some Collection<UInt8>, at offset: UInt64) -> Finding {
    guard !isLost, !isDone else { return .inOrder }
    if offset > position {
      let missed = offset - position
      guard missed <= payloadLeft else {
        lose()
        return .inOrder
      }
      ping = nil
      payloadLeft -= missed
      position = offset
    }
    hasRested = !isUnderWay
    var rest = bytes.dropFirst(Int(position - offset))
    position += UInt64(rest.count)
    while let byte = rest.first {
      if payloadLeft > 0 {
        let taken = min(payloadLeft, UInt64(rest.count))
        payloadLeft -= taken
        ping?.payload.append(contentsOf: rest.prefix(Int(taken)))
        rest = rest.dropFirst(Int(taken))
        if payloadLeft == 0 { endFrame() }
        continue
      }
      rest = rest.dropFirst()
      head.append(byte)
      let finding = examineHead()
      guard finding == .inOrder else {
        isDone = true
        return finding
      }
    }
    return .inOrder
  }

  /// Looks at the head as far as it has come, no later than libwebsockets does at each of its bytes.
  private mutating func examineHead() -> Finding {
    guard head.count >= 2 else { return .inOrder }
    if head.count == 2 {
      if isControl && lengthCount > 0 { return .oversizedControl }
      if head[1] & 0x80 == 0 { return .unmasked }
    }
    if head.count == 3, lengthCount == 8, head[2] & 0x80 != 0 { return .impossibleLength }
    guard head.count == headCount else { return .inOrder }
    let length = length
    guard length >= leastLength else { return .badLength }
    if !isControl {
      let before = isMessageOpen ? messageBytes : 0
      guard length <= maximumMessageBytes, before <= maximumMessageBytes - length else {
        return .tooBig
      }
      messageBytes = before + length
    }
    endHead(length)
    return .inOrder
  }

  /// Whether the head is that of a ping, a pong or a close frame.
  private var isControl: Bool { head[0] & 0x08 != 0 }

  /// Bytes were read that nobody saw.
  mutating func lose() {
    isLost = true
    head = []
    ping = nil
  }

  /// The payloads of pings that have come since this was last asked, oldest first.
  mutating func takePings() -> [[UInt8]] {
    defer { pings = [] }
    return pings
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

  /// How long the payload is, from a whole head.
  private var length: UInt64 {
    let bytes = head[2..<2 + lengthCount]
    return bytes.isEmpty ? UInt64(head[1] & 0x7f) : bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The least length that is told in so many bytes.
  private var leastLength: UInt64 {
    switch lengthCount {
    case 2: 126
    case 8: 65_536
    default: 0
    }
  }

  private mutating func endHead(_ length: UInt64) {
    payloadLeft = length
    // Control frames stand between the fragments of a message and change nothing about it.
    if !isControl { isMessageOpen = head[0] & 0x80 == 0 }
    if head[0] & 0x0f == 9 { ping = Ping(mask: Array(head.suffix(4))) }
    head.removeAll(keepingCapacity: true)
    if payloadLeft == 0 { endFrame() }
  }

  private mutating func endFrame() {
    if !isMessageOpen { hasRested = true }
    guard let ended = ping else { return }
    ping = nil
    if pings.count == Self.maximumPings { pings.removeLast() }
    pings.append(ended.payload.enumerated().map { $1 ^ ended.mask[$0 % 4] })
  }
}
