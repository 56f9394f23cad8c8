// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Interpolation
import MatchUI
import TerminalUI

/// The drawing style: all that screens need to know of the terminal and of the user's preferences.
struct RenderStyle: DisplayStyle, Hashable, Sendable {
  /// The colours available.
  var depth: ColorDepth
  /// Whether any colours are used.
  private let hasColors: Bool
  /// The colours.
  var palette: Palette
  /// The emoji that may be drawn as characters.
  var pictures: Pictures
  /// How the table is drawn.
  var drawing: Drawing
  /// How cards at rest are shown in the terminal's real pixels; nil to draw them in cells alone.
  var graphics: TerminalGraphics?
  /// A cell's height over its width.
  var cellHeight: Float = 2
  /// Whether the program runs in tmux, through which kitty's pictures are placeholders.
  var isInTmux = false
  /// Whether nothing moves for now, so that even a card in flight is worth real pixels.
  var isPaused = false
  /// The motion preference.
  var decoration = Decoration.full

  /// A style for a terminal of some colour depth.
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

  /// The style for a user's preferences on a terminal.
  ///
  /// - Parameters:
  ///   - preferences: the preferences, which override everything else.
  ///   - environment: the environment variables.
  ///   - terminal: what the terminal has reported so far.
  ///   - cellHeight: a cell's height over its width; nil if unknown.
  init(
    _ preferences: Preferences, environment: (String) -> String?,
    terminal: TerminalCapabilities = .init(), cellHeight: Float? = nil
  ) {
    let depth = preferences.colors ?? ColorDepth(terminal, environment: environment)
    let kind = TerminalKind(name: terminal.name, environment: environment)
    let automatic = Drawing(depth, kind)
    let wish = preferences.drawing
    self.init(
      depth: depth, pictures: Pictures(terminal, environment: environment),
      drawing: wish?.cells(automatic) ?? automatic, palette: preferences.palette)
    isInTmux = Multiplexer(name: terminal.name, environment: environment) == .tmux
    if blocks != nil { graphics = Self.graphics(wish, terminal, isInTmux: isInTmux) }
    decoration = preferences.decoration
    if let cellHeight { self.cellHeight = cellHeight }
  }
}

extension RenderStyle {
  /// How a terminal shows pictures: as it answered, or in the language of the user's choice.
  private static func graphics(
    _ wish: Drawing?, _ terminal: TerminalCapabilities, isInTmux: Bool
  ) -> TerminalGraphics? {
    guard let wish else { return TerminalGraphics(terminal, isInTmux: isInTmux) }
    guard let language = wish.language(isInTmux: isInTmux), let cell = terminal.cell else {
      return nil
    }
    return TerminalGraphics(
      language, cell: cell,
      colors: terminal.colorRegisters ?? TerminalGraphics.usualRegisters)
  }

  /// The blocks the table is drawn with; nil for characters, which are also used without colours.
  var blocks: Blocks? {
    guard hasColors else { return nil }
    return switch drawing {
    case .characters: nil
    case .halves, .sixel: .halves
    case .sextants, .kitty: .sextants
    }
  }
}

extension RenderStyle {
  /// The palette for text on panels; differs from `palette` where the table is a picture.
  var panelPalette: Palette {
    blocks == nil ? palette : palette.on(Color(palette.picture.panel))
  }
}

/// How the table is drawn, coarsest first.
enum Drawing: String, Hashable, Sendable, CaseIterable {
  /// Box characters and letters: works on any terminal, without colours too.
  case characters
  /// Pictures of half-blocks, square pixels in any font.
  case halves
  /// Pictures of sextants, on terminals that draw these themselves.
  case sextants
  /// Cards at rest in real pixels by sixels, all else in blocks.
  case sixel
  /// Cards at rest in real pixels by kitty's graphics protocol, all else in blocks.
  case kitty

  /// Whether there are pictures, and not cells alone.
  var hasPictures: Bool { language(isInTmux: false) != nil }

  /// The language of pictures; nil for cells alone.
  func language(isInTmux: Bool) -> TerminalGraphics.Language? {
    switch self {
    case .characters, .halves, .sextants: nil
    case .sixel: .sixel
    case .kitty: isInTmux ? .placeholders : .kitty
    }
  }

  /// The cells, where `automatic` is what suits the terminal: below pictures at least half-blocks.
  func cells(_ automatic: Drawing) -> Drawing {
    guard hasPictures else { return self }
    return automatic == .characters ? .halves : automatic
  }

  /// The finest style that certainly looks right: pictures need more than sixteen colours, and
  /// sextants a terminal that draws them itself.
  init(_ depth: ColorDepth, _ kind: TerminalKind) {
    switch depth {
    case .mono, .sixteen: self = .characters
    case .palette, .full:
      self = kind == .console ? .characters : kind.drawsSextants ? .sextants : .halves
    }
  }
}

/// A viewer's motion preference; it changes no times.
enum Decoration: String, Hashable, Sendable, CaseIterable {
  /// Full motion.
  case full
  /// Nothing travels, spins or grows: cards change place and side at once, highlighted for a
  /// moment.
  case reduced
  /// No motion.
  case none
}

extension Decoration {
  /// The preference in the stage's terms.
  var motion: MotionPreference {
    switch self {
    case .full: .full
    case .reduced: .reduced
    case .none: .none
    }
  }
}
