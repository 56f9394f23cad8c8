// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What switches a terminal to full screen and back (xterm's private modes).
enum ControlSequence {
  /// The other screen, no cursor, no wrapping at the edge, mouse presses in SGR form, pasted text
  /// in brackets.
  static let enter: StaticString =
    "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?1000h\u{1b}[?1006h\u{1b}[?2004h"
  /// Everything back, in reverse.
  static let leave: StaticString =
    "\u{1b}[?2004l\u{1b}[?1006l\u{1b}[?1000l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"
}
