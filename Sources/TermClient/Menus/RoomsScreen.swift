// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import TerminalUI

/// A choice in the list of rooms.
enum RoomsChoice: Hashable, Sendable {
  /// Take a seat in the room with this code.
  case join(String)
  /// Watch the room with this code.
  case watch(String)
  /// Show the server's leaderboard.
  case leaderboard
  /// Show the server's replays.
  case replays
  /// Connect again and refresh.
  case reconnect
}

/// A live list of a server's rooms, to join or watch.
struct RoomsScreen: ServerScreen {
  private let server: String
  /// The rooms, with their lines built once: there may be many.
  private var rooms: [(summary: RoomSummary, line: RoomLine)] = []
  var connection = ServerConnection.connecting
  private var filter = TextField(limit: 20)
  private var isFiltering = false
  private var list = ListView()
  /// The selected room's code: it stays selected when the list changes.
  private var chosen = ""
  /// The code of a room selected by hovering and not clicked yet.
  private var pointed = ""
  var page = MenuPage()

  /// The screen before the server has answered.
  init(server: String) {
    self.server = server
  }

  /// Replaces the list; rooms with a free seat come first, those whose match is over last.
  mutating func show(_ rooms: [RoomSummary]) {
    connection = .live
    self.rooms = rooms.sorted { ($0.rank, $0.code) < ($1.rank, $1.code) }
      .map { ($0, RoomLine($0)) }
  }

  private static let help = [
    ("Up, Down", "choose a room"), ("Enter", "take a seat, or watch if none is free"),
    ("w", "watch the room"), ("/", "filter the list by words"),
    ("l", "leaderboard"), ("p", "replays"), ("r", "refresh"),
    ("Click", "choose; click again to enter"), ("Esc", "back"),
    ("q", "quit"), ("?", "close this help"),
  ]

