// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient

/// All demos to choose from, and the one that is shown.
struct DemoScreen: InteractiveScreen, Sendable {
  /// There is nothing to be said when it is over.
  typealias Outcome = Bool

  /// The number of the demo that is chosen.
  private(set) var chosen: Int
  /// What is shown; nil while there is a choice.
  private(set) var playback: PlaybackScreen?
  private let demos: [Demo]
  private let speed: Double
  /// Whether leaving a demo leads to the choice.
  private let hasMenu: Bool

  /// The choice.
  init(_ demos: [Demo] = Demo.all, speed: Double = 1) {
    self.demos = demos
    self.speed = speed
    chosen = 0
    hasMenu = true
  }

  /// One demo, with the others before and after it.
  init(showing name: String, speed: Double = 1, at now: LocalTime) {
    demos = Demo.all
    self.speed = speed
    chosen = demos.firstIndex { $0.name == name } ?? 0
    hasMenu = false
    show(at: now)
  }

  private mutating func show(at now: LocalTime) {
    guard demos.indices.contains(chosen) else { return }
    let demo = demos[chosen]
    playback = PlaybackScreen(
      demo.makeReel(), title: demo.title, caption: demo.sentence, loops: true, speed: speed,
      hasNeighbours: demos.count > 1, at: now)
  }

  mutating func frame(_ look: Look, in size: WindowSize, at now: LocalTime) -> Frame {
    playback?.frame(look, in: size, at: now) ?? Frame(grid: menu(look, in: size))
  }

  mutating func take(_ key: Key, _ look: Look, in size: WindowSize, at now: LocalTime) -> Outcome? {
    guard playback != nil else { return choose(key, in: size, at: now) }
    switch playback?.take(key, look, in: size, at: now) {
    case nil: break
    case .quit: return true
    case .back where hasMenu: playback = nil
    case .back: return true
    case .next: go(1, at: now)
    case .previous: go(demos.count - 1, at: now)
    }
    return nil
  }

  private mutating func go(_ steps: Int, at now: LocalTime) {
    chosen = (chosen + steps) % demos.count
    show(at: now)
  }

  // MARK: The choice

  private mutating func choose(_ key: Key, in size: WindowSize, at now: LocalTime) -> Outcome? {
    switch key {
    case .up, .backTab, .character("k"): chosen = max(chosen - 1, 0)
    case .down, .tab, .character("j"): chosen = min(chosen + 1, demos.count - 1)
    case .home: chosen = 0
    case .end: chosen = demos.count - 1
    case .pageUp: chosen = max(chosen - rows(in: size).count, 0)
    case .pageDown: chosen = min(chosen + rows(in: size).count, demos.count - 1)
    case .enter, .character(" "), .right: show(at: now)
    case .press(_, let row):
      guard let index = demo(atRow: row, in: size) else { return nil }
      chosen = index
      show(at: now)
    case .character("q"), .escape, .control("c"): return true
    default: break
    }
    return nil
  }

  private static let firstRow = 2

  /// The demos that fit on the screen, around the one that is chosen.
  private func rows(in size: WindowSize) -> Range<Int> {
    let room = min(max(size.rows - Self.firstRow - 4, 1), demos.count)
    let start = min(max(chosen - room / 2, 0), demos.count - room)
    return start..<(start + room)
  }

  private func demo(atRow row: Int, in size: WindowSize) -> Int? {
    let rows = rows(in: size)
    let index = rows.lowerBound + row - Self.firstRow
    return rows.contains(index) ? index : nil
  }

  private func menu(_ look: Look, in size: WindowSize) -> Grid {
    let palette = look.palette
    var grid = Grid(width: size.columns, height: size.rows, style: palette.text)
    grid.put("Demos: the animations one by one", column: 2, row: 0, palette.strong)
    let rows = rows(in: size)
    let nameWidth = (demos.map { $0.name.cells }.max() ?? 0) + 2
    for index in rows {
      let (demo, row) = (demos[index], Self.firstRow + index - rows.lowerBound)
      let isChosen = index == chosen
      let style = isChosen ? palette.cursor : palette.text
      if isChosen {
        grid.fill(Area(column: 1, row: row, width: size.columns - 2, height: 1), .space, style)
      }
      grid.put(isChosen ? "▶" : " ", column: 2, row: row, style)
      grid.put(demo.name, column: 4, row: row, style.with(.bold))
      grid.put(
        demo.title, column: 4 + nameWidth, row: row, style,
        limit: max(size.columns - 6 - nameWidth, 0))
    }
    if demos.indices.contains(chosen) {
      let lines = demos[chosen].sentence.wrapped(to: size.columns - 4, lines: 2)
      for (index, line) in lines.enumerated() {
        grid.put(line, column: 2, row: size.rows - 3 + index, palette.text)
      }
    }
    grid.clear(row: size.rows - 1, palette.text)
    grid.put(
      "↑ ↓ choose  Enter show  q quit", column: 2, row: size.rows - 1, palette.dim,
      limit: max(size.columns - 4, 0))
    return grid
  }
}
