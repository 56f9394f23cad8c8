// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A terminal multiplexer, which redraws what it is sent and may reduce its colours.
package enum Multiplexer: Hashable, Sendable, CaseIterable {
  /// tmux.
  case tmux
  /// GNU screen.
  case screen

  /// The multiplexer according to the terminal's name (XTVERSION) or the environment; nil for none.
  ///
  /// ssh does not forward TMUX and STY, but it forwards TERM, which reveals a multiplexer at the
  /// other end.
  ///
  /// - Parameters:
  ///   - name: the terminal's answer, such as `tmux 3.3a`; nil without one.
  ///   - environment: looks up an environment variable.
  package init?(name: String?, environment: (String) -> String?) {
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
