// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How things are drawn on this terminal for this person: all a screen has to know of both.
struct Look: Hashable, Sendable {
  /// How many colours may be used.
  var depth: ColourDepth
  /// What is drawn in which colours.
  var palette: Palette
  /// Which pictures may be drawn as characters.
  var pictures: Pictures
  /// What the table is drawn with.
  var drawing: Drawing
  /// A cell's height over its width.
  var cellHeight: Float = 2
  /// How much motion is shown.
  var decoration = Decoration.full

  /// A look for a terminal of some colours.
  init(depth: ColourDepth, pictures: Pictures = .all, drawing: Drawing = .characters) {
    self.depth = depth
    palette = Palette(depth: depth)
    self.pictures = pictures
    self.drawing = drawing
  }

  /// The look of a person's preferences on a terminal of which its environment alone is known.
  init(_ preferences: Preferences, environment: (String) -> String?) {
    self.init(
      depth: preferences.colours ?? ColourDepth(environment: environment),
      pictures: Pictures(environment: environment), drawing: preferences.drawing ?? .characters)
    decoration = preferences.decoration
  }
}

/// What the table is drawn with, coarsest first.
enum Drawing: String, Hashable, Sendable, CaseIterable {
  /// Lines and letters: for any terminal, and for no colours.
  case characters
  /// Pictures of half-blocks, square pixels in any font.
  case halves
  /// Pictures of sextants, where the terminal draws them.
  case sextants
}

/// How much motion one viewer wants to see; no fact comes earlier or later by it.
enum Decoration: String, Hashable, Sendable, CaseIterable {
  /// All of it.
  case full
  /// Nothing travels, spins or grows: cards change sides and places at once, marked for a moment.
  case reduced
  /// Nothing moves at all.
  case none
}
