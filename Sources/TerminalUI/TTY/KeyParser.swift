// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// An incremental parser of a terminal's input: bytes in, keys and reports out.
///
/// Unknown sequences and invalid bytes are skipped. Memory is bounded by the limits below.
///
/// The Escape key is also the first byte of every sequence. If `timeout` is not nil after `feed`,
/// the owner waits that long for more bytes, then calls `flush`.
package struct KeyParser: Sendable {
  /// The maximum number of bytes of a control sequence; a longer one is skipped.
  static let sequenceLimit = 48
  /// The maximum number of bytes of a command string; a longer one is skipped.
  static let stringLimit = 256
  /// The maximum number of bytes of pasted text; the rest is dropped.
  package static let pasteLimit = 4096
  /// The maximum number of reports that wait for `takeReports`; further ones are dropped.
  package static let reportLimit = 64

  /// A parser before any input.
  package init() {}

  private enum State: Hashable, Sendable {
    case ground
    case utf8(needed: Int)
    case escape
    /// A control sequence (CSI, ECMA-48 5.4).
    case sequence
    /// A single shifted key (SS3).
    case shifted
    /// A command string (OSC, DCS, APC, PM, SOS); `pending` begins with its introducer.
    case string(afterEscape: Bool)
    /// Pasted text; `matched` bytes of its terminator have been seen.
    case paste(matched: Int)
    /// This many bytes of an old mouse report or function key remain to be skipped.
    case skip(Int)
  }

  /// The terminator of pasted text (xterm's bracketed paste).
  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  private var state = State.ground
  private var pending: [UInt8] = []
  private var keys: [Key] = []
  private var reports: [TerminalReport] = []

  /// The timeout after which a lone ESC counts as the Escape key, not as the start of a sequence.
  ///
  /// Longer with the keyboard protocol, where a bare ESC is never the key.
  package var escapeTimeout = Duration.milliseconds(50)

  /// How long to wait for more bytes before calling `flush`; nil if there is nothing to decide.
  ///
  /// `escapeTimeout` for bytes that a person may have typed. A second for sequences that only a
  /// terminal sends, which may arrive slowly and in pieces.
  package var timeout: Duration? {
    switch state {
    case .ground, .paste: nil
    case .escape, .shifted, .utf8: escapeTimeout
    case .sequence: pending.isEmpty ? escapeTimeout : .seconds(1)
    case .string, .skip: .seconds(1)
    }
  }

  /// Whether the bytes so far may be the beginning of a sequence, to be decided by a timeout.
  package var isWaiting: Bool { timeout != nil }

  /// Returns and clears the terminal's reports since the last call.
  package mutating func takeReports() -> [TerminalReport] {
    defer { reports = [] }
    return reports
  }

  /// Parses bytes and returns the complete keys.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    for byte in bytes { take(byte) }
    defer { keys = [] }
    return keys
  }

  /// Call after `timeout`: returns the keys that the pending bytes stand for, such as Escape.
  package mutating func flush() -> [Key] {
    switch state {
    case .escape: keys.append(.escape)
    case .shifted: keys += [.escape, .character("O")]
    case .sequence where pending.isEmpty: keys += [.escape, .character("[")]
    default: break
    }
    if isWaiting { reset() }
    defer { keys = [] }
    return keys
  }

  private mutating func reset(to state: State = .ground) {
    self.state = state
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .utf8(let needed): takeUTF8(byte, needed: needed)
    case .escape: takeEscape(byte)
    case .sequence: takeSequence(byte)
    case .shifted: takeShifted(byte)
    case .string(let afterEscape): takeString(byte, afterEscape: afterEscape)
    case .paste(let matched): takePaste(byte, matched: matched)
    case .skip(let count):
      state = count > 1 ? .skip(count - 1) : .ground
    }
  }

  private mutating func takeGround(_ byte: UInt8) {
    switch byte {
    case 0x1b: state = .escape
    case 0x0d, 0x0a: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7f: keys.append(.backspace)
    case 0x01...0x1a: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
    case 0x20...0x7e: keys.append(.character(Character(Unicode.Scalar(byte))))
    case 0xc2...0xf4:
      pending = [byte]
      state = .utf8(needed: byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4)
    default: break
    }
  }

  private mutating func takeUTF8(_ byte: UInt8, needed: Int) {
    guard (0x80...0xbf).contains(byte) else {
      reset()
      return take(byte)
    }
    pending.append(byte)
    guard pending.count == needed else { return }
    if let text = String(validating: pending, as: UTF8.self),
      let scalar = text.unicodeScalars.first,
      scalar.isPrintable
    {
      keys.append(.character(Character(scalar)))
    }
    reset()
  }

  private mutating func takeEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): reset(to: .sequence)
    case UInt8(ascii: "O"): state = .shifted
    case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      reset(to: .string(afterEscape: false))
      pending.append(byte)
    default:
      // Alt with a key, or Escape and then the key: both are the two keys.
      keys.append(.escape)
      state = .ground
      take(byte)
    }
  }

  private mutating func takeSequence(_ byte: UInt8) {
    switch byte {
    case 0x20...0x3f:
      if pending.count <= Self.sequenceLimit { pending.append(byte) }
    case UInt8(ascii: "[") where pending.isEmpty:
      // The Linux console's function keys.
      reset(to: .skip(1))
    case UInt8(ascii: "M") where pending.isEmpty:
      // A mouse report in its oldest form.
      reset(to: .skip(3))
    case 0x40...0x7e:
      let parameters = pending
      let isPaste = byte == UInt8(ascii: "~") && parameters == Array("200".utf8)
      reset(to: isPaste ? .paste(matched: 0) : .ground)
      if parameters.count <= Self.sequenceLimit { take(parameters, final: byte) }
    default:
      reset()
      take(byte)
    }
  }

  private mutating func takeShifted(_ byte: UInt8) {
    reset()
    guard byte >= 0x20 else { return take(byte) }
    if let key = Key(final: byte) { keys.append(key) }
    if byte == UInt8(ascii: "M") { keys.append(.enter) }
  }

  private mutating func takeString(_ byte: UInt8, afterEscape: Bool) {
    switch byte {
    case 0x07: endString()
    case 0x1b: state = .string(afterEscape: true)
    case _ where afterEscape && byte == UInt8(ascii: "\\"): endString()
    case _ where afterEscape:
      reset(to: .escape)
      take(byte)
    default:
      if pending.count <= Self.stringLimit { pending.append(byte) }
    }
  }

  private mutating func endString() {
    let string = pending
    reset()
    guard string.count <= Self.stringLimit, let kind = string.first else { return }
    note(TerminalReport(string: string.dropFirst(), introducedBy: kind))
  }

  /// Collects pasted text up to the limit; its terminator completes one key.
  private mutating func takePaste(_ byte: UInt8, matched: Int) {
    let isNext = byte == Self.pasteEnd[matched]
    let count = isNext ? matched + 1 : byte == Self.pasteEnd[0] ? 1 : 0
    state = .paste(matched: count)
    if pending.count < Self.pasteLimit + Self.pasteEnd.count { pending.append(byte) }
    guard count == Self.pasteEnd.count else { return }
    let isWhole = pending.ends(with: Self.pasteEnd)
    let bytes = (isWhole ? pending.dropLast(Self.pasteEnd.count) : pending[...])
      .prefix(Self.pasteLimit)
    reset()
    let text = String(pasted: bytes)
    if !text.isEmpty { keys.append(.paste(text)) }
  }

  private mutating func take(_ parameters: [UInt8], final: UInt8) {
    if let key = Key(parameters: parameters, final: final) {
      keys.append(key)
    } else {
      note(TerminalReport(parameters: parameters, final: final))
    }
  }

  private mutating func note(_ report: TerminalReport?) {
    guard let report, reports.count < Self.reportLimit else { return }
    reports.append(report)
  }
}

extension Array where Element == UInt8 {
  fileprivate func ends(with end: [UInt8]) -> Bool {
    count >= end.count && self[(count - end.count)...].elementsEqual(end)
  }
}

extension String {
  /// Pasted bytes as one line of text: control characters are dropped, line ends become spaces.
  fileprivate init(pasted bytes: some Sequence<UInt8>) {
    self.init()
    for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
      if scalar == "\n" || scalar == "\r" || scalar == "\t" {
        if unicodeScalars.last != " " { append(" ") }
      } else if scalar.isPrintable && scalar != "\u{fffd}" {
        unicodeScalars.append(scalar)
      }
    }
    while last == " " { removeLast() }
  }
}
