// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Settings
import TerminalUI

/// A user's preferences; nil where the terminal or the system decides.
struct Preferences: Hashable, Sendable {
  /// The name others see.
  var name: String?
  /// The colour scheme.
  var palette = Palette.Name.standard
  /// How many colours to use.
  var colors: ColorDepth?
  /// How to draw the table.
  var drawing: Drawing?
  /// How much motion to show.
  var decoration = Decoration.full
  /// How often to redraw the screen.
  var rate = FrameRate.full
  /// Whether to use the mouse.
  var usesMouse = true
  /// The server to use if a command names none.
  var server: String?
  /// The identity to play with.
  var identity = IdentityChoice.own
  /// Whether to show other players' reactions.
  var showsReactions = true
  /// Whether the home screen shows a match that is being played on the user's server.
  var showsLiveMatch = true
  /// Whether to show where the player whose turn it is points, and others where this one does.
  var showsGhosts = true
  /// When to ring the bell for a turn, or a match's start or end.
  var turnBell = SignalRule.unfocused
  /// Whether the window's title says whose turn it is.
  var showsTitle = true
  /// When to show a desktop notification for the same events.
  var turnNotification = SignalRule.off
  /// The path of a file with the user's own card faces.
  var themeFile: String?
  /// Whether people who may not use this machine otherwise use the program, as over ssh.
  var isShared = false
  /// On a shared host, the server's address in links for others, if it differs.
  var publicServer: String?

  /// The name others see, by default the user's name on this system.
  var playerName: String { name ?? Login.userName }

  /// The defaults.
  static let standard = Preferences()
  /// The server that forms offer by default.
  static let standardServer = "ws://127.0.0.1:7777"
}
