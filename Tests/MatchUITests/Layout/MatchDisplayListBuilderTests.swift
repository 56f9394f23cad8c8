// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Protocol
import Replays
import Stage
import Testing

@testable import MatchUI

@Suite("Match display list builder", .timeLimit(.minutes(1)))
struct MatchDisplayListBuilderTests {
  private static let blocks: [Blocks?] = [nil, .halves]

  /// A match in each of its phases.
  private static let scripts: [ScriptedMatch] = {
    var script = ScriptedMatch(["Ana", "Ben", "Cy"], faces: [2, 2, 15, 15, 27, 27, 28, 28])
    var scripts = [script]
    script.begin()
    scripts.append(script)
    script.deal()
    scripts.append(script)
    script.choose(0)
    scripts.append(script)
    script.choose(1)
    scripts.append(script)
    script.pass(.seconds(2))
    script.resign(0)
    script.resign(1)
    return scripts + [script]
  }()

  private static func list(
    _ script: ScriptedMatch, _ blocks: Blocks?, _ size: WindowSize,
    after milliseconds: Int64 = 300,
    _ change: (inout MatchScreen) -> Void = { _ in }
  ) throws -> MatchDisplayList {
    var local = ViewerState()
    local.add(.seat(SeatIndex(0)), at: .zero)
    let scene = stage(script.log, local, at: script.now + .milliseconds(milliseconds))
    var screen = MatchScreen(roomCode: "KAZU")
    screen.link = "facedown://localhost/KAZU"
    screen.news = "Ben turns B2."
    change(&screen)
    let viewport = MatchViewport(size: size, blocks: blocks)
    let layout = try #require(MatchLayout(scene.table, seats: scene.seats.count, in: viewport))
    return MatchDisplayListBuilder.list(scene, screen, layout, viewport.pictures)
  }

  @Test(
    "No two items have the same identity, and all are back to front",
    arguments: [
      WindowSize(columns: 40, rows: 15), WindowSize(columns: 80, rows: 24),
      WindowSize(columns: 120, rows: 40),
    ])
  func identities(size: WindowSize) throws {
    for script in Self.scripts {
      for blocks in Self.blocks {
        for overlay in 0..<4 {
          let list = try Self.list(script, blocks, size) {
            $0.message = "A message that goes on for longer than a line is in a small window."
            $0.isHelpShown = overlay == 1
            $0.confirmation = overlay == 2 ? .restart : nil
            $0.choiceQuestion = overlay == 3 ? .whichBot(1) : nil
            $0.reactions = [SeatIndex(1): ShownReaction(kind: .clap, opacity: 0.7)]
          }
          let ids = list.items.map(\.id)
          #expect(Set(ids).count == ids.count)
          #expect(zip(list.items, list.items.dropFirst()).allSatisfy { $0.z <= $1.z })
        }
      }
    }
  }

  @Test(
    "Every player is listed in any window, and free seats too", arguments: [1, 2, 8],
    [
      WindowSize(columns: 60, rows: 20), WindowSize(columns: 80, rows: 24),
      WindowSize(columns: 120, rows: 33), WindowSize(columns: 200, rows: 90),
    ])
  func players(count: Int, size: WindowSize) throws {
    let names = (1...count).map { "Player \($0)" }
    var waiting = ScriptedMatch(names)
    if count > 1 { waiting.emit(.vacated(SeatIndex(count - 1))) }
    var playing = ScriptedMatch(names)
    playing.begin()
    playing.deal()
    for script in [waiting, playing] {
      for blocks in [nil, .halves, .sextants] as [Blocks?] {
        let items = try Self.list(script, blocks, size, after: 2000).items
        let marks = items.filter { $0.id.kind == .mark }.map { $0.id.index }
        #expect(marks.sorted() == Array(0..<count), "\(script.view.phase)")
        #expect(Set(items.map { $0.id }).count == items.count)
      }
    }
  }

  @Test("Characters and pictures show the same things in the same words")
  func drawings() throws {
    for script in Self.scripts {
      let lists = try Self.blocks.map {
        try Self.list(script, $0, WindowSize(columns: 120, rows: 40))
      }
      // The rest depends on where there is room: the time left, details, facts.
      let kinds: Set<MatchDisplayList.ID.Kind> = [
        .card, .deck, .cursor, .number, .columnLetter, .rowNumber, .panel, .plate, .turn, .mark,
        .name, .change, .score, .dialog, .code, .title, .state, .dots, .left, .right,
      ]
      func things(_ list: MatchDisplayList) -> Set<MatchDisplayList.ID> {
        // A code in large letters has more rows.
        Set(list.items.map(\.id)).filter {
          kinds.contains($0.kind) && !($0.kind == .code && $0.index > 1)
        }
      }
      #expect(things(lists[0]) == things(lists[1]))
      let words = lists.map { list in
        list.items.compactMap { item -> String? in
          guard case .text(let text) = item.content, item.id.kind == .name || item.id.kind == .state
          else { return nil }
          return text.string
        }
      }
      #expect(words[0] == words[1])
    }
  }

  @Test("A turning card changes one item")
  func damage() throws {
    let size = WindowSize(columns: 120, rows: 40)
    var script = Self.scripts[2]
    script.choose(0)
    let lists = try [-400, -380].map { try Self.list(script, .halves, size, after: $0) }
    let changed = zip(lists[0].items, lists[1].items).filter { $0 != $1 }.map(\.1.id.kind)
    #expect(lists[0].items.count == lists[1].items.count)
    #expect(Set(changed).isSubset(of: [.card, .clock]) && changed.contains(.card))
    #expect(changed.filter { $0 == .card }.count == 1)
  }

