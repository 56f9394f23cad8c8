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
    let layout = settle(in: size)
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: connection.hints(
        (mayPlay ? "Enter play  " : "") + "Left, Right day  r refresh  ? help  Esc back  q quit"),
      help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<DailyChoice>? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = settle(in: size)
    switch key {
    case .escape: return .back
    case .control("c"), .character("q"): return .quit
    case .character("r"): return .chosen(.refresh)
    case .enter, .character(" "): return played
    case .left, .right, .tab, .backTab: isLastShown.toggle()
    case .press(let column, let row):
      guard MenuPage.fits(size) else { return nil }
      if let tab = tabs(layout).hit(column: column, row: row) { isLastShown = tab == 1 }
      if mayPlay, row == layout.buttonRow, layout.rows.columns.contains(column) { return played }
    default: _ = list.take(key, height: layout.rows.height)
    }
    return nil
  }

  /// Lays the screen out for a window.
  private mutating func settle(in size: WindowSize) -> ListPanel {
    let layout = ListPanel(
      in: size, lines: lines.count, mostColumns: 80, head: 6, hasButton: mayPlay)
    list.settle(count: lines.count, height: layout.rows.height)
    return layout
  }

  private var mayPlay: Bool { daily?.today.isPlayed == false }

  private var played: MenuOutcome<DailyChoice>? {
    guard mayPlay, let today = daily?.today else { return nil }
    return .chosen(.play(today.day, commitment: today.commitment))
  }

  private var board: DailyBoard? { isLastShown ? daily?.last : daily?.today }

  private var lines: [DailyLine] {
    board.map { DailySentences.lines(of: $0, you: you) } ?? []
  }

  // MARK: Drawing

  private func tabs(_ layout: ListPanel) -> ListTabs {
    ListTabs(daily.map { ["Today, \($0.today.day)", "\($0.last.day)"] } ?? [], in: layout)
  }

  private func draw(_ layout: ListPanel, _ menu: inout MenuCanvas) {
    menu.draw(layout, title: "Daily deal on \(server.harmless(limit: 60))")
    tabs(layout).draw(chosen: isLastShown ? 1 : 0, &menu)
    let lines = lines
    menu.draw(
      note: note, isBad: connection.isLost, in: layout.rows,
      row: lines.isEmpty ? layout.rows.row : layout.noteRow)
    if mayPlay {
      menu.drawButton(
        "Play today's deal", isFocused: true, in: layout.panel.columns, layout.buttonRow)
    }
    guard !lines.isEmpty else { return }
    RankedLine.draw(
      lines.map(\.ranked), head: DailyLine.head.ranked, list, in: layout.rows, &menu)
  }

  private var note: String {
    if connection.isLost { return connection.note ?? "" }
    guard let daily, let board else { return ServerConnection.connecting.note ?? "" }
    let standing = [
      DailySentences.standing(board, isOver: isLastShown), DailySentences.streak(daily),
    ]
    .filter { !$0.isEmpty }.joined(separator: " ")
    guard board.own == nil, !board.isPlayed else { return standing }
    return "\(standing) \(DailySentences.explanation)"
  }
}

extension DailyLine {
  /// The line in the columns of this screen.
  fileprivate var ranked: RankedLine {
    RankedLine(rank: rank, name: name, numbers: [(turns, 8), (time, 9)], isYou: isYou)
  }
}
