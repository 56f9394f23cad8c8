// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Protocol
import TerminalUI

/// The outcome of the list of replays.
enum ReplaysOutcome: Hashable, Sendable {
  /// Play the replay of this match.
  case watch(String)
  /// Connect again and refresh.
  case reconnect
  /// Go back.
  case back
  /// Quit the program.
  case quit
}

/// A server's replays, latest first.
struct ReplaysScreen: ServerScreen {
  private let server: String
  private var replays: [ReplaySummary] = []
  private var clock = WallClock(now: .zero) { _ in 0 }
  private var state = RoomsScreen.State.connecting
  private var list = ListView()
  var page = MenuPage()

  /// The screen before the server has answered.
  init(server: String) {
    self.server = server
  }

  /// Shows these replays; `clock` dates them.
  mutating func show(_ replays: [ReplaySummary], _ clock: WallClock) {
    self.clock = clock
    state = .live
    self.replays = replays
  }

  /// Shows why the connection was lost; the list received so far stays.
  mutating func lose(_ reason: String) {
    state = .lost(reason)
  }

  private static let help = [
    ("Up, Down", "choose a replay"), ("Enter", "watch it"), ("r", "refresh"),
    ("Click", "choose; click again to watch"), ("Esc", "back"), ("q", "quit"),
    ("?", "close this help"),
  ]

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let layout = RoomsLayout(in: size)
    list.settle(count: replays.count, height: layout.rows.height)
    let grid = page.draw(
      renderStyle, in: size, panels: [layout.panel],
      keys: "Enter watch  r refresh  ? help  Esc back  q quit",
      help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> ReplaysOutcome? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = RoomsLayout(in: size)
    list.settle(count: replays.count, height: layout.rows.height)
    switch key {
    case .escape: return .back
    case .control("c"), .character("q"): return .quit
    case .character("r"): return .reconnect
    case .enter, .character(" "): return watched
    case .press(let column, let row):
      guard MenuPage.fits(size), let line = list.line(column: column, row: row, of: layout.rows)
      else {
        return nil
      }
      let wasChosen = line == list.selection
      list.select(line)
      return wasChosen ? watched : nil
    default: _ = list.take(key, height: layout.rows.height)
    }
    return nil
  }

  private var watched: ReplaysOutcome? {
    replays.indices.contains(list.selection) ? .watch(replays[list.selection].matchID) : nil
  }

  private func draw(_ layout: RoomsLayout, _ menu: inout MenuCanvas) {
    let (panel, palette) = (layout.panel, menu.palette)
    menu.drawFrame(of: panel)
    menu.write(
      "Replays on \(server.harmless(limit: 60))", centredIn: panel.columns, row: panel.row + 1,
      palette.strong)
    if !replays.isEmpty {
      draw(
        ["Ended", "Rules", "Result"], in: layout.rows.columns, row: layout.rows.row - 1,
        palette.dim, &menu)
    }
    let shown = replays.dropFirst(list.first).prefix(layout.rows.height)
    for (index, replay) in shown.enumerated() {
      let isChosen = list.first + index == list.selection
      let row = layout.rows.row + index
      if isChosen { menu.fill(layout.rows.columns, row: row, palette.cursor) }
      draw(
        [
          clock.words(for: replay.endedAt), ReplaySentences.rules(replay),
          ReplaySentences.result(replay),
        ], in: layout.rows.columns, row: row, isChosen ? palette.cursor : palette.text, &menu)
    }
    var isBad = false
    if case .lost = state { isBad = true }
    for (index, line) in note.folded(to: layout.rows.width).prefix(3).enumerated() {
      menu.write(
        line, column: layout.rows.column, row: layout.noteRow + index,
        isBad ? palette.bad : palette.dim)
    }
  }

  /// Draws a row: when it ended, the rules, the result.
  private func draw(
    _ texts: [String], in span: Range<Int>, row: Int, _ style: Style, _ menu: inout MenuCanvas
  ) {
    var column = span.lowerBound + 1
    for (text, width) in zip(texts, [18, 20, span.count]) where column < span.upperBound {
      menu.write(
        text, column: column, row: row, style,
        limit: max(min(width - 1, span.upperBound - column - 1), 0))
      column += width
    }
  }

  private var note: String {
    switch state {
    case .connecting: "Connecting ..."
    case .lost(let reason): "\(reason) Press r to try again."
    case .live where replays.isEmpty: "There are no replays for you on this server yet."
    case .live:
      replays.indices.contains(list.selection)
        ? "Press Enter to watch match \(replays[list.selection].matchID.harmless(limit: 64))." : ""
    }
  }
}
