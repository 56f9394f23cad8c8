// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What switches a terminal to full screen and back (xterm's private modes, kitty's keyboard).
///
/// Whatever has a way in has its way out here, beside it.
enum ControlSequence {
  /// The other screen, no cursor, no wrapping at the edge, news of the focus, pasted text in
  /// brackets.
  static let enter: StaticString =
    "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?1004h\u{1b}[?2004h"
  /// Everything back, in reverse; a frame may have been cut off anywhere.
  static let leave: StaticString =
    "\u{1b}[?2026l\u{1b}[?2004l\u{1b}[?1004l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  /// Presses, the wheel and motion of the mouse, in SGR form.
  static let mouseOn: StaticString = "\u{1b}[?1000h\u{1b}[?1003h\u{1b}[?1006h"
  static let mouseOff: StaticString = "\u{1b}[?1006l\u{1b}[?1003l\u{1b}[?1000l"
  /// Keys that cannot be taken for the beginning of a sequence, on top of what was before.
  static let keyboardOn: StaticString = "\u{1b}[>1u"
  static let keyboardOff: StaticString = "\u{1b}[<u"
  /// Another size among the keys.
  static let resizeOn: StaticString = "\u{1b}[?2048h"
  static let resizeOff: StaticString = "\u{1b}[?2048l"

  /// The window's title put aside, and as it was (xterm's window operations).
  static let titlePush: StaticString = "\u{1b}[22;2t"
  static let titlePop: StaticString = "\u{1b}[23;2t"

  /// The beginning and the end of what is to be shown at once.
  static let frameBegins: StaticString = "\u{1b}[?2026h"
  static let frameEnds: StaticString = "\u{1b}[?2026l"
  /// Asks for an answer as soon as everything before has been read.
  static let statusQuery: StaticString = "\u{1b}[5n"
}

/// What a terminal was asked to do beside full screen.
struct TerminalModes: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  // Computed, for signal handlers use them, and those must not be the first to touch a global.

  /// The mouse is reported.
  static var mouse: TerminalModes { TerminalModes(rawValue: 1) }
  /// The keyboard protocol is on.
  static var keyboard: TerminalModes { TerminalModes(rawValue: 2) }
  /// Another size is reported among the keys.
  static var resize: TerminalModes { TerminalModes(rawValue: 4) }
  /// Status queries are answered, so that leaving can wait for what is under way.
  static var answers: TerminalModes { TerminalModes(rawValue: 8) }
  /// The window has a title of ours.
  static var title: TerminalModes { TerminalModes(rawValue: 16) }
}
