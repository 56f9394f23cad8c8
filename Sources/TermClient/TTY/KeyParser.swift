// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A terminal's input as keys: bytes in, keys out, however the bytes are cut.
///
/// Sequences it does not know, replies, pasted text and bytes that mean nothing are passed over.
/// Whatever comes, it keeps one byte more than `sequenceLimit` at most.
///
/// Escape alone is the first byte of every sequence. After bytes that leave `isWaiting` true the
/// owner waits a moment (a twentieth of a second) for more, then calls `flush`.
struct KeyParser: Sendable {
  /// The most bytes of a sequence that are looked at; a longer one is passed over.
  static let sequenceLimit = 32

  private enum State: Hashable, Sendable {
    case ground
    case utf8(needed: Int)
    case escape
    /// A control sequence (CSI, ECMA-48 5.4).
    case sequence
    /// A single shifted key (SS3).
    case shifted
    /// A command string (OSC, DCS, APC, PM, SOS) up to its end.
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

  /// Whether the bytes so far may be the beginning of more, and a pause would tell.
  var isWaiting: Bool {
    switch state {
    case .ground, .paste: false
    default: true
    }
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
    case .paste(let matched):
      let isNext = byte == Self.pasteEnd[matched]
      let count = isNext ? matched + 1 : byte == Self.pasteEnd[0] ? 1 : 0
      state = count == Self.pasteEnd.count ? .ground : .paste(matched: count)
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
      state = .string(afterEscape: false)
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
      let isWhole = pending.count <= Self.sequenceLimit
      let (parameters, isPaste) = (
        pending, byte == UInt8(ascii: "~") && pending == Array("200".utf8)
      )
      reset(to: isPaste ? .paste(matched: 0) : .ground)
      if isWhole, let key = Key(parameters: parameters, final: byte) { keys.append(key) }
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
    case 0x07: state = .ground
    case 0x1b: state = .string(afterEscape: true)
    case _ where afterEscape && byte == UInt8(ascii: "\\"): state = .ground
    case _ where afterEscape:
      state = .escape
      take(byte)
    default: break
    }
  }
}

extension Key {
  /// The key a control sequence stands for (xterm's and VT220's), whatever modifiers it names.
  fileprivate init?(parameters: [UInt8], final: UInt8) {
    let text = String(decoding: parameters, as: UTF8.self)
    if text.hasPrefix("<") {
      self.init(mouse: text.dropFirst(), final: final)
      return
    }
    guard parameters.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }) else {
      return nil
    }
    if final != UInt8(ascii: "~") {
      self.init(final: final)
      return
    }
    switch text.prefix(while: { $0 != ";" }) {
    case "1", "7": self = .home
    case "4", "8": self = .end
    case "5": self = .pageUp
    case "6": self = .pageDown
    default: return nil
    }
  }

  /// The key of a sequence that is told by its last byte alone.
  fileprivate init?(final: UInt8) {
    switch final {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "Z"): self = .backTab
    default: return nil
    }
  }

  /// A mouse report in xterm's SGR form: only the left button going down is a key.
  private init?(mouse report: Substring, final: UInt8) {
    let fields = report.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard final == UInt8(ascii: "M"), fields.count == 3, let button = fields[0],
      let column = fields[1], let row = fields[2]
    else { return nil }
    // The two lowest bits are the button, the next three the modifiers; above them are motion,
    // the wheel and further buttons.
    guard button >= 0, button & ~0b11100 == 0, (1...WindowSize.limit).contains(column),
      (1...WindowSize.limit).contains(row)
    else { return nil }
    self = .press(column: column - 1, row: row - 1)
  }
}
