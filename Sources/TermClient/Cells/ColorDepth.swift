// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How many colours a terminal shows, fewest first.
enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// None: bold, underlined and reversed text only.
  case mono
  /// The sixteen of old.
  case sixteen
  /// xterm's 256.
  case palette
  /// Any red, green and blue.
  case full

  /// What the environment and the terminal's answers say.
  ///
  /// None where NO_COLOR is set to anything (no-color.org). All where COLORTERM or the terminal
  /// itself promises them, or where the terminal is known to have them. Inside tmux and GNU screen
  /// these variables describe the terminal around the multiplexer, which folds any other colour
  /// into a palette of its own unless it was configured not to: there only its own answer, or a TERM
  /// such as `tmux-direct`, counts. Else what TERM says, which says little: 256, 16 or none.
  init(_ terminal: TerminalCapabilities = .init(), environment: (String) -> String?) {
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
      // It takes all 256 whatever TERM is, and has what is around it show what it can of them.
      self = .palette
    } else if kind == .console || Self.hasSixteen.contains(term) {
      self = .sixteen
    } else {
      self = .palette
    }
  }

  /// vt100, vt220 and their like, which had one colour.
  private static func isOldVideoTerminal(_ term: String) -> Bool {
    term.hasPrefix("vt") && term.dropFirst(2).first?.isNumber == true
  }

  /// Values of TERM that promise no more than the sixteen.
  private static let hasSixteen: Set<String> = [
    "linux", "ansi", "cygwin", "xterm-16color", "rxvt", "screen", "cons25", "pcansi",
  ]
}
