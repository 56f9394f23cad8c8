// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a person wants of this program; nil where the terminal or the system decides.
struct Preferences: Hashable, Sendable {
  /// The name others see.
  var name: String?
  /// Which colours things have.
  var palette = Palette.Name.standard
  /// How many colours are used.
  var colors: ColorDepth?
  /// What the table is drawn with.
  var drawing: Drawing?
  /// How much motion is shown.
  var decoration = Decoration.full
  /// How often the screen may change.
  var rate = FrameRate.full
  /// Whether the mouse is used.
  var usesMouse = true
  /// The server that is offered where one is asked for.
  var server: String?
  /// As whom they play.
  var identity = IdentityChoice.own
  /// Whether what others feel is shown.
  var showsReactions = true
  /// When the bell rings because a match wants the player.
  var turnBell = SignalRule.unfocused
  /// Whether the window's title says whose turn it is.
  var showsTitle = true
  /// When the desktop is asked to show a notification because a match wants the player.
  var turnNotification = SignalRule.off
  /// The path of a table of faces of one's own.
  var themeFile: String?

  /// The name others see, whoever gave it.
  var playerName: String { name ?? Login.userName }

  /// What holds where nothing is said.
  static let standard = Preferences()
  /// The server that is offered where nobody named one.
  static let standardServer = "ws://127.0.0.1:7777"
}

/// How often the screen may change at most.
enum FrameRate: String, Hashable, Sendable, CaseIterable {
  /// Sixty times a second.
  case full
  /// Fifteen times a second.
  case low
  /// When something has happened, and not while it moves.
  case onChange = "on-change"
}
