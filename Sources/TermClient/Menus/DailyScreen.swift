// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Protocol
import TerminalUI

/// A choice on the screen of daily deals.
enum DailyChoice: Hashable, Sendable {
  /// Play today's deal, which has this commitment.
  case play(Day, commitment: [UInt8])
  /// Query the server again.
  case refresh
}

/// A server's daily deals: the boards of today and of the last day, and the way to today's table.
struct DailyScreen: ServerScreen {
  private let server: String
  /// The viewer's player ID on this server; nil if unknown.
  private let you: String?
  private var daily: Daily?
  /// Whether the last day's board is shown instead of today's.
  private var isLastShown = false
  var connection = ServerConnection.connecting
  private var list = ListView()
  var page = MenuPage()

  /// The screen before the server has answered.
  init(server: String, you: String?) {
    self.server = server
    self.you = you
  }

  /// Shows a server's answer.
  mutating func show(_ daily: Daily) {
    self.daily = daily
    connection = .live
  }

  private static let help = [
    ("Enter", "play today's deal"), ("Left, Right", "today or the last day"),
    ("Up, Down", "scroll"), ("r", "refresh"), ("Esc", "back"), ("q", "quit"),
    ("?", "close this help"),
  ]

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let layout = ListPanel(in: size, mostColumns: 80, head: 6)
    list.settle(count: lines.count, height: layout.rows.height)
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: (mayPlay ? "Enter play  " : "")
        + "Left, Right day  r refresh  ? help  Esc back  q quit",
      help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<DailyChoice>? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = ListPanel(in: size, mostColumns: 80, head: 6)
    list.settle(count: lines.count, height: layout.rows.height)
    switch key {
    case .escape: return .back
    case .control("c"), .character("q"): return .quit
    case .character("r"): return .chosen(.refresh)
    case .enter, .character(" "):
      guard mayPlay, let today = daily?.today else { return nil }
      return .chosen(.play(today.day, commitment: today.commitment))
    case .left, .right, .tab, .backTab: isLastShown.toggle()
    case .press(let column, let row):
      guard MenuPage.fits(size) else { return nil }
      if let tab = tabs(layout).firstIndex(where: { $0.row == row && $0.columns.contains(column) })
      {
        isLastShown = tab == 1
      }
    default: _ = list.take(key, height: layout.rows.height)
    }
    return nil
  }

  private var mayPlay: Bool { daily?.today.isPlayed == false }

  private var board: DailyBoard? { isLastShown ? daily?.last : daily?.today }

  private var lines: [DailyLine] {
    board.map { DailySentences.lines(of: $0, you: you) } ?? []
  }

  // MARK: Drawing

  /// The titles of the days and where they stand.
  private func tabs(_ layout: ListPanel) -> [(title: String, columns: Range<Int>, row: Int)] {
    guard let daily else { return [] }
    var column = layout.rows.column
    return [" Today ", " \(daily.last.day) "].map { title in
      defer { column += title.cells + 1 }
      return (title, column..<column + title.cells, layout.panel.row + 3)
    }
  }

  private func draw(_ layout: ListPanel, _ menu: inout MenuCanvas) {
    menu.draw(layout, title: "Daily deal on \(server.harmless(limit: 60))")
    for (index, tab) in tabs(layout).enumerated() {
      menu.write(
        tab.title, column: tab.columns.lowerBound, row: tab.row,
        (index == 1) == isLastShown ? menu.style.cursor : menu.style.dim)
    }
    let lines = lines
    menu.draw(
      note: note, isBad: connection.isLost, in: layout.rows,
      row: lines.isEmpty ? layout.rows.row : layout.noteRow)
    guard !lines.isEmpty else { return }
    let (area, style) = (layout.rows, menu.style)
    DailyLine.head.draw(in: area.columns, row: area.row - 1, style.dim, &menu)
    menu.draw(list, in: area) { menu, index, row, chosen in
      let isStrong = lines[index].isYou && index != list.selection
      lines[index].draw(in: area.columns, row: row, isStrong ? style.strong : chosen, &menu)
    }
    menu.drawMore(
      beside: area, above: list.first > 0, below: list.first + area.height < lines.count)
  }

  private var note: String {
    if connection.isLost { return connection.note ?? "" }
    guard let daily, let board else { return ServerConnection.connecting.note ?? "" }
    let standing = [DailySentences.standing(board), DailySentences.streak(daily)]
      .filter { !$0.isEmpty }.joined(separator: " ")
    return board.own == nil && !board.isPlayed
      ? "\(standing) \(DailySentences.explanation)" : standing
  }
}

extension DailyLine {
  /// Draws the line: numbers right-aligned, the name in the space that remains.
  fileprivate func draw(
    in span: Range<Int>, row: Int, _ style: Style, _ menu: inout MenuCanvas
  ) {
    var end = span.upperBound - 1
    for (text, width) in [(time, 9), (turns, 8)] {
      menu.write(text, column: end - text.cells, row: row, style)
      end -= width
    }
    menu.write(rank, column: span.lowerBound + max(4 - rank.cells, 0), row: row, style, limit: 6)
    let start = span.lowerBound + 7
    menu.write(name, column: start, row: row, style, limit: max(end - start - 1, 0))
  }
}
