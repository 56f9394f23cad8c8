// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// Draws moments of a timeline as screens: the match as everyone sees it and, in a gallery, what each
/// card is called and how much of it is seen.
struct TimelineRenderer: Sendable {
  /// The timeline.
  let timeline: Timeline
  /// What is said of the timeline above it; empty for nothing.
  var title = ""
  private var screen: MatchScreen
  /// What lies under cards that let it shine through.
  private var ground: MatchScreen

  /// The pictures of a timeline.
  init(_ timeline: Timeline, title: String = "") {
    self.timeline = timeline
    self.title = title
    screen = MatchScreen(roomCode: timeline.roomCode)
    // Who plays it back has other keys.
    screen.showsHints = false
    ground = screen
  }

  /// Draws a scene of the timeline at its time, with a line of text under it.
  mutating func draw(
    _ scene: Scene, at time: ServerTime, message: String, _ renderStyle: RenderStyle,
    in size: WindowSize
  ) -> Grid {
    screen.message = message
    ground.message = message
    var grid = screen.redraw(scene, renderStyle, in: size)
    guard let layout = screen.layout(of: scene, renderStyle, in: size) else { return grid }
    if case .gallery(let gallery) = timeline.source {
      let opacities = gallery.opacities(at: time, renderStyle.decoration.motion)
      if !opacities.isEmpty {
        var empty = scene
        empty.cards.removeAll { opacities[$0.id] != nil }
        let under = ground.redraw(empty, renderStyle, in: size)
        let thin = scene.cards.filter { opacities[$0.id] != nil }
        grid.fade(over: under) { column, row in
          let card = thin.min {
            layout.distance($0, column, row) < layout.distance($1, column, row)
          }
          return card.flatMap { opacities[$0.id] } ?? 1
        }
      }
      label(gallery, layout, renderStyle.palette, on: &grid)
      if !layout.isPanelBelow { tell(message, layout.panel, renderStyle.palette, on: &grid) }
    }
    put(title, size, renderStyle.palette, on: &grid)
    return grid
  }

  /// What is told of the timeline throughout: behind its title, where a match has the headline.
  func caption(_ sentence: String) -> String {
    if case .log = timeline.source, !title.isEmpty { return "\(title). \(sentence)" }
    return sentence
  }

  /// In a gallery the title is the headline.
  private func put(_ title: String, _ size: WindowSize, _ palette: Palette, on grid: inout Grid) {
    guard case .gallery = timeline.source, !title.isEmpty, size.rows > 0 else { return }
    let spaces = String(repeating: " ", count: size.columns)
    grid.overwrite(spaces, column: 0, row: MatchLayout.headlineRow, palette.text)
    grid.overwrite(title, column: 1, row: MatchLayout.headlineRow, palette.strong)
  }

  /// The rows at the bottom of a scene's picture that are for messages and hints: none where a panel
  /// beside the board has them, for there the board reaches to the last row.
  func rowsBelow(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Int {
    guard let layout = screen.layout(of: scene, renderStyle, in: size) else { return 2 }
    return tellsAside(layout) ? 0 : layout.size.rows - layout.messageRow
  }

  /// Whether messages stand in the panel beside the board of a scene's picture.
  func tellsAside(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Bool {
    screen.layout(of: scene, renderStyle, in: size).map(tellsAside) ?? false
  }

  private func tellsAside(_ layout: MatchLayout) -> Bool {
    layout.picture != nil && !layout.isPanelBelow
  }

  /// A gallery has no players: what is told of it takes their place.
  private func tell(_ message: String, _ panel: Area, _ palette: Palette, on grid: inout Grid) {
    let lines = message.wrapped(to: panel.width - 2, lines: max(panel.height - 2, 0))
    for row in panel.rows {
      let spaces = String(repeating: " ", count: panel.width)
      grid.overwrite(spaces, column: panel.column, row: row, palette.text)
      let index = row - panel.row - 2
      if lines.indices.contains(index) {
        grid.overwrite(lines[index], column: panel.column, row: row, palette.text)
      }
    }
  }

  /// Puts what each card is called under its place.
  private func label(
    _ gallery: Gallery, _ layout: MatchLayout, _ palette: Palette, on grid: inout Grid
  ) {
    for exhibit in gallery.exhibits {
      guard let centre = gallery.table.centre(of: exhibit.place) else { continue }
      let area = layout.area(at: centre)
      let row = min(area.row + area.height, layout.messageRow - 1)
      let text = String(exhibit.label.prefix(area.width + 1))
      let column = area.column + (area.width - text.cells) / 2
      grid.overwrite(text, column: max(column, 0), row: row, palette.strong)
    }
  }
}

extension MatchLayout {
  /// How far a cell is from the middle of a card, squared.
  fileprivate func distance(_ card: Scene.Card, _ column: Int, _ row: Int) -> Int {
    let area = area(at: card.centre)
    let x = column - area.column - area.width / 2
    let y = 2 * (row - area.row - area.height / 2)
    return x * x + y * y
  }
}

extension Grid {
  /// Puts text over what is there and keeps the colours behind it.
  mutating func overwrite(_ text: String, column: Int, row: Int, _ style: Style) {
    var next = column
    for character in text {
      guard let glyph = Glyph(character), next >= 0, next + glyph.cells <= width,
        (0..<height).contains(row)
      else { continue }
      let behind = self[next, row].style.background
      put(
        glyph, column: next, row: row,
        Style(style.foreground, on: behind.isStandard ? style.background : behind, style.attributes)
      )
      next += glyph.cells
    }
  }

  /// Lets `ground`, of the same size, shine through where this grid differs from it: `opacity` says
  /// for a cell how much of this one is seen, 0...1.
  mutating func fade(over ground: Grid, opacity: (_ column: Int, _ row: Int) -> Double) {
    for row in 0..<height {
      for column in 0..<width {
        let (cell, under) = (self[column, row], ground[column, row])
        guard cell != under, cell.glyph != .tail else { continue }
        let part = opacity(column, row)
        guard part < 1 else { continue }
        let (style, behind) = (cell.style, under.style.background)
        guard !style.background.isStandard, !behind.isStandard else {
          // Without colours half is all or nothing.
          if part < 0.5 { put(under.glyph, column: column, row: row, under.style) }
          continue
        }
        put(
          cell.glyph, column: column, row: row,
          Style(
            style.foreground.mixed(over: behind, part),
            on: style.background.mixed(over: behind, part),
            style.attributes))
      }
    }
  }
}

extension Color {
  /// This colour where `part` of it, 0...1, lies over another.
  fileprivate func mixed(over other: Color, _ part: Double) -> Color {
    guard !isStandard else { return self }
    func mix(_ one: Int, _ two: Int) -> UInt32 {
      UInt32((Double(one) * part + Double(two) * (1 - part)).rounded())
    }
    return Color(
      mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
  }
}
