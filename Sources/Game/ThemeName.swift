// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The names of the themes whose faces clients have pictures and words for.
///
/// Each theme has at least 32 faces, so any deck can be dealt from any theme. The rules know a
/// theme by its name alone; what a face looks like is the client's matter.
public enum ThemeName {
  /// Ask the server to draw a theme.
  public static let random = "random"

  /// Every theme there is, in the order they are offered; the last needs no emoji.
  public static let all = [
    "animals", "sea_sky", "garden", "food", "travel", "sports", "festival", "workshop",
    "shapes",
  ]
}
