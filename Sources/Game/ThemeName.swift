// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The names of the themes.
///
/// Each has at least 32 faces, so any deck can use any theme. The rules know only the name; how a
/// face looks is up to the client.
public enum ThemeName {
  /// Lets the server draw a theme.
  public static let random = "random"

  /// Every theme, in menu order; the last needs no emoji.
  public static let all = [
    "animals", "sea_sky", "garden", "food", "travel", "sports", "festival", "workshop",
    "shapes",
  ]
}
