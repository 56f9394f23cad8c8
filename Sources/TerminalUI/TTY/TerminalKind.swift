// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The kind of terminal, for facts that cannot be queried: whether it draws sextants itself, and
/// whether it has 24-bit colour although it does not report it.
package enum TerminalKind: Hashable, Sendable, CaseIterable {
  case kitty
  case foot
  case wezTerm
  case ghostty
  /// GNOME Terminal and others based on VTE, from the version that draws sextants.
  case vte
  /// VTE before it drew sextants.
  case oldVTE
  case alacritty
  case contour
  case appleTerminal
  case windowsTerminal
  /// The Linux console.
  case console
  /// Any other terminal.
  case other

  /// The first version of VTE that draws sextants, 0.62, in the form of `VTE_VERSION`.
  private static let sextantsInVTE = 6200

  /// Determines the kind from the terminal's name, or else from the environment.
  ///
  /// A multiplexer's name is ignored, because the terminal around it does the drawing.
  ///
  /// - Parameters:
  ///   - name: the terminal's answer, such as `kitty(0.26.5)`; nil without one.
  ///   - environment: looks up an environment variable.
  package init(name: String?, environment: (String) -> String?) {
    self = name.flatMap(Self.init(answer:)) ?? Self(environment: environment)
  }

  private init?(answer: String) {
    let name = answer.lowercased()
    if name.hasPrefix("kitty") {
      self = .kitty
    } else if name.hasPrefix("foot") {
      self = .foot
    } else if name.hasPrefix("wezterm") {
      self = .wezTerm
    } else if name.hasPrefix("ghostty") {
      self = .ghostty
    } else if name.hasPrefix("vte(") {
      self = Self(vteVersion: String(name.dropFirst(4).prefix { $0.isNumber }))
    } else if name.hasPrefix("alacritty") {
      self = .alacritty
    } else if name.hasPrefix("contour") {
      self = .contour
    } else if name.hasPrefix("tmux") || name.hasPrefix("screen") || name.hasPrefix("zellij") {
      return nil
    } else {
      self = .other
    }
  }

  private init(environment: (String) -> String?) {
    let term = environment("TERM") ?? ""
    let program = environment("TERM_PROGRAM") ?? ""
    func has(_ variable: String) -> Bool { environment(variable)?.isEmpty == false }
    if term == "linux" {
      self = .console
    } else if program == "Apple_Terminal" {
      self = .appleTerminal
    } else if term == "xterm-kitty" || has("KITTY_WINDOW_ID") {
      self = .kitty
    } else if term == "foot" || term == "foot-extra" {
      self = .foot
    } else if term == "wezterm" || program == "WezTerm" || has("WEZTERM_EXECUTABLE") {
      self = .wezTerm
    } else if term == "xterm-ghostty" || program == "ghostty" || has("GHOSTTY_RESOURCES_DIR") {
      self = .ghostty
    } else if term == "alacritty" || term == "alacritty-direct" || has("ALACRITTY_WINDOW_ID") {
      self = .alacritty
    } else if term == "contour" {
      self = .contour
    } else if has("WT_SESSION") {
      self = .windowsTerminal
    } else if let version = environment("VTE_VERSION") {
      self = Self(vteVersion: version)
    } else {
      self = .other
    }
  }

  private init(vteVersion: String) {
    self = (Int(vteVersion) ?? 0) >= Self.sextantsInVTE ? .vte : .oldVTE
  }

  /// Whether it draws sextants itself, so that they join in every font.
  package var drawsSextants: Bool {
    switch self {
    case .kitty, .foot, .wezTerm, .ghostty, .vte: true
    default: false
    }
  }

  /// Whether it shows pictures in place of kitty's placeholders, in some version.
  var hasPlaceholders: Bool { self == .kitty || self == .ghostty }

  /// Whether it is known to have 24-bit colour.
  package var hasTrueColor: Bool {
    switch self {
    case .kitty, .foot, .wezTerm, .ghostty, .vte, .oldVTE, .alacritty, .contour,
      .windowsTerminal:
      true
    case .appleTerminal, .console, .other: false
    }
  }
}
