// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// A screen with live data from a server.
protocol ServerScreen: InteractiveScreen<RenderStyle> {
  /// The state of the connection behind it.
  var connection: ServerConnection { get set }
  /// What all menu screens share.
  var page: MenuPage { get set }
}

/// The state of a connection, as a screen shows it.
enum ServerConnection: Hashable, Sendable {
  case connecting
  case live
  /// The connection was lost, for this reason.
  case lost(String)

  /// Whether the connection was lost.
  var isLost: Bool {
    if case .lost = self { true } else { false }
  }

  /// What to tell the user; nil while it is live.
  var note: String? {
    switch self {
    case .connecting: "Connecting ..."
    case .live: nil
    case .lost(let reason): "\(reason.harmless(limit: 300)) Press r to try again."
    }
  }

  /// The keys that a screen hints at: its own, unless the connection was lost.
  func hints(_ keys: String) -> String {
    isLost ? "r try again  ? help  Esc back  q quit" : keys
  }
}

extension ServerScreen {
  /// Shows an operator's announcement until the next key.
  mutating func show(_ notice: String) {
    page.notice = Wording.notice(notice)
  }

  /// Shows why the connection was lost; the data received so far stays.
  mutating func lose(_ reason: String) {
    connection = .lost(reason)
  }
}
