// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Tells Swift code from what is written in it.
///
/// Knows comments (nested too) and strings (raw, many lines, with code inside `\(…)`). Does not know
/// regex literals: a quotation mark in one hides the rest of its line.
struct SwiftCode {
  private let bytes: [UInt8]
  private var blanked: [UInt8]
  private var position = 0

  /// The same text with a space for each byte of comments and of strings' contents; every line stays
  /// where it is.
  static func blanking(_ text: String) -> String {
    var reader = SwiftCode(text)
    reader.readCode(insideString: false)
    return String(decoding: reader.blanked, as: UTF8.self)
  }

  private init(_ text: String) {
    bytes = Array(text.utf8)
    blanked = bytes
  }

  /// Reads to the end, or inside a string to the parenthesis that closes the interpolation.
  private mutating func readCode(insideString: Bool) {
    var depth = 0
    while position < bytes.count {
      if sees("//") {
        blank(while: { !$0.sees("\n") })
      } else if sees("/*") {
        readBlockComment()
      } else if let hashes = hashesBeforeQuote() {
        readString(hashes: hashes)
      } else {
        if sees("(") { depth += 1 }
        if sees(")") {
          if insideString && depth == 0 { return }
          depth -= 1
        }
        position += 1
      }
    }
  }

  private mutating func readBlockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        blank(2)
      } else if sees("*/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func readString(hashes: Int) {
    let marks = String(repeating: "#", count: hashes)
    position += hashes
    let spansLines = sees("\"\"\"")
    let quote = spansLines ? "\"\"\"" : "\""
    position += quote.utf8.count
    while position < bytes.count {
      if sees(quote + marks) {
        position += quote.utf8.count + hashes
        return
      } else if sees("\\" + marks + "(") {
        position += hashes + 2
        readCode(insideString: true)
        position = min(position + 1, bytes.count)
      } else if sees("\\" + marks) {
        blank(hashes + 2)
      } else if sees("\n") && !spansLines {
        return
      } else {
        blank(1)
      }
    }
  }

  /// How many `#` stand before the quotation mark that starts a string here; nil where none starts.
  private func hashesBeforeQuote() -> Int? {
    var end = position
    while end < bytes.count && bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - position : nil
  }

  private func sees(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private mutating func blank(_ count: Int) {
    for index in position..<min(position + count, bytes.count)
    where bytes[index] != UInt8(ascii: "\n") {
      blanked[index] = UInt8(ascii: " ")
    }
    position = min(position + count, bytes.count)
  }

  private mutating func blank(while condition: (Self) -> Bool) {
    while position < bytes.count && condition(self) { blank(1) }
  }
}
