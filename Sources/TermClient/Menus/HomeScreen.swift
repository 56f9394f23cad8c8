// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Stage
import TerminalUI

/// The home screen's menu items.
enum HomeChoice: Hashable, Sendable, CaseIterable {
  case play
  case daily
  case host
  case quick
  case join
  case watch
  case rooms
  case leaderboard
  case demo
  case settings
  case quit

  /// All items, in menu order.
  static let offered = allCases
  /// The items on a shared host, where nobody runs a server.
  static let offeredWhereShared = allCases.filter { $0 != .host }
}

/// The first screen: the title spelt in cards, above the main menu.
struct HomeScreen: InteractiveScreen {
  /// The menu.
  private(set) var menu: Menu<HomeChoice>
  private var page = MenuPage()
  private var title = TitleRow()
  /// The match behind the menu.
  var live = LiveBackdrop()
  /// Whether to skip dealing the title's cards.
  private let isDealt: Bool
  private var cameAt: DisplayTime?

  /// The home screen with an item focused; `isDealt` skips the opening for returning visitors.
  init(_ choices: [HomeChoice] = HomeChoice.offered, chosen: HomeChoice = .play, isDealt: Bool) {
    menu = Menu(choices.map { $0.item(beside: choices) })
    menu.focus(on: chosen)
    self.isDealt = isDealt
  }

  private static let keys = "Arrows, Enter  ? help  q quit"
  /// What the game is.
  private static let tagline = "Turn two cards. Keep the pairs."

  private static let help =
    Wording.howToPlay(MatchSettings(theme: "")).enumerated().map { index, rule in
      (index == 0 ? "The game" : "", rule)
    } + [
      ("Arrows, Tab", "move to another item"), ("Enter, Space", "open the item"),
      ("Letters", "open the item whose letter is underlined"), ("Click", "open an item"),
      ("Ctrl-L", "redraw the screen"), ("q", "quit"), ("?", "close this help"),
    ]

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let cameAt = self.cameAt ?? now
    self.cameAt = cameAt
    let isStill = renderStyle.decoration != .full || renderStyle.drawing == .characters
    let show =
      isStill
      ? TitleShow.rest : TitleShow(at: (now - cameAt) / .seconds(1), isDealt: isDealt)
    let layout = HomeLayout(items: menu.items.count, in: size)
    var (title, live) = (self.title, self.live)
    let showsLive = !isStill && MenuPage.fits(size)
    let scenery = showsLive ? live.scenery(renderStyle, in: size, at: now) : nil
    let isLive = showsLive && live.opacity > 0
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: Self.keys, help: Self.help, scenery: scenery
    ) { [menu] canvas, table in
      title.draw(
        show, in: layout.title, renderStyle, on: table, isStill: live.motion == .still, &canvas)
      Self.draw(menu, layout, &canvas)
      if layout.hasSentenceAboveMenu || !isLive {
        layout.draw(Self.tagline, in: size, &canvas)
      }
      if isLive { Self.draw(live, in: size, renderStyle, &canvas) }
    }
    (self.title, self.live) = (title, live)
    let isShown = MenuPage.fits(size) && !page.isHelpShown
    let next = show.isMoving ? now : show.nextStart.map { cameAt + .seconds($0) }
    var frame = Frame(
      grid: grid, motion: isShown && show.isMoving ? .moving : .still,
      nextChange: isShown ? next : nil)
    if showsLive { frame.join(live.motion, nextChange: live.nextChange) }
    return frame
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> HomeChoice? {
    let key = page.resolved(key)
    if page.take(key) { return nil }
    switch key {
    case .control("c"): return .quit
    // Escape only selects Quit: leaving the program takes one more key.
    case .escape: menu.focus(on: .quit)
    case .press(let column, let row):
      let layout = HomeLayout(items: menu.items.count, in: size)
      guard MenuPage.fits(size), let item = layout.item(column: column, row: row) else {
        return nil
      }
      return menu.click(item)
    default: return menu.take(key)
    }
    return nil
  }

  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool {
    guard MenuPage.fits(size), !page.isHelpShown else { return false }
    let layout = HomeLayout(items: menu.items.count, in: size)
    return menu.point(to: layout.item(column: column, row: row))
  }

  /// Writes who plays behind the menu: in the window's last row, after the hints.
  private static func draw(
    _ live: LiveBackdrop, in size: WindowSize, _ renderStyle: RenderStyle,
    _ canvas: inout MenuCanvas
  ) {
    let ground = Color(renderStyle.palette.picture.feltDark)
    let text = live.caption.shortened(to: size.columns - keys.cells - 4)
    canvas.write(
      text, column: size.columns - 1 - text.cells, row: size.rows - 1,
      canvas.style.dim.fading(live.opacity, into: ground))
  }

  private static func draw(
    _ menu: Menu<HomeChoice>, _ layout: HomeLayout, _ canvas: inout MenuCanvas
  ) {
    canvas.drawFrame(of: layout.panel)
    for (index, item) in menu.items.enumerated() {
      let row = layout.row(of: index)
      let isFocused = index == menu.focus
      let inside = (layout.panel.column + 2)..<(layout.panel.columns.upperBound - 2)
      if isFocused { canvas.fill(inside, row: row, canvas.style.cursor) }
      let style = isFocused ? canvas.style.cursor : canvas.style.strong
      let start = inside.lowerBound
      canvas.write(isFocused ? "▸" : " ", column: start + 1, row: row, style)
      let end = canvas.write(
        String(item.title.prefix(1)), column: start + 3, row: row, style.with(.underline))
      canvas.write(String(item.title.dropFirst()), column: end, row: row, style)
      canvas.write(
        item.hint, column: start + 16, row: row, isFocused ? style : canvas.style.dim,
        limit: inside.count - 17)
    }
  }
}

