// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How a terminal shows pictures in real pixels.
package struct TerminalGraphics: Hashable, Sendable {
  /// The languages of pictures.
  package enum Language: String, Hashable, Sendable, CaseIterable {
    /// Kitty's graphics protocol: the terminal keeps pictures, and is told where to show them.
    case kitty
    /// The same inside tmux: commands pass through it, and it moves placeholders as text.
    case placeholders
    /// DEC's sixels: pixels are drawn over cells, and text drawn later removes them.
    case sixel
  }

  /// The language it speaks.
  package let language: Language
  /// A cell's size in pixels.
  package let cell: PixelSize
  /// How many colours a picture may have.
  package let colors: Int

  /// The cell sizes for which pictures are worth their bytes: smaller ones are misreported, and
  /// larger ones would send too much.
  private static let cellWidths = 4...40
  private static let cellHeights = 8...80
  /// The most colours a picture of each language has, so that its palette stays small beside it.
  private static let mostColors: [Language: Int] = [.kitty: 256, .placeholders: 256, .sixel: 64]
  /// Fewer colours than this look worse than sextants.
  private static let leastColors = 16

  /// Pictures in a language; nil for cells or colours that do not suit.
  package init?(_ language: Language, cell: PixelSize, colors: Int = 256) {
    guard Self.cellWidths.contains(cell.width), Self.cellHeights.contains(cell.height),
      colors >= Self.leastColors
    else { return nil }
    self.language = language
    self.cell = cell
    self.colors = min(colors, Self.mostColors[language] ?? colors)
  }

  /// What a terminal has announced: kitty's protocol before sixels; nil for neither, or if a cell's
  /// size is unknown.
  ///
  /// tmux announces sixels whatever the terminal around it knows, and writes text in their place.
  package init?(_ terminal: TerminalCapabilities, isInTmux: Bool = false) {
    guard let cell = terminal.cell else { return nil }
    if terminal.hasKittyGraphics {
      self.init(isInTmux ? .placeholders : .kitty, cell: cell)
    } else if terminal.hasSixel, !isInTmux {
      self.init(.sixel, cell: cell, colors: terminal.colorRegisters ?? Self.usualRegisters)
    } else {
      return nil
    }
  }

  /// The colour registers of terminals that do not tell.
  package static let usualRegisters = 256
}
