// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import Protocol
import TerminalUI

/// A choice on the leaderboard screen.
enum LeaderboardChoice: Hashable, Sendable {
  /// Query the server again; this mode is shown.
  case refresh(MatchSettings.Mode)
  /// Show the profile of the player with this ID or name; this mode is shown.
  case profile(String, MatchSettings.Mode)
}

/// A server's leaderboards, one mode at a time, and the way to the profiles of their players.
struct LeaderboardScreen: ServerScreen {
  private let server: String
  /// The viewer's player ID on this server; nil if unknown.
  private let you: String?
  private(set) var mode: MatchSettings.Mode
  private var boards: [MatchSettings.Mode: Leaderboard] = [:]
  var connection = ServerConnection.connecting
  private var list = ListView()
  var page = MenuPage()

  /// The screen before the server has answered.
  init(server: String, mode: MatchSettings.Mode, you: String? = nil) {
    self.server = server
    self.you = you
    self.mode = mode
  }

  /// Stores a board and shows it if its mode is selected.
  mutating func show(_ board: Leaderboard) {
    boards[board.mode] = board
    connection = .live
  }

  private static let help = [
    ("Left, Right", "switch mode"), ("1 2 3 4", "choose a mode directly"),
    ("Up, Down", "choose a player"), ("Enter", "the player's profile"), ("m", "my profile"),
    ("Click", "choose a mode or a player; click again for the profile"),
    ("r", "refresh"), ("Esc", "back"), ("q", "quit"), ("?", "close this help"),
  ]

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let layout = LeaderboardLayout(in: size)
    list.settle(count: rows.count, height: layout.list.rows.height)
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.list.panel],
      keys: you == nil
        ? "Left, Right mode  Enter profile  r refresh  ? help  Esc back  q quit"
        : "Left, Right mode  Enter profile  m my profile  ? help  Esc back  q quit", help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<LeaderboardChoice>? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = LeaderboardLayout(in: size)
    list.settle(count: rows.count, height: layout.list.rows.height)
    switch key {
    case .escape: return .back
    case .control("c"), .character("q"): return .quit
    case .character("r"): return .chosen(.refresh(mode))
    case .character("m"): return you.map { .chosen(.profile($0, mode)) }
    case .enter, .character(" "): return profile
    case .left, .backTab: turn(by: -1)
    case .right, .tab: turn(by: 1)
    case .character(let digit) where digit.wholeNumberValue != nil:
      let modes = MatchSettings.Mode.rated
      let index = (digit.wholeNumberValue ?? 0) - 1
      if modes.indices.contains(index) { show(modes[index]) }
    case .press(let column, let row):
      guard MenuPage.fits(size) else { return nil }
      if let mode = layout.mode(column: column, row: row) { show(mode) }
      return list.press(column: column, row: row, of: layout.list.rows) ? profile : nil
    default: _ = list.take(key, height: layout.list.rows.height)
    }
    return nil
  }

  /// The profile of the selected player.
  private var profile: MenuOutcome<LeaderboardChoice>? {
    guard rows.indices.contains(list.selection) else { return nil }
    let player = rows[list.selection].player
    return .chosen(.profile(player.id ?? player.name, mode))
  }

  private mutating func turn(by steps: Int) {
    let modes = MatchSettings.Mode.rated
    let index = modes.firstIndex(of: mode) ?? 0
    show(modes[(index + steps + modes.count) % modes.count])
  }

  private mutating func show(_ mode: MatchSettings.Mode) {
    if mode != self.mode { list = ListView() }
    self.mode = mode
  }

  private var rows: [Leaderboard.Row] { boards[mode]?.rows ?? [] }

  // MARK: Drawing

  private func draw(_ layout: LeaderboardLayout, _ menu: inout MenuCanvas) {
    menu.draw(layout.list, title: "Best players on \(server.harmless(limit: 60))")
    for tab in layout.tabs {
      let isShown = tab.mode == mode
      menu.write(
        tab.title, column: tab.column, row: tab.row, isShown ? menu.style.cursor : menu.style.dim)
    }
    menu.draw(
      note: note, isBad: connection.isLost, in: layout.list.rows,
      row: rows.isEmpty ? layout.list.rows.row : layout.list.noteRow)
    if let board = boards[mode], !board.rows.isEmpty { drawRows(of: board, layout, &menu) }
  }

  private func drawRows(
    of board: Leaderboard, _ layout: LeaderboardLayout, _ menu: inout MenuCanvas
  ) {
    let (area, style) = (layout.list.rows, menu.style)
    LeaderboardLine.head.draw(in: area.columns, row: area.row - 1, style.dim, &menu)
    let lines = LeaderboardLine.lines(of: board, you: you)
    menu.draw(list, in: area) { menu, index, row, chosen in
      let isStrong = lines[index].isYou && index != list.selection
      lines[index].draw(in: area.columns, row: row, isStrong ? style.strong : chosen, &menu)
    }
    menu.drawMore(
      beside: area, above: list.first > 0, below: list.first + area.height < lines.count)
    let last = min(list.first + area.height, lines.count)
    let shown = "\(list.first + 1) to \(last) of \(lines.count)"
    menu.write(
      shown, column: area.columns.upperBound - 1 - shown.cells, row: layout.list.noteRow - 1,
      style.dim
    )
  }

  private var note: String {
    if connection.isLost { return connection.note ?? "" }
    guard let board = boards[mode] else { return ServerConnection.connecting.note ?? "" }
    guard board.rows.isEmpty else {
      return LeaderboardSentences.explanation
    }
    return LeaderboardSentences.nobody(in: mode)
      + " Be the first: choose Find on the home screen with \"Rated\": yes, or run"
      + "  facedown quick URL --rated."
  }
}
