// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Protocol
import TerminalUI

/// A choice in the list of replays.
enum ReplaysChoice: Hashable, Sendable {
  /// Play the replay of this match.
  case watch(String)
  /// Connect again and refresh.
  case reconnect
}

/// A server's replays, latest first.
struct ReplaysScreen: ServerScreen {
  private let server: String
  private var replays: [ReplaySummary] = []
  private var clock = WallClock(now: .zero) { _ in 0 }
  var connection = ServerConnection.connecting
  private var list = ListView()
  var page = MenuPage()

  /// The screen before the server has answered.
  init(server: String) {
    self.server = server
  }

  /// Shows these replays; `clock` dates them.
  mutating func show(_ replays: [ReplaySummary], _ clock: WallClock) {
    self.clock = clock
    connection = .live
    self.replays = replays
  }

  private static let help = [
    ("Up, Down", "choose a replay"), ("Enter", "watch it"), ("r", "refresh"),
    ("Click", "choose; click again to watch"), ("Esc", "back"), ("q", "quit"),
    ("?", "close this help"),
  ]

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let layout = settle(in: size)
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: connection.hints("Enter watch  r refresh  ? help  Esc back  q quit"),
      help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<ReplaysChoice>? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = settle(in: size)
    switch key {
    case .escape: return .back
    case .control("c"), .character("q"): return .quit
    case .character("r"): return .chosen(.reconnect)
    case .enter, .character(" "): return watched
    case .press(let column, let row):
      guard MenuPage.fits(size) else { return nil }
      return list.press(column: column, row: row, of: layout.rows) ? watched : nil
    default: _ = list.take(key, height: layout.rows.height)
    }
    return nil
  }

  /// Lays the screen out for a window.
  private mutating func settle(in size: WindowSize) -> ListPanel {
    let layout = ListPanel(in: size, lines: replays.count, mostColumns: 92)
    list.settle(count: replays.count, height: layout.rows.height)
    return layout
  }

  private var watched: MenuOutcome<ReplaysChoice>? {
    selected.map { .chosen(.watch($0.matchID)) }
  }

  private var selected: ReplaySummary? {
    replays.indices.contains(list.selection) ? replays[list.selection] : nil
  }

  private func draw(_ layout: ListPanel, _ menu: inout MenuCanvas) {
    menu.draw(layout, title: "Replays on \(server.harmless(limit: 60))")
    if !replays.isEmpty {
      draw(
        ["Ended", "Rules", "Result"], in: layout.rows.columns, row: layout.rows.row - 1,
        menu.style.dim, &menu)
    }
    menu.draw(list, in: layout.rows) { menu, index, row, style in
      let replay = replays[index]
      draw(
        [
          clock.words(for: replay.endedAt), ReplaySentences.rules(replay),
          ReplaySentences.result(replay),
        ], in: layout.rows.columns, row: row, style, &menu)
    }
    let note = selected == nil ? ReplaySentences.none : "Press Enter to watch it."
    menu.draw(
      note: connection.note ?? note, isBad: connection.isLost, in: layout.rows,
      row: layout.noteRow)
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
}
