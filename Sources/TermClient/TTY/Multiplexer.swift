// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A program between this one and the terminal that draws again what it is sent, in colours of its
/// own choice.
enum Multiplexer: Hashable, Sendable, CaseIterable {
  /// tmux.
  case tmux
  /// GNU screen.
  case screen

  /// The multiplexer that the terminal's own name (XTVERSION) or the environment tells of; nil for
  /// none.
  ///
  /// TMUX and STY are not passed on by ssh, but TERM is: it tells of a multiplexer at the other end.
  ///
  /// - Parameters:
  ///   - name: what the terminal answered, such as `tmux 3.3a`; nil if nothing.
  ///   - environment: the process's variables.
  init?(name: String?, environment: (String) -> String?) {
    if let name = name?.lowercased() {
      if name.hasPrefix("tmux") {
        self = .tmux
        return
      }
      if name.hasPrefix("screen") {
        self = .screen
        return
      }
    }
    func has(_ variable: String) -> Bool { environment(variable)?.isEmpty == false }
    let term = environment("TERM") ?? ""
    if has("TMUX") || term.hasPrefix("tmux") {
      self = .tmux
    } else if has("STY") || term.hasPrefix("screen") {
      self = .screen
    } else {
      return nil
    }
  }
}
