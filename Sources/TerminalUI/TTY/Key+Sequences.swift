// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells

// Decoding of control sequences: xterm's and VT220's function keys, kitty's keyboard protocol
// (sw.kovidgoyal.net/kitty/keyboard-protocol), xterm's mouse reports in SGR form.

extension Key {
  /// The key of a control sequence; nil if it stands for no key.
  package init?(parameters: [UInt8], final: UInt8) {
    let text = String(decoding: parameters, as: UTF8.self)
    if text.hasPrefix("<") {
      self.init(mouse: text.dropFirst(), final: final)
      return
    }
    guard let fields = Self.fields(of: text) else { return nil }
    // The subfield after the modifiers is the event type: 1 press, 2 repeat, 3 release.
    if fields.count > 1, fields[1].count > 1, fields[1][1] == 3 { return nil }
    let modifiers = Modifiers(fields.count > 1 ? fields[1].first ?? nil : nil)
    let number = fields.first?.first ?? nil
    switch final {
    case UInt8(ascii: "u"):
      guard let number else { return nil }
      self.init(code: number, modifiers)
    case UInt8(ascii: "~") where number == 27 && fields.count == 3:
      // xterm's other keys.
      guard let code = fields[2].first ?? nil else { return nil }
      self.init(code: code, modifiers)
    case UInt8(ascii: "~"):
      switch number {
      case 1, 7: self = .home
      case 3: self = .delete
      case 4, 8: self = .end
      case 5: self = .pageUp
      case 6: self = .pageDown
      default: return nil
      }
    default: self.init(final: final)
    }
  }

  /// The key of a sequence that is defined by its final byte.
  package init?(final: UInt8) {
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

  /// The modifiers of a key, which both protocols encode as a bit mask plus one.
  private struct Modifiers {
    private let bits: Int

    init(_ value: Int?) { bits = max(value ?? 1, 1) - 1 }

    var hasShift: Bool { bits & 1 != 0 }
    var hasControl: Bool { bits & 4 != 0 }
    /// Alt, super, hyper or meta: such a key belongs to the window manager.
    var hasOthers: Bool { bits & 0b111010 != 0 }
  }

  /// Fields separated by semicolons, with subfields separated by colons; nil if any is no number.
  private static func fields(of text: String) -> [[Int?]]? {
    var fields: [[Int?]] = []
    for field in text.split(separator: ";", omittingEmptySubsequences: false) {
      var numbers: [Int?] = []
      for part in field.split(separator: ":", omittingEmptySubsequences: false) {
        guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        numbers.append(Int(part))
      }
      fields.append(numbers)
    }
    return fields
  }

  /// The key of a code point; keys without a character have private ones in kitty's protocol.
  private init?(code: Int, _ modifiers: Modifiers) {
    guard !modifiers.hasOthers else { return nil }
    switch code {
    case 9: self = modifiers.hasShift ? .backTab : .tab
    case 13, 57_414: self = .enter
    case 27: self = .escape
    case 8, 127: self = .backspace
    case 57_399...57_408:
      self = .character(Character(Unicode.Scalar(UInt8(0x30 + code - 57_399))))
    case 57_417: self = .left
    case 57_418: self = .right
    case 57_419: self = .up
    case 57_420: self = .down
    case 57_421: self = .pageUp
    case 57_422: self = .pageDown
    case 57_423: self = .home
    case 57_424: self = .end
    case 57_426: self = .delete
    default:
      guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
        scalar.isPrintable
      else { return nil }
      if modifiers.hasControl {
        guard scalar.isASCII, scalar == "\\" || ("a"..."z").contains(scalar) else { return nil }
        self = .control(Character(scalar))
      } else {
        self = .character(Character(scalar))
      }
    }
  }

  /// The key of a mouse report in xterm's SGR form: left button press, motion or wheel.
  private init?(mouse report: Substring, final: UInt8) {
    let fields = report.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard final == UInt8(ascii: "M"), fields.count == 3, let button = fields[0],
      let column = fields[1], let row = fields[2], (0..<128).contains(button),
      (1...WindowSize.limit).contains(column), (1...WindowSize.limit).contains(row)
    else { return nil }
    let place = (column: column - 1, row: row - 1)
    // The two lowest bits are the button, the next three the modifiers, then motion and the wheel.
    switch button & ~0b11100 {
    case 0: self = .press(column: place.column, row: place.row)
    case 32...35: self = .hover(column: place.column, row: place.row)
    case 64: self = .wheelUp(column: place.column, row: place.row)
    case 65: self = .wheelDown(column: place.column, row: place.row)
    default: return nil
    }
  }
}

extension Key {
  /// Whether it is a motion of the pointer.
  var isHover: Bool {
    if case .hover = self { true } else { false }
  }
}
