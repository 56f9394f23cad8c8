// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A terminal's report within its input: the answer to a query, or a notification.
///
/// Its contents are bounded and sanitised, but otherwise unverified.
package enum TerminalReport: Hashable, Sendable {
  /// Whether a private mode is supported (DECRPM).
  case mode(Int, isUsable: Bool)
  /// The keyboard protocol is supported.
  case keyboardProtocol
  /// The terminal's name and version (XTVERSION).
  case name(String)
  /// Whether a capability, by its terminfo name, exists (XTGETTCAP).
  case capability(String, isThere: Bool)
  /// Whether a 24-bit colour was kept as it was set (DECRQSS).
  case trueColor(Bool)
  /// The background colour (OSC 11).
  case background(Color)
  /// The window's size in pixels.
  case window(PixelSize)
  /// A cell's size in pixels.
  case cell(PixelSize)
  /// Device attributes (DA1): every terminal answers this, after all earlier queries.
  case attributes(hasSixel: Bool)
  /// Kitty's graphics protocol is supported.
  case kittyGraphics
  /// Whether kitty keeps the picture of a slot that was sent to it through tmux.
  case picture(slot: Int, isKept: Bool)
  /// The number of colours a sixel drawing may have (XTSMGRAPHICS).
  case colorRegisters(Int)
  /// Device status (DSR): everything written before the query has been read.
  case status
  /// The cursor's position, counted from 0 (CPR).
  case cursor(column: Int, row: Int)
  /// The window was resized (mode 2048); in pixels too, if the terminal reports them.
  case resized(WindowSize, PixelSize?)
  /// The window gained or lost the focus.
  case focus(Bool)

  /// The maximum number of colour registers accepted in a report.
  private static let registerLimit = 1 << 20

  /// The report in a control sequence; nil if it holds no known report.
  package init?(parameters: [UInt8], final: UInt8) {
    let text = String(decoding: parameters, as: UTF8.self)
    let isPrivate = text.hasPrefix("?")
    let fields = text.dropFirst(isPrivate ? 1 : 0).split(
      separator: ";", omittingEmptySubsequences: false)
    let numbers = fields.map { Int($0) }
    switch (final, isPrivate) {
    case (UInt8(ascii: "y"), true):
      // The value ends in the sequence's own dollar sign.
      guard fields.count == 2, let mode = numbers[0], fields[1].hasSuffix("$"),
        let setting = Int(fields[1].dropLast())
      else { return nil }
      self = .mode(mode, isUsable: setting == 1 || setting == 2)
    case (UInt8(ascii: "u"), true): self = .keyboardProtocol
    case (UInt8(ascii: "c"), true):
      // The first is the terminal's class, the others are its extensions.
      self = .attributes(hasSixel: numbers.dropFirst().contains(4))
    case (UInt8(ascii: "S"), true):
      // Item 1, without an error.
      guard numbers.count == 3, numbers[0] == 1, numbers[1] == 0, let count = numbers[2],
        (1...Self.registerLimit).contains(count)
      else { return nil }
      self = .colorRegisters(count)
    case (UInt8(ascii: "n"), false):
      guard numbers == [0] else { return nil }
      self = .status
    case (UInt8(ascii: "R"), false):
      guard numbers.count == 2, let row = numbers[0], let column = numbers[1],
        (1...WindowSize.limit).contains(row), (1...WindowSize.limit).contains(column)
      else { return nil }
      self = .cursor(column: column - 1, row: row - 1)
    case (UInt8(ascii: "t"), false): self.init(windowReport: numbers)
    case (UInt8(ascii: "I"), false) where text.isEmpty: self = .focus(true)
    case (UInt8(ascii: "O"), false) where text.isEmpty: self = .focus(false)
    default: return nil
    }
  }

  /// The report of a command string without its introducer; nil if it holds no known report.
  package init?(string: some Sequence<UInt8>, introducedBy kind: UInt8) {
    let text = String(decoding: Array(string), as: UTF8.self)
    switch kind {
    case UInt8(ascii: "P") where text.hasPrefix(">|"):
      self = .name(String(text.dropFirst(2)).harmless(limit: 80))
    case UInt8(ascii: "P") where text.hasPrefix("1$r") && text.hasSuffix("m"):
      self = .trueColor(Self.hasTestColor(text.dropFirst(3).dropLast()))
    case UInt8(ascii: "P"):
      let isThere = text.hasPrefix("1+r")
      guard isThere || text.hasPrefix("0+r") else { return nil }
      let name = text.dropFirst(3).prefix { $0 != "=" && $0 != ";" }
      guard let name = String(hexadecimal: name) else { return nil }
      self = .capability(name, isThere: isThere)
    case UInt8(ascii: "_"):
      if text == "Gi=\(KittyGraphics.queryID);OK" {
        self = .kittyGraphics
        return
      }
      guard text.hasPrefix("Gi="), let end = text.firstIndex(of: ";"),
        let id = Int(text[..<end].dropFirst(3).prefix { $0 != "," }),
        let slot = PicturePlaceholder.slot(of: id)
      else { return nil }
      self = .picture(slot: slot, isKept: text[end...] == ";OK")
    case UInt8(ascii: "]"):
      guard text.hasPrefix("11;"), let color = Color(specification: text.dropFirst(3)) else {
        return nil
      }
      self = .background(color)
    default: return nil
    }
  }

  /// Whether a rendition has the background `TerminalProbe.testColor`; its parts are separated by
  /// colons or semicolons, and a colour space may be left empty (`48:2::1:2:3`).
  private static func hasTestColor(_ rendition: Substring) -> Bool {
    let numbers = rendition.split { $0 == ":" || $0 == ";" }.compactMap { UInt8($0) }
    return numbers.contains([48, 2] + TerminalProbe.testColor)
  }

  /// xterm's window reports: 4 the window's pixels, 6 a cell's, 48 all sizes at once.
  private init?(windowReport numbers: [Int?]) {
    let values = numbers.compactMap { $0 }
    guard values.count == numbers.count, values.count >= 3 else { return nil }
    switch values[0] {
    case 4:
      guard let pixels = PixelSize(width: values[2], height: values[1]) else { return nil }
      self = .window(pixels)
    case 6:
      guard let pixels = PixelSize(width: values[2], height: values[1]) else { return nil }
      self = .cell(pixels)
    case 48:
      let allowed = 1...WindowSize.limit
      guard allowed.contains(values[1]), allowed.contains(values[2]) else { return nil }
      self = .resized(
        WindowSize(columns: values[2], rows: values[1]),
        values.count >= 5 ? PixelSize(width: values[4], height: values[3]) : nil)
    default: return nil
    }
  }
}

extension String {
  /// UTF-8 text from pairs of hexadecimal digits, at most 64 digits; nil if invalid.
  fileprivate init?(hexadecimal digits: some StringProtocol) {
    let values = digits.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard values.count.isMultiple(of: 2), values.count <= 64 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard let high = values[index], let low = values[index + 1] else { return nil }
      bytes.append(UInt8(high * 16 + low))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self = text
  }
}

extension Color {
  /// A colour as X writes it: `rgb:` or `rgba:` and one to four hexadecimal digits each of red,
  /// green and blue between slashes; nil if it is malformed.
  package init?(specification: some StringProtocol) {
    guard let colon = specification.firstIndex(of: ":"),
      ["rgb", "rgba"].contains(String(specification[..<colon]))
    else { return nil }
    let parts = specification[specification.index(after: colon)...]
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return nil }
    var rgb: UInt32 = 0
    for part in parts.prefix(3) {
      guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
      let most = UInt32(1) << (4 * UInt32(part.count)) - 1
      rgb = rgb << 8 | (value * 255 + most / 2) / most
    }
    self.init(rgb)
  }
}
