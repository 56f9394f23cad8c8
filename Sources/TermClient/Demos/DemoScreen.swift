// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// The list of demos, and the demo being played.
struct DemoScreen: InteractiveScreen, Sendable {
  /// Carries no information: the screen has ended.
  typealias Outcome = Bool

  /// The index of the selected demo.
  var chosen: Int { list.selection }
  private var list = ListView()
  private var page = MenuPage()
  /// The demo being played; nil while the list is shown.
  private(set) var playback: PlaybackScreen?
  /// The selected demo beside the list; nil until it is shown there.
  private var preview: Preview?

  private struct Preview: Sendable {
    var index: Int
    var playback: PlaybackScreen
    var start: DisplayTime
  }
  private let demos: [Demo]
  private let speed: Double
  /// Whether leaving a demo returns to the list.
  private let hasMenu: Bool

  /// Shows the list.
  init(_ demos: [Demo] = Demo.all, speed: Double = 1) {
    self.demos = demos
    self.speed = speed
    hasMenu = true
    list.settle(count: demos.count, height: demos.count)
  }

  /// Plays one demo; the others are its neighbours.
  init(showing name: String, speed: Double = 1, at now: DisplayTime) {
    demos = Demo.all
    self.speed = speed
    hasMenu = false
    list.settle(count: demos.count, height: demos.count)
    list.select(demos.firstIndex { $0.name == name } ?? 0)
    show(at: now)
  }

  private mutating func show(at now: DisplayTime) {
    guard demos.indices.contains(chosen) else { return }
    playback = playback(of: chosen, at: now)
    preview = nil
  }

  private func playback(of index: Int, at now: DisplayTime) -> PlaybackScreen {
    let demo = demos[index]
    return PlaybackScreen(
      demo.makeTimeline(), title: demo.title, caption: demo.sentence, loops: true, speed: speed,
      hasNeighbours: demos.count > 1, at: now)
  }

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    if let frame = playback?.frame(renderStyle, in: size, at: now) { return frame }
    let beside = previewFrame(renderStyle, in: size, at: now)
    let grid = menu(renderStyle, in: size, beside: beside?.grid)
    return Frame(
      grid: grid, motion: beside?.motion ?? .still, nextChange: beside?.nextChange)
  }

  /// The selected demo as it is shown beside the list, at its start if nothing is to move; nil without
  /// room.
  private mutating func previewFrame(
    _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> Frame? {
    guard let area = settle(in: size).previewContent, !page.isHelpShown, MenuPage.fits(size),
      demos.indices.contains(chosen)
    else {
      preview = nil
      return nil
    }
    var shown =
      preview.flatMap { $0.index == chosen ? $0 : nil }
      ?? Preview(index: chosen, playback: playback(of: chosen, at: now), start: now)
    // The preview's picture must have one owner while it is changed, or it would be copied.
    preview = nil
    defer { preview = shown }
    // The two last rows, with the time line and its keys, are cut off; a free one comes before the sentence.
    let size = WindowSize(columns: area.width, rows: area.height + 1)
    guard renderStyle.decoration == .none else {
      return shown.playback.frame(renderStyle, in: size, at: now)
    }
    return Frame(grid: shown.playback.frame(renderStyle, in: size, at: shown.start).grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  )
    -> Outcome?
  {
    guard playback != nil else { return choose(key, in: size, at: now) }
    switch playback?.take(key, renderStyle, in: size, at: now) {
    case nil: break
    case .quit: return true
    case .back where hasMenu: playback = nil
    case .back: return true
    case .next: go(1, at: now)
    case .previous: go(demos.count - 1, at: now)
    }
    return nil
  }

  private mutating func go(_ steps: Int, at now: DisplayTime) {
    list.select((chosen + steps) % demos.count)
    show(at: now)
  }

  // MARK: The list

  private static let help = [
    ("Up, Down", "choose a demo"), ("Enter, Space", "play it"), ("Click", "play a demo"),
    ("Wheel", "scroll the list"), ("Esc", "back"), ("q", "quit"), ("?", "close this help"),
  ]

  private mutating func choose(_ key: Key, in size: WindowSize, at now: DisplayTime) -> Outcome? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = settle(in: size)
    switch key {
    case .character("q"), .escape, .control("c"): return true
    case .enter, .character(" "), .right: show(at: now)
    case .character("k"): _ = list.take(.up, height: layout.rows.height)
    case .character("j"): _ = list.take(.down, height: layout.rows.height)
    case .press(let column, let row):
      guard MenuPage.fits(size), let line = list.line(column: column, row: row, of: layout.rows)
      else {
        return nil
      }
      list.select(line)
      show(at: now)
    default: _ = list.take(key, height: layout.rows.height)
    }
    return nil
  }

  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool {
    guard playback == nil, !page.isHelpShown else { return false }
    let layout = settle(in: size)
    return MenuPage.fits(size) && list.point(column: column, row: row, of: layout.rows)
  }

  private mutating func settle(in size: WindowSize) -> DemosLayout {
    let layout = DemosLayout(demos.count, in: size)
    list.settle(count: demos.count, height: layout.rows.height)
    return layout
  }

  private mutating func menu(
    _ renderStyle: RenderStyle, in size: WindowSize, beside: Grid?
  ) -> Grid {
    let layout = settle(in: size)
    let beside = beside.flatMap { grid in layout.previewContent.map { (grid, $0) } }
    return page.draw(
      renderStyle.menu, in: size,
      panels: [layout.panel] + (beside == nil ? [] : [layout.preview].compactMap { $0 }),
      keys: "Enter play  ? help  Esc back  q quit", help: Self.help
    ) { [demos, list] menu, _ in
      let (panel, column) = (layout.panel, layout.rows.column)
      menu.drawFrame(of: panel)
      if let (grid, area) = beside, let preview = layout.preview {
        menu.drawFrame(of: preview)
        let rows = area.height - 2
        menu.grid.put(
          grid, in: Area(column: area.column, row: area.row, width: area.width, height: rows))
        for column in 0..<area.width {
          let cell = grid[column, rows]
          guard cell.glyph != .tail else { continue }
          menu.grid.put(
            cell.glyph, column: area.column + column, row: area.row + rows + 1, cell.style)
        }
      }
      menu.drawTitle("The animations, one by one", of: panel, row: layout.titleRow)
      menu.draw(list, in: layout.rows) { menu, index, row, style in
        let isChosen = index == list.selection
        menu.write(isChosen ? "▸" : " ", column: column + 1, row: row, style)
        let demo = demos[index]
        menu.write(
          demo.title, column: column + 3, row: row, isChosen ? style : menu.style.text,
          limit: layout.rows.width - 4)
        let cells = demo.title.cells + demo.name.cells + 6
        guard cells <= layout.rows.width else { return }
        menu.write(
          demo.name, column: layout.rows.columns.upperBound - 1 - demo.name.cells, row: row,
          isChosen ? style : menu.style.dim)
      }
      guard demos.indices.contains(list.selection) else { return }
      let demo = demos[list.selection]
      // A preview has its own sentence.
      let note = beside == nil ? demo.sentence : "facedown demo \(demo.name)"
      let lines = note.folded(to: layout.rows.width - 4, lines: DemosLayout.noteHeight)
      for (index, line) in lines.enumerated() {
        menu.write(
          line, column: column + 3, row: layout.noteRow + index,
          beside == nil ? menu.style.text : menu.style.dim)
      }
    }
  }
}

