// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchUI
import TerminalUI

extension Pictures {
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
}
