// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Parses the headers of a client's frames before libwebsockets reads them (RFC 6455, section 5.2).
///
/// libwebsockets 4.1 reports neither an unmasked frame nor the start of a frame whose payload has
/// not begun. So the bytes it is about to read are inspected first. It may read a few that arrived
/// in between and were not seen: within a payload that does not matter, anywhere else the inspector
/// is lost and reports nothing more.
struct FrameInspector {
  enum Finding: Equatable {
    /// No violation so far.
    case inOrder
    /// A frame without a mask, for which a server must close (section 5.1).
    case unmasked
    /// A length encoded in more bytes than needed (section 5.2).
    case badLength
    /// A control frame of more than 125 bytes (section 5.5), at which libwebsockets disconnects
    /// without a close frame.
    case oversizedControl
    /// A length of 2^63 or more (section 5.2), at which libwebsockets disconnects without a close
    /// frame.
    case impossibleLength
    /// A message above the maximum size, by the lengths its frames declare.
    case tooBig
  }

  /// Stream offset of the first byte not seen yet.
  private(set) var position: UInt64
  /// Whether it no longer knows where frames begin.
  private(set) var isLost = false
  /// The bytes of an incomplete header.
  private var head: [UInt8] = []
  /// How much of the payload is still to come.
  private var payloadLeft: UInt64 = 0
  /// The maximum message size, in bytes.
  private let maximumMessageBytes: UInt64
  /// Whether a message has begun whose last fragment has not.
  private var isMessageOpen = false
  /// The message's size so far, by the lengths its frames declare.
  private var messageBytes: UInt64 = 0
  /// Whether a violation was found, which ends the connection: later bytes are not inspected.
  private var isDone = false
  /// Whether no frame or message was in progress at some point of the bytes seen last.
  private(set) var hasRested = false
  /// The ping in progress, if any.
  private var ping: Ping?
  /// The payloads of pings that arrived since they were last taken, oldest first.
  private var pings: [[UInt8]] = []

  /// A ping whose payload is incomplete.
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

  /// Whether a frame or a message is incomplete.
  var isUnderWay: Bool { !isLost && (isMessageOpen || payloadLeft > 0 || !head.isEmpty) }

  /// Whether the next byte begins a frame and a message.
  var isBetweenMessages: Bool { !isLost && !isDone && !isUnderWay }

  /// Skips the next `count` bytes, which are whole messages.
  mutating func skip(_ count: Int) {
    precondition(isBetweenMessages, "Messages begin where nothing is incomplete.")
    position += UInt64(count)
  }

  /// Inspects bytes at `offset` in the stream, some of which may have been seen before.
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

  /// Checks the header as far as it has arrived, no later than libwebsockets does at each of its
  /// bytes.
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

  /// Bytes were read that were not seen.
  mutating func lose() {
    isLost = true
    head = []
    ping = nil
  }

  /// The payloads of pings that arrived since the last call, oldest first.
  mutating func takePings() -> [[UInt8]] {
    defer { pings = [] }
    return pings
  }

  /// The header's size, from its first two bytes.
  private var headCount: Int { 2 + lengthCount + 4 }

  /// The number of extended length bytes in the header.
  private var lengthCount: Int {
    switch head[1] & 0x7f {
    case 126: 2
    case 127: 8
    default: 0
    }
  }

  /// The payload's length, from a complete header.
  private var length: UInt64 {
    let bytes = head[2..<2 + lengthCount]
    return bytes.isEmpty ? UInt64(head[1] & 0x7f) : bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The least length that needs this many bytes.
  private var leastLength: UInt64 {
    switch lengthCount {
    case 2: 126
    case 8: 65_536
    default: 0
    }
  }

  private mutating func endHead(_ length: UInt64) {
    payloadLeft = length
    // Control frames come between the fragments of a message and change nothing about it.
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
