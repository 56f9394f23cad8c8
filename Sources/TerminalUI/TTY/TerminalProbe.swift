// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The capability queries sent to a terminal once, in one write, when full screen begins.
///
/// No answer is required. Every terminal answers the last query (DA1), so its answer means that no
/// others will follow; a silent terminal is waited for no longer than `deadline`. If a terminal
/// prints a query instead of answering it, the first frame covers that.
package enum TerminalProbe {
  /// Emoji whose width is measured: one from Unicode 9, and one of the newest in use.
  package static let pictures = ["🐸", "🧿"]

  /// How long the first frame waits for answers: longer over ssh.
  package static func deadline(_ environment: (String) -> String?) -> Duration {
    let isRemote = ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains {
      environment($0)?.isEmpty == false
    }
    return isRemote ? .seconds(1) : .milliseconds(150)
  }

  /// Asks again for a cell's size, which changes with the font.
  static let cellSizeQuery = Array("\u{1b}[16t".utf8)

  /// Asks for kitty's graphics through tmux, once full screen has begun: tmux drops what it should pass on while
  /// it redraws its window.
  ///
  /// Only around terminals that may know placeholders, since others would answer without; empty elsewhere.
  static func queryThroughTmux(_ environment: (String) -> String?) -> [UInt8] {
    let isAsked =
      Multiplexer(name: nil, environment: environment) == .tmux
      && TerminalKind(name: nil, environment: environment).hasPlaceholders
    return isAsked ? KittyGraphics(isInTmux: true).query : []
  }

  /// The background colour set before its query: no palette has it, so only a terminal of 24-bit
  /// colour reports it unchanged.
  static let testColor: [UInt8] = [1, 2, 3]

  /// All queries, for a terminal known only by its environment.
  package static func bytes(_ environment: (String) -> String?) -> [UInt8] {
    let kind = TerminalKind(name: nil, environment: environment)
    let isMultiplexed = Multiplexer(name: nil, environment: environment) != nil
    var questions = ""
    // The Linux console handles only old sequences; macOS Terminal prints unknown ones.
    if kind != .console {
      if kind != .appleTerminal {
        // Synchronized output, sizes among the keys (DECRQM).
        questions += "\u{1b}[?2026$p\u{1b}[?2048$p"
        // 24-bit colour, by both of its names (XTGETTCAP RGB and Tc).
        questions += "\u{1b}P+q524742\u{1b}\\\u{1b}P+q5463\u{1b}\\"
      }
      // 24-bit colour again, of terminals such as xterm that know no such capability: sets a
      // colour, and asks for it (DECRQSS). Multiplexers may pass the query on.
      if !isMultiplexed, kind != .appleTerminal {
        let color = testColor.map(String.init).joined(separator: ";")
        questions += "\u{1b}[48;2;\(color)m\u{1b}P$qm\u{1b}\\\u{1b}[0m"
      }
      // Keyboard protocol, name and version, background colour, sizes in pixels.
      questions += "\u{1b}[?u\u{1b}[>0q\u{1b}]11;?\u{1b}\\\u{1b}[14t\u{1b}[16t"
      // Colour registers for sixels (XTSMGRAPHICS), which DA1 announces.
      if kind != .appleTerminal { questions += "\u{1b}[?1;1;0S" }
      // Kitty's graphics. Multiplexers take such a string for a title, and Windows Terminal loses
      // what follows.
      if !isMultiplexed, kind != .appleTerminal, kind != .windowsTerminal {
        questions += String(decoding: KittyGraphics(isInTmux: false).query, as: UTF8.self)
      }
      // The cursor's position after a hidden picture, which tells the picture's width.
      questions += "\u{1b}[8m"
      for picture in pictures { questions += "\u{1b}[1;1H\(picture)\u{1b}[6n" }
      questions += "\u{1b}[0m\u{1b}[1;1H\u{1b}[2K"
    }
    // Status (DSR), to know that frames can be acknowledged; then the fence (DA1).
    questions += "\u{1b}[5n\u{1b}[c"
    return Array(questions.utf8)
  }
}