  @Test("Between turns clock and headline stay, and only the news says that it was no match")
  func mismatch() throws {
    var script = ScriptedMatch(faces: (0..<16).map { $0 / 2 })
    script.begin()
    script.deal()
    for place in [0, 2] { script.choose(place) }
    let size = WindowSize(columns: 100, rows: 32)
    for news in ["Ana turns A3: owl. No match.", ""] {
      let list = try Self.list(script, .halves, size, after: 900) { $0.news = news }
      let clocks = list.items.compactMap { item -> MatchDisplayList.Clock? in
        guard case .clock(let clock, _) = item.content else { return nil }
        return clock
      }
      #expect(clocks.count == 1)
      #expect(clocks.allSatisfy { $0.secondsLeft == nil && $0.stepsLeft == 0 && !$0.isUrgent })
      let headlines = list.items.filter { $0.id.kind == .headline }.compactMap { item in
        if case .text(let text) = item.content { text.string } else { nil }
      }
      #expect(headlines == [news.isEmpty ? "No match." : "Ben's turn"])
    }
  }

  @Test(
    "The winner's pairs are cards within the dialog, as large as all fit",
    arguments: [
      (80, 24, Blocks.sextants, 4), (80, 24, .halves, 4),
      (100, 32, .sextants, 4),
      (200, 60, .halves, 4), (60, 20, .halves, 4), (56, 15, .halves, 0),
    ])
  func trophies(columns: Int, rows: Int, blocks: Blocks, count: Int) throws {
    var script = ScriptedMatch(faces: [0, 0, 1, 1, 2, 2, 3, 3])
    script.begin()
    script.deal()
    for places in [(0, 1), (2, 3), (4, 5), (6, 7)] { script.choose(places.0, places.1) }
    script.pass(.seconds(5))
    let match = try #require(MatchRecord(of: "match", in: script.log.entries))
    var screen = MatchScreen(roomCode: "KAZU")
    screen.summary = MatchSummary(of: MatchStatistics(of: match))
    let scene = stage(script.log, ViewerState(), at: script.now)
    let viewport = MatchViewport(
      size: WindowSize(columns: columns, rows: rows), blocks: blocks)
    let layout = try #require(MatchLayout(scene.table, seats: 2, in: viewport))
    let list = MatchDisplayListBuilder.list(scene, screen, layout, viewport.pictures)
    var (cards, dialog) = ([Area](), Area(column: 0, row: 0, width: 0, height: 0))
    var named: Set<MatchDisplayList.NamePlace?> = []
    for item in list.items {
      switch item.content {
      case .trophy(let face, let area, let place):
        cards.append(area)
        named.insert(place)
        let name = ThemeFaces.standard.face(scene.theme, face).name
        #expect(place != .onCard || name.cells <= area.width - 4)
        if case .below(let cells) = place {
          #expect(name.cells <= cells && area.rows.upperBound < dialog.rows.upperBound)
        }
      case .dialog(let area): dialog = area
      default: break
      }
    }
    #expect(cards.count == count)
    #expect(named.count <= 1, "All cards have names, or none.")
    // Real pixels have pictures on cards of any size.
    var fine = viewport
    fine.hasRealPixels = true
    let larger = MatchDisplayListBuilder.list(
      scene, screen, try #require(MatchLayout(scene.table, seats: 2, in: fine)), fine.pictures)
    for case .trophy(_, let area, _) in larger.items.map(\.content) {
      #expect(area.width >= 6 && area.height >= 4)
    }
    for (index, card) in cards.enumerated() {
      #expect(card.intersection(dialog) == card)
      #expect(cards[..<index].allSatisfy { !$0.intersects(card) })
      // Without pixels for a picture there is an emoji, on a small card if it has no name.
      let isEmoji = card.width * blocks.across < PictureBoard.fewestPixels(of: blocks)
      #expect(!isEmoji || card.height <= (named.contains(.onCard) ? 6 : 4))
      #expect(card.height <= max(rows / 3, 3))
      #expect(rows < 60 || card.width >= 16)
    }
    // An empty row above and below its text, where there is room.
    let lines = list.items.compactMap { item in
      if item.z > 100, case .text(let text) = item.content, dialog.rows.contains(text.row) {
        text.row
      } else {
        nil
      }
    }
    let padding = rows >= 24 ? 1 : 0
    #expect(try #require(lines.min()) == dialog.row + padding)
    #expect(try #require(lines.max()) == dialog.row + dialog.height - 1 - padding)
    // Where there is no room for cards, there is a row of faces.
    let texts = list.items.filter { $0.id.kind == .fact && $0.z > 100 }
    #expect(texts.isEmpty == (count > 0))
  }

  @Test("Cards, cursor, clock and the seat on turn are items of their own")
  func parts() throws {
    let list = try Self.list(Self.scripts[2], nil, WindowSize(columns: 80, rows: 24))
    let kinds = Set(list.items.map(\.id.kind))
    #expect(kinds.isSuperset(of: [.card, .cursor, .clock, .plate, .panel, .score, .hint, .room]))
    #expect(list.items.count { $0.id.kind == .card } == 8)
  }
}
