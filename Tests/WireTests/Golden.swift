// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing
import Wire

/// Messages and their encodings, byte for byte: a file of `Resources/golden`.
///
/// A difference breaks every program in use and every recording, so the files are rewritten only
/// with `FACEDOWN_UPDATE_GOLDEN=1`.
struct GoldenTable: CustomTestStringConvertible {
  /// A message in both encodings.
  struct Row: Equatable {
    let name: String
    /// One member or element a line.
    let json: String
    /// Hexadecimal digits, 32 bytes a line; empty for a message of no bytes.
    let hex: String
  }

  static let isUpdating = ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1"

  /// The file's name without its ending.
  let name: String
  let rows: [Row]

  var testDescription: String { name }

  init<Message>(
    _ name: String, _ samples: [Sample<Message>], encode: (WireEncoding, Message) -> [UInt8]
  ) {
    self.name = name
    rows = samples.map { sample in
      Row(
        name: sample.name,
        json: Golden.readable(String(decoding: encode(.json, sample.message), as: UTF8.self)),
        hex: Golden.hex(encode(.proto, sample.message)))
    }
  }

  /// Reads the table of that name.
  init(reading name: String) throws {
    let text = String(
      decoding: try Data(contentsOf: Golden.folder().appending(path: "\(name).txt")), as: UTF8.self)
    self.name = name
    rows = text.dropFirst(2).split(separator: "\n# ").map { row in
      let lines = row.split(separator: "\n")
      let message = lines.dropFirst()
      // Readable JSON begins no line with a digit or a letter.
      let json = message.prefix { "{ }".contains($0.prefix(1)) }
      return Row(
        name: String(lines.first ?? ""), json: json.joined(separator: "\n"),
        hex: message.dropFirst(json.count).joined(separator: "\n"))
    }
    #expect(self.text == text, "\(name).txt is not in the form that is written.")
  }

  /// Writes the table into the sources.
  func write() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Resources/golden")
    try Data(text.utf8).write(to: folder.appending(path: "\(name).txt"))
  }

  private var text: String {
    rows.map { "# \($0.name)\n\($0.json)\n" + ($0.hex.isEmpty ? "" : "\($0.hex)\n") }
      .joined(separator: "\n")
  }
}

/// The form in which golden files have messages.
enum Golden {
  static func folder() throws -> URL {
    try #require(Bundle.module.url(forResource: "golden", withExtension: nil))
  }

  /// Bytes as hexadecimal digits, 32 bytes a line.
  static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return stride(from: 0, to: bytes.count, by: 32).map { start in
      String(
        bytes[start..<min(start + 32, bytes.count)].flatMap {
          [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
        })
    }.joined(separator: "\n")
  }

  /// JSON without white space, one member or element a line; two results are equal exactly if the
  /// originals are.
  static func readable(_ json: String) -> String {
    var text = ""
    var depth = 0
    var isInString = false
    var isEscaped = false
    var last: Character = " "
    func lineBreak() { text += "\n" + String(repeating: "  ", count: depth) }
    for character in json {
      if isInString {
        text.append(character)
        if character == "\"" && !isEscaped { isInString = false }
        isEscaped = character == "\\" && !isEscaped
      } else {
        switch character {
        case "{", "[":
          if last == "{" || last == "[" { lineBreak() }
          text.append(character)
          depth += 1
        case "}", "]":
          depth -= 1
          if last != "{" && last != "[" { lineBreak() }
          text.append(character)
        case ",":
          text.append(character)
          lineBreak()
        case ":":
          text += ": "
        default:
          if last == "{" || last == "[" { lineBreak() }
          text.append(character)
          isInString = character == "\""
        }
      }
      last = character
    }
    return text
  }
}
