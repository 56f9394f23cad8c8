// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Stage
import TerminalUI

/// Draws moments of a timeline as screens: the match as everyone sees it, or a gallery with the
/// labels and opacities of its cards.
struct TimelineRenderer: Sendable {
  /// The timeline.
  let timeline: Timeline
  /// The title; may be empty.
  var title = ""
  private var screen: MatchScreen
  private var renderer = MatchRenderer()
  /// The renderer without cards, for blending translucent ones.
  private var groundRenderer = MatchRenderer()

  /// A renderer for a timeline.
  init(_ timeline: Timeline, title: String = "") {
    self.timeline = timeline
    self.title = title
    screen = MatchScreen(roomCode: timeline.roomCode)
    // Playback has its own keys.
    screen.showsHints = false
  }

  /// Draws a scene of the timeline, with a line of text below it and perhaps the rows of a help over it.
  mutating func draw(
    _ scene: Scene, at time: ServerTime, message: String, help: [MatchDialog.Row]? = nil,
    _ renderStyle: RenderStyle, in size: WindowSize
  ) -> Grid {
    screen.message = message
    screen.playbackHelp = help
    if case .log(let match) = timeline.source { screen.summary = match.summary(at: time) }
    var grid = renderer.grid(scene, screen, renderStyle, in: size)
    guard let layout = layout(of: scene, renderStyle, in: size) else { return grid }
    if case .gallery(let gallery) = timeline.source {
      let opacities = gallery.opacities(at: time, renderStyle.decoration.motion)
      if !opacities.isEmpty {
        var empty = scene
        empty.cards.removeAll { opacities[$0.id] != nil }
        let under = groundRenderer.grid(empty, screen, renderStyle, in: size)
        let thin = scene.cards.filter { opacities[$0.id] != nil }
        grid.fade(over: under) { column, row in
          let card = thin.min {
            layout.distance($0, column, row) < layout.distance($1, column, row)
          }
          return card.flatMap { opacities[$0.id] } ?? 1
        }
      }
      // The help covers labels and caption.
      if help == nil { label(gallery, layout, renderStyle.palette, on: &grid) }
      if help == nil, !layout.isPanelBelow {
        write(message, layout.panel, renderStyle.palette, on: &grid)
      }
    }
    put(title, size, renderStyle.palette, on: &grid)
    return grid
  }

  private func layout(
    of scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize
  ) -> MatchLayout? {
    MatchLayout(scene.table, seats: scene.seats.count, in: renderStyle.viewport(size))
  }

  /// The constant caption; for a match it includes the title, because the headline takes the
  /// title's place.
  func caption(_ sentence: String) -> String {
    if case .log = timeline.source, !title.isEmpty { return "\(title). \(sentence)" }
    return sentence
  }

  /// Writes a gallery's title in place of the headline.
  private func put(_ title: String, _ size: WindowSize, _ palette: Palette, on grid: inout Grid) {
    guard case .gallery = timeline.source, !title.isEmpty, size.rows > 0 else { return }
    let spaces = String(repeating: " ", count: size.columns)
    grid.overwrite(spaces, column: 0, row: MatchLayout.headlineRow, palette.text)
    grid.overwrite(title, column: 1, row: MatchLayout.headlineRow, palette.strong)
  }

  /// The footer rows of a scene; 0 if a panel beside the board has the messages, because the board
  /// then extends to the last row.
  func rowsBelow(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Int {
    guard let layout = layout(of: scene, renderStyle, in: size) else { return 2 }
    return writesAside(layout) ? 0 : layout.size.rows - layout.messageRow
  }

  /// Whether messages are shown in a panel beside the board.
  func writesAside(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Bool {
    layout(of: scene, renderStyle, in: size).map(writesAside) ?? false
  }

  private func writesAside(_ layout: MatchLayout) -> Bool {
    layout.picture != nil && !layout.isPanelBelow
  }

  /// Writes a gallery's caption in the panel, in place of the players.
  private func write(_ message: String, _ panel: Area, _ palette: Palette, on grid: inout Grid) {
    let lines = message.folded(to: panel.width - 2, lines: panel.height - 2)
    for row in panel.rows {
      let spaces = String(repeating: " ", count: panel.width)
      grid.overwrite(spaces, column: panel.column, row: row, palette.text)
      let index = row - panel.row - 2
      if lines.indices.contains(index) {
        grid.overwrite(lines[index], column: panel.column, row: row, palette.text)
      }
    }
  }

  /// Writes the label of each card below its place.
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
  /// The squared distance of a cell from a card's centre.
  fileprivate func distance(_ card: Scene.Card, _ column: Int, _ row: Int) -> Int {
    let area = area(at: card.centre)
    let x = column - area.column - area.width / 2
    let y = 2 * (row - area.row - area.height / 2)
    return x * x + y * y
  }
}

extension Grid {
  /// Writes text and keeps the background colours.
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

  /// Blends this grid over `ground`, of the same size, where the two differ; `opacity` gives the
  /// opacity of this grid at a cell, 0...1.
  mutating func fade(over ground: Grid, opacity: (_ column: Int, _ row: Int) -> Double) {
    for row in 0..<height {
      for column in 0..<width {
        let (cell, under) = (self[column, row], ground[column, row])
        guard cell != under, cell.glyph != .tail else { continue }
        let part = opacity(column, row)
        guard part < 1 else { continue }
        let (style, behind) = (cell.style, under.style.background)
        guard !style.background.isStandard, !behind.isStandard else {
          // Without colours, each cell shows one grid or the other.
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
  /// Blends this colour over another with opacity `part`, 0...1.
  fileprivate func mixed(over other: Color, _ part: Double) -> Color {
    guard !isStandard else { return self }
    func mix(_ one: Int, _ two: Int) -> UInt32 {
      UInt32((Double(one) * part + Double(two) * (1 - part)).rounded())
    }
    return Color(
      mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue))
  }
}
