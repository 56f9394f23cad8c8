// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The colours of menus, by role; without arguments, those of a terminal without colours.
package struct MenuStyle: Hashable, Sendable {
  /// A picture behind menus.
  package struct Picture: Hashable, Sendable {
    /// The blocks it is drawn with.
    package var blocks: Blocks
    /// A cell's height over its width.
    package var cellHeight: Float
    /// The felt in the light, `0xRRGGBB`.
    package var feltLit: UInt32
    /// The felt in the corners, `0xRRGGBB`.
    package var feltDark: UInt32
    /// Panels, `0xRRGGBB`.
    package var panel: UInt32

    /// A picture of felt with panels.
    package init(
      blocks: Blocks, cellHeight: Float, feltLit: UInt32, feltDark: UInt32, panel: UInt32
    ) {
      self.blocks = blocks
      self.cellHeight = cellHeight
      self.feltLit = feltLit
      self.feltDark = feltDark
      self.panel = panel
    }
  }

  /// Normal text, and the background.
  package var text = Style()
  /// Less important text.
  package var dim = Style()
  /// Important text.
  package var strong = Style(.standard, on: .standard, .bold)
  /// A text field that has the focus.
  package var field = Style()
  /// A button without the focus.
  package var button = Style(.standard, on: .standard, .bold)
  /// Focused rows and buttons.
  package var cursor = Style(.standard, on: .standard, [.bold, .reverse])
  /// Errors.
  package var bad = Style(.standard, on: .standard, .bold)
  /// Successes.
  package var good = Style(.standard, on: .standard, .bold)
  /// The picture behind the menus; nil for a plain background.
  package var picture: Picture?

  /// A style for a terminal without colours.
  package init() {}
}