/// The positions of the list of demos.
struct DemosLayout: Hashable, Sendable {
  /// The rows for the selected demo's sentence, or for the command that plays it.
  static let noteHeight = 2
  /// The columns of a list beside a preview.
  private static let besideWidth = 54
  /// The smallest preview.
  private static let leastPreview = WindowSize(columns: 64, rows: 32)

  /// The panel.
  let panel: Area
  /// The panel of the selected demo's preview; nil without room for it.
  let preview: Area?
  /// The row of the title; that of the panel's edge if space is short.
  let titleRow: Int
  /// The lines for demos.
  let rows: Area
  /// The first row of the note.
  var noteRow: Int { rows.rows.upperBound + 1 }
  /// The cells of the preview, with a margin within its frame.
  var previewContent: Area? {
    preview.map {
      Area(column: $0.column + 3, row: $0.row + 2, width: $0.width - 6, height: $0.height - 4)
    }
  }

  /// The layout of `count` demos in a window.
  init(_ count: Int, in size: WindowSize) {
    // Edges, title and note; an empty line above the list, where there is room, and below. One row
    // stays free above the panel, and two below.
    let most = size.rows - 3
    let gap = most < 14 ? 0 : 1
    let title = count + 4 + gap + Self.noteHeight > most ? 0 : 1
    let frame = 3 + title + gap + Self.noteHeight
    let height = min(count + frame, most)
    // Two columns stay free on each side and between.
    let beside = min(size.columns - 6 - Self.besideWidth, 100)
    let hasPreview =
      beside >= Self.leastPreview.columns && most >= Self.leastPreview.rows
      && height == count + frame
    // The list's panel is as high as the preview's.
    let panelHeight = hasPreview ? max(height, Self.leastPreview.rows) : height
    let row = max((size.rows - 1 - panelHeight) / 2, 0)
    let width = hasPreview ? Self.besideWidth : min(size.columns - 2, 60)
    let columns = hasPreview ? width + 2 + beside : width
    panel = Area(column: (size.columns - columns) / 2, row: row, width: width, height: panelHeight)
    titleRow = row + title
    preview =
      hasPreview
      ? Area(
        column: panel.column + width + 2, row: row, width: beside, height: panelHeight) : nil
    rows = Area(
      column: panel.column + 3, row: panel.row + 1 + title + gap, width: max(width - 6, 0),
      height: max(height - frame, 1))
  }
}
