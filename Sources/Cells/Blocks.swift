// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The pieces a cell is divided into when pictures are drawn with characters.
package enum Blocks: Hashable, Sendable, CaseIterable {
  /// An upper and a lower half: square pixels in any font.
  case halves
  /// Two by three: finer, where the terminal draws Unicode's legacy computing symbols.
  case sextants

  /// Pieces across a cell.
  package var across: Int { self == .halves ? 1 : 2 }
  /// Pieces down a cell.
  package var down: Int { self == .halves ? 2 : 3 }
}
