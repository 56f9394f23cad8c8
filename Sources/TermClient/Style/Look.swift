// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation

/// How things are drawn on this terminal for this person: all a screen has to know of both.
struct RenderStyle: Hashable, Sendable {
  /// How many colours may be used.
  var depth: ColorDepth
  /// Whether there are any colours.
  private let hasColors: Bool
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
  init(
    depth: ColorDepth, pictures: Pictures = .all, drawing: Drawing = .characters,
    palette: Palette.Name = .standard
  ) {
    self.depth = depth
    hasColors = depth != .mono && palette != .mono
    self.palette = Palette(palette, depth: depth)
    self.pictures = pictures
    self.drawing = drawing
  }

  /// The look of a person's preferences on a terminal.
  ///
  /// - Parameters:
  ///   - preferences: what the person wants; it comes before anything else.
  ///   - environment: the process's variables.
  ///   - terminal: what the terminal has said so far.
  ///   - cellHeight: a cell's height over its width; nil if nobody says.
  init(
    _ preferences: Preferences, environment: (String) -> String?,
    terminal: TerminalCapabilities = .init(), cellHeight: Float? = nil
  ) {
    let depth = preferences.colors ?? ColorDepth(terminal, environment: environment)
    let kind = TerminalKind(name: terminal.name, environment: environment)
    self.init(
      depth: depth, pictures: Pictures(terminal, environment: environment),
      drawing: preferences.drawing ?? Drawing(depth, kind), palette: preferences.palette)
    decoration = preferences.decoration
    if let cellHeight { self.cellHeight = cellHeight }
  }
}

extension RenderStyle {
  /// The blocks the table is drawn with; nil for characters, also where there are no colours to draw
  /// a picture with.
  var blocks: Blocks? {
    guard hasColors else { return nil }
    return switch drawing {
    case .characters: nil
    case .halves: .halves
    case .sextants: .sextants
    }
  }
}

extension RenderStyle {
  /// The palette of text beside the table: on the panel's colour where the table is a picture.
  var panelPalette: Palette {
    blocks == nil ? palette : palette.on(Color(palette.picture.panel))
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

  /// The finest that is sure to look right: pictures take more than sixteen colours, and sextants a
  /// terminal that draws them itself.
  init(_ depth: ColorDepth, _ kind: TerminalKind) {
    switch depth {
    case .mono, .sixteen: self = .characters
    case .palette, .full:
      self = kind == .console ? .characters : kind.drawsSextants ? .sextants : .halves
    }
  }
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

extension Decoration {
  /// The same as the stage asks for it.
  var motion: MotionPreference {
    switch self {
    case .full: .full
    case .reduced: .reduced
    case .none: .none
    }
  }
}
