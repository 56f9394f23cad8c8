// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The questions a terminal is asked once, in one write, when full screen begins.
///
/// Nothing depends on an answer. The last question is one that every terminal answers, so that its
/// answer says that no other will come; and who says nothing is not waited for any longer than
/// `deadline`. What a terminal should print instead of answering is gone with the first frame.
enum TerminalProbe {
  /// Pictures whose cells are asked for: one wide since Unicode 9, and one of the latest in use.
  static let pictures = ["🐸", "🧿"]

  /// How long the first frame waits for answers: longer where a network may be between.
  static func deadline(_ environment: (String) -> String?) -> Duration {
    let isRemote = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains {
      environment($0)?.isEmpty == false
    }
    return isRemote ? .seconds(1) : .milliseconds(150)
  }

  /// All questions for a terminal of which its environment alone is known.
  static func bytes(_ environment: (String) -> String?) -> [UInt8] {
    let kind = TerminalKind(name: nil, environment: environment)
    var questions = ""
    // The console takes nothing but the oldest; Terminal of macOS prints what it does not know.
    if kind != .console {
      if kind != .appleTerminal {
        // Synchronized output, sizes among the keys (DECRQM).
        questions += "\u{1b}[?2026$p\u{1b}[?2048$p"
        // All colours, by both names they go by (XTGETTCAP RGB and Tc).
        questions += "\u{1b}P+q524742\u{1b}\\\u{1b}P+q5463\u{1b}\\"
      }
      // The keyboard protocol, name and version, the colour behind text, sizes in pixels.
      questions += "\u{1b}[?u\u{1b}[>0q\u{1b}]11;?\u{1b}\\\u{1b}[14t\u{1b}[16t"
      // Where the cursor is after a picture, which nobody gets to see.
      questions += "\u{1b}[8m"
      for picture in pictures { questions += "\u{1b}[1;1H\(picture)\u{1b}[6n" }
      questions += "\u{1b}[0m\u{1b}[1;1H\u{1b}[2K"
    }
    // That it answers this says that frames can be counted; then the fence (DA1).
    questions += "\u{1b}[5n\u{1b}[c"
    return Array(questions.utf8)
  }
}
