// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How many colours a terminal shows, fewest first.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// None: bold, underlined and reversed text only.
  case mono
  /// The 16 ANSI colours.
  case sixteen
  /// The 256-colour palette of xterm.
  case palette
  /// 24-bit colour.
  case full

  /// Derives the depth from the environment and the terminal's answers.
  ///
  /// None if NO_COLOR is set (no-color.org). Full if COLORTERM or the terminal itself promises it,
  /// or the terminal is known to support it. Inside tmux and GNU screen these variables describe
  /// the outer terminal, and the multiplexer maps other colours to its own palette unless
  /// configured not to; there only its own answer, or a TERM such as `tmux-direct`, counts.
  /// Otherwise TERM decides, which says little: 256, 16 or none.
  package init(_ terminal: TerminalCapabilities = .init(), environment: (String) -> String?) {
    let kind = TerminalKind(name: terminal.name, environment: environment)
    let multiplexer = Multiplexer(name: terminal.name, environment: environment)
    let term = environment("TERM") ?? ""
    if environment("NO_COLOR")?.isEmpty == false {
      self = .mono
    } else if terminal.hasTrueColor || term.hasSuffix("-direct") {
      self = .full
    } else if multiplexer == nil,
      kind.hasTrueColor || ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
    {
      self = .full
    } else if Self.isOldVideoTerminal(term) || term == "dumb" || term.hasSuffix("-m") {
      self = .mono
    } else if multiplexer == .tmux {
      // Multiplexers accept all 256 whatever TERM is, and map them to the outer terminal.
      self = .palette
    } else if kind == .console || Self.hasSixteen.contains(term) {
      self = .sixteen
    } else {
      self = .palette
    }
  }

  /// Monochrome terminals such as vt100 and vt220.
  private static func isOldVideoTerminal(_ term: String) -> Bool {
    term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
  }

  /// Values of TERM that promise only 16 colours.
  private static let hasSixteen: Set<String> = [
    "linux", "ansi", "cygwin", "xterm-16color", "rxvt", "screen", "cons25", "pcansi",
  ]
}
