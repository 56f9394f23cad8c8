// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

/// The emoji that a terminal draws at the right width.
enum Pictures: Hashable, Sendable, CaseIterable {
  /// All emoji.
  case all
  /// Those already wide in Unicode 9; the others are shown as letters.
  case old
  /// None: every face is shown as three letters.
  case none

  /// Decides by the terminal's measured widths.
  ///
  /// Without a measurement: none on the Linux console, whose font has no emoji, else those that
  /// every terminal makes two cells wide.
  init(_ terminal: TerminalCapabilities, environment: (String) -> String?) {
    if environment("TERM") == "linux" {
      self = .none
    } else {
      switch terminal.pictureCells {
      case [2, 2]: self = .all
      case let cells where cells.isEmpty || cells[0] == 2: self = .old
      default: self = .none
      }
    }
  }

  /// The text of a face: its emoji or its letters.
  func text(of face: ThemeFace) -> String {
    let isDrawn = self == .all || (self == .old && face.isWideEverywhere)
    return isDrawn ? face.emoji ?? face.code : face.code
  }
}
