// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// Files that say what goes over the wire, byte for byte.
///
/// A difference is a break with every program out there and every recording, so the files change
/// only when `FACEDOWN_UPDATE_GOLDEN=1` says that it is meant.
enum Golden {
  private static let isUpdating =
    ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1"

  /// Compares `text` with the file of that name, or writes it.
  static func check(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if isUpdating {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Resources/golden")
      try Data("\(text)\n".utf8).write(to: folder.appending(path: name))
    } else {
      #expect(try read(name) == text, "\(name) differs.", sourceLocation: sourceLocation)
    }
  }

  /// The text of a file, without its last line break.
  static func read(_ name: String) throws -> String {
    let folder = try #require(Bundle.module.url(forResource: "golden", withExtension: nil))
    let data = try Data(contentsOf: folder.appending(path: name))
    return String(decoding: data, as: UTF8.self).trimmingSuffix("\n")
  }

  /// The names of all files.
  static func names() throws -> Set<String> {
    let folder = try #require(Bundle.module.url(forResource: "golden", withExtension: nil))
    return Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
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

  /// JSON without white space, one member or element a line; two texts are equal exactly when
  /// what they were made from is.
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

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
