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
    let layout = settle(in: size)
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: connection.hints(
        "Left, Right mode  Enter profile  \(you == nil ? "r refresh" : "m my profile")  "
          + "? help  Esc back  q quit"), help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<LeaderboardChoice>? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = settle(in: size)
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
      if let tab = Self.tabs(layout).hit(column: column, row: row) {
        show(MatchSettings.Mode.rated[tab])
      }
      return list.press(column: column, row: row, of: layout.rows) ? profile : nil
    default: _ = list.take(key, height: layout.rows.height)
    }
    return nil
  }

  /// Lays the screen out for a window.
  private mutating func settle(in size: WindowSize) -> ListPanel {
    let layout = ListPanel(in: size, lines: rows.count, mostColumns: 80, head: 6)
    list.settle(count: rows.count, height: layout.rows.height)
    return layout
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

  private static func tabs(_ layout: ListPanel) -> ListTabs {
    ListTabs(
      MatchSettings.Mode.rated.enumerated().map { "\($0 + 1) \($1.rules.name)" }, in: layout)
  }

  private func draw(_ layout: ListPanel, _ menu: inout MenuCanvas) {
    menu.draw(layout, title: "Best players on \(server.harmless(limit: 60))")
    Self.tabs(layout).draw(chosen: MatchSettings.Mode.rated.firstIndex(of: mode) ?? 0, &menu)
    menu.draw(
      note: note, isBad: connection.isLost, in: layout.rows,
      row: rows.isEmpty ? layout.rows.row : layout.noteRow)
    guard let board = boards[mode], !board.rows.isEmpty else { return }
    RankedLine.draw(
      LeaderboardLine.lines(of: board, you: you).map(\.ranked), head: LeaderboardLine.head.ranked,
      list, in: layout.rows, &menu)
    // Where all are in view, the ranks tell.
    guard rows.count > layout.rows.height else { return }
    let last = min(list.first + layout.rows.height, rows.count)
    let shown = "\(list.first + 1) to \(last) of \(rows.count)"
    menu.write(
      shown, column: layout.rows.columns.upperBound - 1 - shown.cells, row: layout.noteRow - 1,
      menu.style.dim)
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

extension LeaderboardLine {
  /// The line in the columns of this screen.
  fileprivate var ranked: RankedLine {
    RankedLine(rank: rank, name: name, numbers: [(rating, 9), (matches, 9)], isYou: isYou)
  }
}
