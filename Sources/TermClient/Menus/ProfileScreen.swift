// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Protocol
import TerminalUI

/// A choice in a profile.
enum ProfileChoice: Hashable, Sendable {
  /// Show the profile of the player with this ID.
  case player(String)
  /// Play the replay of this match.
  case watch(String)
  /// Connect again and refresh.
  case refresh
}

/// A player's profile, or the players of one name.
struct ProfileScreen: ServerScreen {
  private let server: String
  /// The viewer's player ID on this server; nil if unknown.
  private let you: String?
  private var profile: Profile?
  private var clock = WallClock(now: .zero) { _ in 0 }
  private var lines: [ProfileLine] = []
  var connection = ServerConnection.connecting
  private var list = ListView()
  var page = MenuPage()

  /// The screen before the server has answered.
  init(server: String, you: String?) {
    self.server = server
    self.you = you
  }

  /// Shows a profile; `clock` dates its matches.
  mutating func show(_ profile: Profile, _ clock: WallClock) {
    self.profile = profile
    self.clock = clock
    connection = .live
  }

  private static let help = [
    ("Up, Down", "choose a line"), ("Enter", "a player's profile, or a match's replay"),
    ("r", "refresh"), ("Click", "choose; click again to open"), ("Esc", "back"), ("q", "quit"),
    ("?", "close this help"),
  ]

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let layout = settle(in: size)
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: connection.hints("Enter open  r refresh  ? help  Esc back  q quit"), help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<ProfileChoice>? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    let layout = settle(in: size)
    switch key {
    case .escape: return .back
    case .control("c"), .character("q"): return .quit
    case .character("r"): return .chosen(.refresh)
    case .enter, .character(" "): return opened
    case .press(let column, let row):
      guard MenuPage.fits(size) else { return nil }
      return list.press(column: column, row: row, of: layout.rows) ? opened : nil
    case .up, .backTab: move(-1, key, in: layout)
    case .down, .tab: move(1, key, in: layout)
    default: _ = list.take(key, height: layout.rows.height)
    }
    return nil
  }

  /// Moves to the next line that opens something, or scrolls towards it.
  private mutating func move(_ step: Int, _ key: Key, in layout: ListPanel) {
    let height = layout.rows.height
    var next = list.selection + step
    while lines.indices.contains(next), !lines[next].opens { next += step }
    guard lines.indices.contains(next), (list.first - 1...list.first + height).contains(next) else {
      return list.scroll(by: step < 0 ? .up : .down, height: height)
    }
    list.select(next)
    list.settle(count: lines.count, height: height)
  }

  /// Lays the profile out for a window.
  private mutating func settle(in size: WindowSize) -> ListPanel {
    func layout() -> ListPanel {
      // A third of a wide window stays free.
      ListPanel(
        in: size, lines: lines.count, mostColumns: max(92, min(size.columns * 2 / 3, 140)), head: 3)
    }
    let columns = max(layout().rows.width - 2, 1)
    lines =
      profile.map {
        ProfileLine.lines(of: $0, you: you, clock, columns: columns)
          .flatMap { $0.folded(to: columns) }
      } ?? []
    let layout = layout()
    list.settle(count: lines.count, height: layout.rows.height)
    return layout
  }

  private var selectedLine: ProfileLine? {
    lines.indices.contains(list.selection) ? lines[list.selection] : nil
  }

  private var opened: MenuOutcome<ProfileChoice>? {
    switch selectedLine?.kind {
    case .player(let id): .chosen(.player(id))
    case .match(let id): .chosen(.watch(id))
    case .heading, .text, .chart, nil: nil
    }
  }

  private func draw(_ layout: ListPanel, _ menu: inout MenuCanvas) {
    let style = menu.style
    menu.draw(layout, title: "Profile on \(server.harmless(limit: 60))")
    let marks = selectedLine?.opens ?? false
    menu.draw(list, in: layout.rows, marks: marks) { menu, index, row, chosen in
      let line = lines[index]
      let own =
        switch line.kind {
        case .heading: style.strong
        case .chart: style.good
        case .text, .player, .match: style.text
        }
      menu.write(
        line.text, column: layout.rows.column + 1, row: row,
        marks && index == list.selection ? chosen : own, limit: max(layout.rows.width - 2, 0))
    }
    menu.draw(
      note: connection.note ?? note, isBad: connection.isLost, in: layout.rows,
      row: layout.noteRow)
  }

  private var note: String {
    switch selectedLine?.kind {
    case .player: "Press Enter for this player's profile."
    case .match: "Press Enter to watch it."
    case .heading, .text, .chart, nil: ProfileSentences.scope
    }
  }
}
