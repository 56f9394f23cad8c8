// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Which pictures a terminal can draw at their right width.
enum Pictures: Hashable, Sendable, CaseIterable {
  /// All emoji of the themes.
  case all
  /// Those that were wide in Unicode 9 already; the others are letters.
  case old
  /// None: every face is its three letters.
  case none

  /// What the terminal has shown, or what is sure where it has not: none on the Linux console,
  /// whose font has no emoji, else those every terminal makes two cells wide.
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

  /// What is drawn of a face: its picture or its letters.
  func text(of face: ThemeFace) -> String {
    let isDrawn = self == .all || (self == .old && face.isWideEverywhere)
    return isDrawn ? face.emoji ?? face.code : face.code
  }
}
