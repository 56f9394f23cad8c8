// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// A screen with live data from a server.
protocol ServerScreen: InteractiveScreen<RenderStyle> {
  /// Shows why the connection was lost; the data received so far stays.
  mutating func lose(_ reason: String)
  /// What all menu screens share.
  var page: MenuPage { get set }
}

extension ServerScreen {
  /// Shows an operator's announcement until the next key.
  mutating func show(_ notice: String) {
    page.notice = Wording.notice(notice)
  }
}
