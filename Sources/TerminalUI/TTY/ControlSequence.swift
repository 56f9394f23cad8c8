// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Sequences that switch a terminal to full screen and back (xterm's private modes, kitty's
/// keyboard).
///
/// Each sequence that switches something on has its counterpart here.
package enum ControlSequence {
  /// Alternate screen, hidden cursor, no wrapping at the edge, focus reports, bracketed paste.
  package static let enter: StaticString =
    "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?1004h\u{1b}[?2004h"
  /// Undoes `enter` in reverse, and ends a frame that may have been cut off anywhere.
  package static let leave: StaticString =
    "\u{1b}[?2026l\u{1b}[?2004l\u{1b}[?1004l\u{1b}[0m\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l"

  /// Mouse reports of presses, wheel and motion, in SGR form.
  static let mouseOn: StaticString = "\u{1b}[?1000h\u{1b}[?1003h\u{1b}[?1006h"
  static let mouseOff: StaticString = "\u{1b}[?1006l\u{1b}[?1003l\u{1b}[?1000l"
  /// Unambiguous keys (kitty's keyboard protocol), pushed on the terminal's stack.
  static let keyboardOn: StaticString = "\u{1b}[>1u"
  static let keyboardOff: StaticString = "\u{1b}[<u"
  /// Size changes reported as input (private mode 2048).
  static let resizeOn: StaticString = "\u{1b}[?2048h"
  static let resizeOff: StaticString = "\u{1b}[?2048l"

  /// Saves and restores the window's title (xterm's window operations).
  static let titlePush: StaticString = "\u{1b}[22;2t"
  static let titlePop: StaticString = "\u{1b}[23;2t"

  /// Ends a control string (ST); without an open string it has no effect.
  static let stringEnds: StaticString = "\u{1b}\\"
  /// Removes kitty's pictures from the screen, and from the terminal's memory.
  static let kittyPicturesOff: StaticString = "\u{1b}_Ga=d,d=A,q=2\u{1b}\\"
  /// The same through tmux, by the pictures' identities (`PicturePlaceholder`), after the end of a
  /// command that may have been cut off.
  static let placeholdersOff: StaticString = """
    \u{1b}Ptmux;\u{1b}\u{1b}\\\u{1b}\\\
    \u{1b}Ptmux;\u{1b}\u{1b}_Ga=d,d=R,x=1006632961,y=1006633024,q=2\u{1b}\u{1b}\\\u{1b}\\
    """
  /// Removes sixel drawings with the text.
  static let sixelsOff: StaticString = "\u{1b}[2J"

  /// Synchronized output: the beginning of a frame (private mode 2026).
  package static let frameBegins: StaticString = "\u{1b}[?2026h"
  /// The end of a frame.
  package static let frameEnds: StaticString = "\u{1b}[?2026l"
  /// Device status report: answered once everything before it has been read.
  package static let statusQuery: StaticString = "\u{1b}[5n"
}

/// Terminal modes that can be switched on besides full screen.
package struct TerminalModes: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt8

  /// A set of raw bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  // Computed, because signal handlers must not be the first to touch a lazy global.

  /// The mouse is reported.
  package static var mouse: TerminalModes { TerminalModes(rawValue: 1) }
  /// Kitty's keyboard protocol is on.
  package static var keyboard: TerminalModes { TerminalModes(rawValue: 2) }
  /// Size changes are reported as input.
  package static var resize: TerminalModes { TerminalModes(rawValue: 4) }
  /// Status queries are answered, so that leaving can wait for pending output.
  package static var answers: TerminalModes { TerminalModes(rawValue: 8) }
  /// This program has set the window's title.
  package static var title: TerminalModes { TerminalModes(rawValue: 16) }
  /// Kitty keeps pictures for this program.
  package static var kittyPictures: TerminalModes { TerminalModes(rawValue: 32) }
  /// Sixel drawings may be on the screen.
  package static var sixels: TerminalModes { TerminalModes(rawValue: 64) }
  /// Kitty keeps pictures for this program, which runs in tmux.
  package static var placeholders: TerminalModes { TerminalModes(rawValue: 128) }
  /// All modes of pictures.
  static var pictures: TerminalModes { [.kittyPictures, .placeholders, .sixels] }

  /// The modes of a way to show pictures; none for nil.
  init(_ graphics: TerminalGraphics?) {
    switch graphics?.language {
    case .kitty: self = .kittyPictures
    case .placeholders: self = .placeholders
    case .sixel: self = .sixels
    case nil: self = []
    }
  }
}
