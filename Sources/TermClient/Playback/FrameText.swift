// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

/// A grid as lines of text, with or without colours; needs no terminal.
enum FrameText {
  /// The characters only, without trailing spaces.
  static func plain(_ grid: Grid) -> String {
    lines(of: grid) { row in
      var line = (0..<grid.width).map { grid[$0, row].glyph.text }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The characters with colours and attributes (SGR, ECMA-48 8.3.117).
  ///
  /// Each line begins and ends with the terminal's default style.
  static func ansi(_ grid: Grid, depth: ColorDepth) -> String {
    var numbers = Numbers(depth: depth)
    return lines(of: grid) { row in
      var line = ""
      var pen = Style()
      for column in 0..<grid.width {
        let cell = grid[column, row]
        if cell.style != pen {
          line += "\u{1b}[\(codes(cell.style, &numbers).joined(separator: ";"))m"
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

  private static func codes(_ style: Style, _ numbers: inout Numbers) -> [String] {
    var codes = ["0"]
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    return codes + numbers.front(style.foreground) + numbers.back(style.background)
  }

  /// Colour indices for terminals with few colours.
  private struct Numbers {
    let depth: ColorDepth
    private var (sixteen, eight, palette) = (
      ColorIndex.sixteen, ColorIndex.eight, ColorIndex.palette
    )

    init(depth: ColorDepth) { self.depth = depth }

    mutating func front(_ color: Color) -> [String] {
      guard depth == .sixteen, !color.isStandard else { return code(color, base: 38) }
      let number = sixteen.nearest(to: color)
      return ["\(number < 8 ? 30 + number : 82 + number)"]
    }

    mutating func back(_ color: Color) -> [String] {
      guard depth == .sixteen, !color.isStandard else { return code(color, base: 48) }
      return ["\(40 + eight.nearest(to: color))"]
    }

    private mutating func code(_ color: Color, base: Int) -> [String] {
      if color.isStandard { return [] }
      switch depth {
      case .mono, .sixteen: return []
      case .palette: return ["\(base);5;\(palette.nearest(to: color))"]
      case .full: return ["\(base);2;\(color.red);\(color.green);\(color.blue)"]
      }
    }
  }
}
