// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a person wants of this program; nil where the terminal or the system decides.
struct Preferences: Hashable, Sendable {
  /// The name others see.
  var name: String?
  /// How many colours are used.
  var colours: ColourDepth?
  /// What the table is drawn with.
  var drawing: Drawing?
  /// The colours.
  var palette = Palette.Name.standard
  /// How much motion is shown.
  var decoration = Decoration.full
  /// How often the screen may change.
  var rate = FrameRate.full
  /// Whether the mouse is used.
  var usesMouse = true

  /// What holds where nothing is said.
  static let standard = Preferences()
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
