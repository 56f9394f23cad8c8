// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells

/// The emoji that a terminal draws at the right width.
package enum Pictures: Hashable, Sendable, CaseIterable {
  /// All emoji.
  case all
  /// Those already wide in Unicode 9; the others are shown as letters.
  case old
  /// None: every face is shown as three letters.
  case none

  /// The text of a face: its emoji or its letters.
  package func text(of face: ThemeFace) -> String {
    let isDrawn = self == .all || (self == .old && face.isWideEverywhere)
    return isDrawn ? face.emoji ?? face.code : face.code
  }
}