  private var listed: [(summary: RoomSummary, line: RoomLine)] {
    let words = filter.text.lowercased().split(separator: " ")
    if words.isEmpty { return rooms }
    return rooms.filter { room in words.allSatisfy { room.line.text.contains($0) } }
  }

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let layout = settle(in: size)
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: isFiltering ? "Type to filter  Enter done  Esc all rooms" : connection.hints(keys),
      help: Self.help
    ) { [self] menu, _ in draw(layout, &menu) }
    return Frame(grid: grid)
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<RoomsChoice>? {
    let key = page.resolved(key)
    if page.take(key, isTyping: isFiltering) { return nil }
    let layout = settle(in: size)
    if isFiltering, takeFilter(key, in: size) { return nil }
    switch key {
    case .escape where !filter.isEmpty: filter = TextField(limit: 20)
    case .escape: return .back
    case .control("c"), .character("q"): return .quit
    case .character("r"): return .chosen(.reconnect)
    case .character("l"): return .chosen(.leaderboard)
    case .character("p"): return .chosen(.replays)
    case .character("/"): isFiltering = true
    case .character("w"): return selected.map { .chosen(.watch($0.code)) }
    case .enter, .character(" "): return selected.map(Self.enter)
    case .press(let column, let row): return click(column, row, layout, in: size)
    default:
      if list.take(key, height: layout.rows.height) { chosen = selected?.code ?? "" }
    }
    return nil
  }

  /// Joins a room with a free seat before its match; watches any other.
  private static func enter(_ room: RoomSummary) -> MenuOutcome<RoomsChoice> {
    .chosen(room.isOpen ? .join(room.code) : .watch(room.code))
  }

  private mutating func takeFilter(_ key: Key, in size: WindowSize) -> Bool {
    switch key {
    case .enter: isFiltering = false
    case .escape:
      isFiltering = false
      filter = TextField(limit: 20)
    default:
      guard filter.take(key) else { return false }
      _ = settle(in: size)
    }
    return true
  }

  private mutating func click(
    _ column: Int, _ row: Int, _ layout: ListPanel, in size: WindowSize
  ) -> MenuOutcome<RoomsChoice>? {
    guard MenuPage.fits(size), let line = list.line(column: column, row: row, of: layout.rows)
    else {
      return nil
    }
    let room = listed[line].summary
    // A room selected by hovering alone needs one more click to enter.
    let wasChosen = line == list.selection && room.code != pointed
    pointed = ""
    list.select(line)
    chosen = room.code
    return wasChosen ? Self.enter(room) : nil
  }

  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool {
    guard !page.isHelpShown else { return false }
    let layout = settle(in: size)
    guard MenuPage.fits(size), list.point(column: column, row: row, of: layout.rows) else {
      return false
    }
    chosen = selected?.code ?? ""
    pointed = chosen
    return true
  }

  private var selected: RoomSummary? {
    let listed = listed
    return listed.indices.contains(list.selection) ? listed[list.selection].summary : nil
  }

  /// Lays the screen out for a window, and keeps the selection on its room, or on its place if the room
  /// is gone.
  private mutating func settle(in size: WindowSize) -> ListPanel {
    let listed = listed
    let layout = ListPanel(in: size, lines: listed.count, mostColumns: 92)
    if let index = listed.firstIndex(where: { $0.summary.code == chosen }) { list.select(index) }
    list.settle(count: listed.count, height: layout.rows.height)
    if let index = listed.firstIndex(where: { $0.summary.code == chosen }) { list.select(index) }
    list.settle(count: listed.count, height: layout.rows.height)
    chosen = selected?.code ?? ""
    return layout
  }

  private func draw(_ layout: ListPanel, _ menu: inout MenuCanvas) {
    let (panel, style) = (layout.panel, menu.style)
    menu.draw(layout, title: "Rooms on \(server.harmless(limit: 60))")
    let listed = listed
    let words = filter.isEmpty && !isFiltering ? "" : "Filter: \(filter.text)"
    menu.write(
      isFiltering ? "\(words)_" : words, column: layout.rows.column, row: panel.row + 2,
      style.good)
    let count = connection == .live ? "\(Wording.count(listed.count, "room")), live" : ""
    menu.write(
      count, column: layout.rows.columns.upperBound - count.cells, row: panel.row + 2, style.dim)
    if !listed.isEmpty {
      RoomLine.head.draw(
        in: layout.rows.columns, row: layout.rows.row - 1, style.dim, &menu)
    }
    menu.draw(list, in: layout.rows) { menu, index, row, style in
      listed[index].line.draw(in: layout.rows.columns, row: row, style, &menu)
    }
    menu.draw(
      note: connection.note ?? note, isBad: connection.isLost, in: layout.rows,
      row: layout.noteRow)
  }

  private var keys: String {
    let ways = selected.map {
      $0.isOpen ? "Enter join  w watch  / filter  " : "Enter watch  / filter  "
    }
    return "\(ways ?? "")l leaders  p replays  ? help  Esc back  q quit"
  }

  private var note: String {
    if rooms.isEmpty { return "No rooms are open here. To open one, press Esc and choose Host." }
    guard let room = selected else {
      return "No room matches. Press Esc to show all \(rooms.count)."
    }
    if room.phase == .ended { return "This match is over. Press p for the replays." }
    if room.isOpen { return "Press Enter to take a seat in \(room.code.asRoomCode)." }
    return room.settings.isRated
      ? "Press Enter to watch. Rated rooms can be joined only by quick match."
      : "Press Enter to watch. There is no free seat."
  }
}

/// One room's line of the list.
private struct RoomLine {
  private static let widths = [7, 16, 21, 6, 6, 9, 12, 9]
  private let columns: [(text: String, width: Int)]

  /// The column headers.
  static let head = RoomLine([
    "Code", "Players", "State", "Seats", "Pairs", "Mode", "Theme", "Watching",
  ])

  /// The line of a room.
  init(_ room: RoomSummary) {
    let settings = room.settings
    self.init([
      room.code.asRoomCode, RoomSentences.players(room), RoomSentences.state(room),
      "\(room.seatsTaken)/\(settings.seats)", "\(settings.pairs)", settings.mode.rules.name,
      settings.isRated ? "rated" : Wording.theme(settings.theme),
      "\(room.spectators)",
    ])
  }

  private init(_ texts: [String]) {
    columns = zip(texts, Self.widths).map { ($0, $1) }
    text = columns.map { $0.text }.joined(separator: " ").lowercased()
  }

  /// The whole line in lower case, for the filter.
  let text: String

  /// Draws the columns that fit whole, the same in all lines.
  func draw(in span: Range<Int>, row: Int, _ style: Style, _ menu: inout MenuCanvas) {
    var column = span.lowerBound + 1
    for part in columns {
      guard column + part.width - 1 <= span.upperBound else { return }
      menu.write(part.text, column: column, row: row, style, limit: part.width - 1)
      column += part.width
    }
  }
}

extension RoomSummary {
  /// Whether anyone may take a seat now; in rated rooms quick match assigns them.
  fileprivate var isOpen: Bool {
    phase == .waiting && seatsTaken < settings.seats && !settings.isRated
  }

  /// The place of such rooms in the list.
  fileprivate var rank: Int { isOpen ? 0 : phase == .ended ? 2 : 1 }
}
