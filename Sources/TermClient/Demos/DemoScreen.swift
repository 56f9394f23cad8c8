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
    let demo = demos[chosen]
    playback = PlaybackScreen(
      demo.makeTimeline(), title: demo.title, caption: demo.sentence, loops: true, speed: speed,
      hasNeighbours: demos.count > 1, at: now)
  }

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    playback?.frame(renderStyle, in: size, at: now) ?? Frame(grid: menu(renderStyle, in: size))
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

  private mutating func menu(_ renderStyle: RenderStyle, in size: WindowSize) -> Grid {
    let layout = settle(in: size)
    return page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: "Enter play  ? help  Esc back  q quit", help: Self.help
    ) { [demos, list] menu, _ in
      let (panel, column) = (layout.panel, layout.rows.column)
      menu.drawFrame(of: panel)
      menu.write(
        "The animations, one by one", centredIn: panel.columns, row: panel.row + 1,
        menu.style.strong)
      menu.draw(list, in: layout.rows) { menu, index, row, style in
        let isChosen = index == list.selection
        menu.write(isChosen ? "▸" : " ", column: column + 1, row: row, style)
        menu.write(
          demos[index].title, column: column + 3, row: row, isChosen ? style : menu.style.text,
          limit: layout.rows.width - 4)
      }
      guard demos.indices.contains(list.selection) else { return }
      let demo = demos[list.selection]
      let lines = demo.sentence.folded(
        to: layout.rows.width - 2, lines: DemosLayout.noteHeight - 1)
      for (index, line) in lines.enumerated() {
        menu.write(line, column: column + 1, row: layout.noteRow + index, menu.style.text)
      }
      menu.write(
        "facedown demo \(demo.name)", column: column + 1, row: layout.noteRow + lines.count,
        menu.style.dim)
    }
  }
}

/// The positions of the list of demos.
struct DemosLayout: Hashable, Sendable {
  /// The rows for the selected demo's sentence, and the command that plays it.
  static let noteHeight = 3

  /// The panel.
  let panel: Area
  /// The lines for demos.
  let rows: Area
  /// The first row of the note.
  var noteRow: Int { rows.rows.upperBound + 1 }

  /// The layout of `count` demos in a window.
  init(_ count: Int, in size: WindowSize) {
    let width = min(size.columns - 2, 60)
    // Edges, title and note; an empty line above the list, where there is room, and below. Of the window
    // the first row stays free, and the two last ones or, if that shows all demos, the last one.
    let most = size.rows - (count + 5 + Self.noteHeight == size.rows - 2 ? 2 : 3)
    let gap = most >= 14 ? 1 : 0
    let frame = 4 + gap + Self.noteHeight
    let height = min(count + frame, most)
    panel = Area(
      column: (size.columns - width) / 2, row: max((size.rows - height) / 2, 0), width: width,
      height: height)
    rows = Area(
      column: panel.column + 3, row: panel.row + 2 + gap, width: max(width - 6, 0),
      height: max(height - frame, 1))
  }
}