extension HomeChoice {
  /// Its menu entry among these items.
  fileprivate func item(beside choices: [HomeChoice]) -> Menu<HomeChoice>.Item {
    switch self {
    case .play:
      .init(
        id: self, title: "Play",
        hint: choices.contains(.host) ? "against bots on this machine" : "against bots",
        letter: "p")
    case .daily:
      .init(id: self, title: "Today", hint: "one deal a day for everyone", letter: "t")
    case .host: .init(id: self, title: "Host", hint: "a match for others to join", letter: "h")
    case .quick:
      .init(id: self, title: "Find", hint: "other players to play with", letter: "f")
    case .join: .init(id: self, title: "Join", hint: "a match by its link or code", letter: "j")
    case .watch: .init(id: self, title: "Watch", hint: "a match without playing", letter: "w")
    case .rooms: .init(id: self, title: "Rooms", hint: "the open rooms on a server", letter: "r")
    case .leaderboard:
      .init(id: self, title: "Leaderboard", hint: "the best players on a server", letter: "l")
    case .demo: .init(id: self, title: "Demo", hint: "the animations, one by one", letter: "d")
    case .settings:
      .init(id: self, title: "Settings", hint: "colours, motion, your name", letter: "s")
    case .quit: .init(id: self, title: "Quit", hint: "", letter: "q")
    }
  }
}

/// The positions of the home screen's title and menu, for drawing and hit testing.
struct HomeLayout: Hashable, Sendable {
  /// The strip of the title's cards, as wide as the window.
  let title: Area
  /// The menu's panel.
  let panel: Area
  private let pitch: Int
  private let items: Int

  /// The layout of `items` menu items in a window of at least `MenuPage.smallest`.
  init(items: Int, in size: WindowSize) {
    self.items = items
    pitch = size.rows >= 20 + 2 * items ? 2 : 1
    let height = (items - 1) * pitch + 1 + 2 * pitch
    // The last row is for hints; the one above it stays empty.
    let free = size.rows - height - 3
    let titleHeight = min(max(free, 1), 13, max(size.columns / 8, 4))
    let width = min(size.columns - 4, 56)
    let spare = max(free - titleHeight, 0)
    // Without rows to spare the cards are in the middle of all rows above the menu.
    let row = spare == 0 ? 0 : spare / 3 + 1
    title = Area(
      column: 0, row: row, width: size.columns, height: titleHeight + (spare == 0 ? 1 : 0))
    panel = Area(
      column: (size.columns - width) / 2, row: title.rows.upperBound + spare / 3, width: width,
      height: height)
  }

  /// Whether there is room for a sentence between the title and the menu.
  fileprivate var hasSentenceAboveMenu: Bool { panel.row - title.rows.upperBound >= 3 }

  /// Writes a sentence above the menu, or where there is no room in the window's last row.
  fileprivate func draw(_ sentence: String, in size: WindowSize, _ canvas: inout MenuCanvas) {
    if hasSentenceAboveMenu {
      canvas.write(sentence, centredIn: 0..<size.columns, row: panel.row - 2, canvas.style.text)
    } else if size.columns >= 2 * sentence.cells {
      canvas.write(
        sentence, column: size.columns - 1 - sentence.cells, row: size.rows - 1, canvas.style.dim)
    }
  }

  /// The row of an item.
  func row(of item: Int) -> Int { panel.row + (item + 1) * pitch }

  /// The item at a cell.
  func item(column: Int, row: Int) -> Int? {
    guard panel.columns.contains(column) else { return nil }
    return (0..<items).first { self.row(of: $0) == row }
  }
}
