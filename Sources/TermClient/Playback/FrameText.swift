// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A screen as text that needs no terminal to be made: lines, with or without colours.
enum FrameText {
  /// The characters alone, without the spaces at the ends of lines.
  static func plain(_ grid: Grid) -> String {
    lines(of: grid) { row in
      var line = (0..<grid.width).map { grid[$0, row].glyph.text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The characters with their colours and attributes (ECMA-48's select graphic rendition); each
  /// line begins and ends with the terminal's own.
  static func ansi(_ grid: Grid, depth: ColourDepth) -> String {
    lines(of: grid) { row in
      var line = ""
      var pen = Style()
      for column in 0..<grid.width {
        let cell = grid[column, row]
        if cell.style != pen {
          line += "\u{1b}[\(codes(cell.style, depth).joined(separator: ";"))m"
          pen = cell.style
        }
        line += cell.glyph.text
      }
      return pen == Style() ? line : line + "\u{1b}[0m"
    }
  }

  private static func lines(of grid: Grid, _ line: (Int) -> String) -> String {
    (0..<grid.height).map { line($0) + "\n" }.joined()
  }

  private static func codes(_ style: Style, _ depth: ColourDepth) -> [String] {
    var codes = ["0"]
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    return codes + code(style.foreground, base: 38, depth) + code(style.background, base: 48, depth)
  }

  private static func code(_ colour: Colour, base: Int, _ depth: ColourDepth) -> [String] {
    if colour.isStandard { return [] }
    return switch depth {
    case .mono: []
    case .palette: ["\(base);5;\(colour.paletteIndex)"]
    case .full: ["\(base);2;\(colour.red);\(colour.green);\(colour.blue)"]
    }
  }
}
