// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

/// Reference files of frames, cell by cell.
///
/// They are rewritten only with `FACEDOWN_UPDATE_GOLDEN=1`, as `scripts/pictures golden` does;
/// review the differences.
enum GoldenFrame {
  private static let isUpdating =
    ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1"

  /// Compares `text` with the file of that name, or writes it.
  static func check(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    if isUpdating {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Resources/frames")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appending(path: name))
      return
    }
    let golden = try read(name)
    guard golden != text else { return }
    let (old, new) = (golden.lines, text.lines)
    let row = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }
    Issue.record(
      """
      \(name) differs from its line \((row?.offset ?? min(old.count, new.count)) + 1) on:
      was \(row?.element.0 ?? "shorter or longer")
      is  \(row?.element.1 ?? "longer or shorter")
      """, sourceLocation: sourceLocation)
  }

  /// The names of all files.
  static func names() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: try folder().path))
  }

  private static func read(_ name: String) throws -> String {
    let data = try Data(contentsOf: try folder().appending(path: name))
    return String(decoding: data, as: UTF8.self)
  }

  private static func folder() throws -> URL {
    try #require(Bundle.module.url(forResource: "Resources", withExtension: nil))
      .appending(path: "frames")
  }
}

extension String {
  fileprivate var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }
}

extension Grid {
  /// A number that is another when any cell is: FNV-1a of all glyphs, colours and attributes.
  var sum: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for cell in cells {
      cell.glyph.text.utf8.forEach(add)
      for color in [cell.style.foreground, cell.style.background] {
        for part in [color.isStandard ? 1 : 0, color.red, color.green, color.blue] {
          add(UInt8(part))
        }
      }
      add(cell.style.attributes.rawValue)
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// A picture as readable text: half as wide, with a character for the lightness of each cell;
  /// text stays text.
  var shades: [String] {
    let ramp = Array(" .:-=+*#%@")
    return (0..<height).map { row in
      var line = ""
      for column in stride(from: 0, to: width - 1, by: 2) {
        let pair = [self[column, row], self[column + 1, row]]
        if let letter = pair.compactMap({ $0.glyph.letter }).first {
          line.append(letter)
        } else {
          let light = pair.reduce(0.0) { $0 + $1.lightness } / 2
          line.append(ramp[min(Int(light * Double(ramp.count)), ramp.count - 1)])
        }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension Glyph {
  /// The character if it is a letter or a digit.
  fileprivate var letter: Character? {
    guard let first = text.first, first.isLetter || first.isNumber else { return nil }
    return first
  }
}

extension Cell {
  /// The lightness, 0...1: the mean of both colours.
  fileprivate var lightness: Double {
    (style.foreground.lightness + style.background.lightness) / 2
  }
}

extension Color {
  fileprivate var lightness: Double {
    let light = 0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)
    return light / 256
  }
}
