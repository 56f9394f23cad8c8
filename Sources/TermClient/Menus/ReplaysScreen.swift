// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// What the list of replays comes to.
enum ReplaysOutcome: Hashable, Sendable {
  /// The match of this name is to be watched.
  case watch(String)
  /// The server is to be asked anew.
  case reconnect
  /// Back to where one was.
  case back
  /// Out of the program.
  case quit
}

/// The matches of a server that can be watched again, latest first.
struct ReplaysScreen: ServerScreen {
  private let server: String
  private var replays: [ReplaySummary] = []
  private var clock = WallClock(now: .zero) { _ in 0 }
  private var state = RoomsScreen.State.connecting
  private var list = ListView()
  var page = MenuPage()

  /// The list of a server that has not answered yet.
  init(server: String) {
    self.server = server
  }

  /// These are the matches, as long ago as `clock` says.
  mutating func show(_ replays: [ReplaySummary], _ clock: WallClock) {
    self.clock = clock
    state = .live
    self.replays = replays
  }

  /// The server is not to be reached; what is listed is what it was.
  mutating func lose(_ reason: String) {
    state = .lost(reason)
  }

  private static let help = [
    ("Up, Down", "choose a match"), ("Enter", "watch it"), ("r", "ask the server again"),
    ("Click", "choose; click again to watch"), ("Esc", "back"), ("q", "quit"), ("?", "close this"),
  ]

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: LocalTime) -> Frame {
    let layout = RoomsLayout(in: size)
    list.settle(count: replays.count, height: layout.rows.height)
    let grid = page.draw(
      renderStyle, in: size, panels: [layout.panel],
      keys: "Enter watch  r again  ? help  Esc back  q quit",
      help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: LocalTime
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
      guard let line = list.line(column: column, row: row, of: layout.rows, in: size) else {
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
      "Replays at \(server.harmless(limit: 60))", centredIn: panel.columns, row: panel.row + 1,
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

  /// When, by which rules, and who came to what.
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
    case .lost(let reason): "\(reason) Press r to ask again."
    case .live where replays.isEmpty: "No match has ended here that you may watch."
    case .live:
      replays.indices.contains(list.selection)
        ? "Match \(replays[list.selection].matchID.harmless(limit: 64)): Enter watches it." : ""
    }
  }
}
