// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A screen of what a server tells while one looks.
protocol ServerScreen: InteractiveScreen {
  /// The server is not to be reached any more, and why; what is shown is what it was.
  mutating func lose(_ reason: String)
  /// What it shares with all screens around the match.
  var page: MenuPage { get set }
}

extension ServerScreen {
  /// The people who run the server say something to everyone: it stands until a key is pressed.
  mutating func tell(_ notice: String) {
    page.notice = Wording.notice(notice)
  }
}
