// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// A picture of grey pixels, for programs that look at what a terminal shows.
package struct PixelPicture {
  private let width: Int
  private let height: Int
  private var pixels: [UInt8]

  /// A cell's pixels.
  private static let cell = (width: 6, height: 12)
  /// What is around a picture of half-blocks: a dark terminal.
  private static let ground: UInt8 = 0x18

  /// A picture of cells of a terminal: what each has in its upper and its lower half, 0 to 255.
  package init(columns: Int, rows: Int, _ halves: (_ column: Int, _ row: Int) -> (UInt8, UInt8)) {
    (width, height) = (columns * Self.cell.width, rows * Self.cell.height)
    pixels = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (upper, lower) = halves(x / Self.cell.width, y / Self.cell.height)
        pixels.append(y % Self.cell.height < Self.cell.height / 2 ? upper : lower)
      }
    }
  }

  /// Half-blocks in black on white, in the middle of a dark terminal.
  package init(halfBlocks lines: [String]) {
    let rows = lines.map { Array($0) }
    let around = 4
    self.init(columns: (rows.first?.count ?? 0) + 2 * around, rows: rows.count + 2 * around) {
      column, row in
      let (x, y) = (column - around, row - around)
      guard rows.indices.contains(y), rows[y].indices.contains(x) else {
        return (Self.ground, Self.ground)
      }
      return switch rows[y][x] {
      case "█": (0, 0)
      case "▀": (0, 255)
      case "▄": (255, 0)
      default: (255, 255)
      }
    }
  }

  /// The text of the code in it, as zbarimg reads it; empty if it finds none.
  package func readCode() throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pgm")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(Array("P5 \(width) \(height) 255\n".utf8) + pixels).write(to: file)
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file.path]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .newlines)
  }
}
