// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A terminal's input as keys and reports: bytes in, keys out, however the bytes are cut.
///
/// Sequences it does not know and bytes that mean nothing are passed over. Whatever comes, it keeps
/// a few bytes more than the limit of what it is in the middle of, at most.
///
/// Escape alone is the first byte of every sequence. After bytes that leave `timeout` other than
/// nil the owner waits that long for more, then calls `flush`.
struct KeyParser: Sendable {
  /// The most bytes of a sequence that are looked at; a longer one is passed over.
  static let sequenceLimit = 48
  /// The most bytes of a command string that are looked at; a longer one is passed over.
  static let stringLimit = 256
  /// The most bytes of pasted text that are kept; what is beyond is lost.
  static let pasteLimit = 4096
  /// The most reports that wait for `takeReports`; further ones are lost.
  static let reportLimit = 64

  private enum State: Hashable, Sendable {
    case ground
    case utf8(needed: Int)
    case escape
    /// A control sequence (CSI, ECMA-48 5.4).
    case sequence
    /// A single shifted key (SS3).
    case shifted
    /// A command string (OSC, DCS, APC, PM, SOS) up to its end; its introducer comes first in
    /// `pending`.
    case string(afterEscape: Bool)
    /// Pasted text, with so many bytes of its end seen.
    case paste(matched: Int)
    /// So many bytes that belong to an old mouse report or function key.
    case skip(Int)
  }

  /// What ends pasted text (xterm's bracketed paste).
  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  private var state = State.ground
  private var pending: [UInt8] = []
  private var keys: [Key] = []
  private var reports: [TerminalReport] = []

  /// How long what may be the key Escape is waited for: a moment, or longer where a terminal says
  /// Escape in another way, so that this is the beginning of something.
  var escapeTimeout = Duration.milliseconds(50)

  /// How long to wait for more; nil where a pause would tell nothing.
  ///
  /// What a person may have typed is decided in `escapeTimeout`. What only a terminal
  /// sends may come slowly, in pieces; within a second none of them is taken for keys.
  var timeout: Duration? {
    switch state {
    case .ground, .paste: nil
    case .escape, .shifted, .utf8: escapeTimeout
    case .sequence: pending.isEmpty ? escapeTimeout : .seconds(1)
    case .string, .skip: .seconds(1)
    }
  }

  /// Whether the bytes so far may be the beginning of more, and a pause would tell.
  var isWaiting: Bool { timeout != nil }

  /// What the terminal said of itself since the last call.
  mutating func takeReports() -> [TerminalReport] {
    defer { reports = [] }
    return reports
  }

  /// Takes bytes in, and gives the keys that are complete.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    for byte in bytes { take(byte) }
    defer { keys = [] }
    return keys
  }

  /// Nothing more came: what waited is all there is, Escape above all.
  mutating func flush() -> [Key] {
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
      scalar.isHarmless
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

  /// Keeps pasted text as far as there is room, and gives it as one key at its end.
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
  /// Pasted bytes as text for one line: what is no text is left out, and each end of a line is a
  /// space.
  fileprivate init(pasted bytes: some Sequence<UInt8>) {
    self.init()
    for scalar in String(decoding: Array(bytes), as: UTF8.self).unicodeScalars {
      if scalar == "\n" || scalar == "\r" || scalar == "\t" {
        if unicodeScalars.last != " " { append(" ") }
      } else if scalar.isHarmless && scalar != "\u{fffd}" {
        unicodeScalars.append(scalar)
      }
    }
    while last == " " { removeLast() }
  }
}
