// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchFixtures
import Protocol
import Stage
import TerminalFixtures
import Testing

@testable import MatchUI
@testable import TermClient
@testable import TerminalUI

@Suite("A match in a terminal's real pixels", .timeLimit(.minutes(4)))
struct RealPixelsTests {
  static let window = WindowSize(columns: 70, rows: 22)
  static let cell = PixelSize(width: 8, height: 16)
  /// What a link of 200 KiB a second carries in the 25 ms that a frame may take.
  private static let limit = 200 * 1024 / 40

  static func renderStyle(_ language: TerminalGraphics.Language = .kitty) throws
    -> RenderStyle
  {
    var renderStyle = RenderStyle(depth: .full, drawing: .sextants)
    renderStyle.graphics = TerminalGraphics(language, cell: try #require(cell))
    return renderStyle
  }

  static let local: ViewerState = {
    var local = ViewerState()
    local.add(.seat(SeatIndex(0)), at: .zero)
    return local
  }()

  /// A dealt match of eight cards, at rest at its end.
  static func dealt() -> ScriptedMatch {
    var script = ScriptedMatch(["Ana", "Ben"], faces: [2, 2, 15, 15, 27, 27, 28, 28])
    script.begin()
    script.deal()
    return script
  }

  @Test("The terminal's answer decides, and the user's choice goes before")
  func choice() throws {
    func style(
      _ drawing: Drawing?, colors: ColorDepth = .full, _ answers: TerminalReport...
    ) throws -> RenderStyle {
      var preferences = Preferences.standard
      (preferences.drawing, preferences.colors) = (drawing, colors)
      var terminal = TerminalCapabilities()
      terminal.note(.cell(try #require(Self.cell)))
      for answer in answers { terminal.note(answer) }
      return RenderStyle(preferences, environment: { _ in nil }, terminal: terminal)
    }
    let sixel = TerminalReport.attributes(hasSixel: true)
    #expect(try style(nil).graphics == nil)
    #expect(try style(nil, .kittyGraphics).graphics?.language == .kitty)
    #expect(try style(nil, sixel, .colorRegisters(64)).graphics?.colors == 64)
    #expect(try style(nil, sixel, .kittyGraphics).graphics?.language == .kitty)
    #expect(try style(.sixel, sixel, .kittyGraphics).graphics?.language == .sixel)
    #expect(try style(.kitty).graphics?.language == .kitty)
    for drawing in [Drawing.characters, .halves, .sextants] {
      let style = try style(drawing, sixel, .kittyGraphics)
      #expect(style.graphics == nil && style.drawing == drawing)
    }
    // Below pictures are blocks, the terminal's own if it draws sextants.
    #expect(try style(.kitty).blocks == .halves)
    #expect(try style(.kitty, .name("kitty(0.26.5)")).blocks == .sextants)
    #expect(try style(nil, colors: .mono, .kittyGraphics).graphics == nil)
    #expect(try style(.kitty, colors: .sixteen).blocks == .halves)
    // Inside tmux kitty's pictures are placeholders, also for a choice in the settings.
    var (tmux, chosen) = (TerminalCapabilities(), Preferences.standard)
    for answer in [.cell(try #require(Self.cell)), sixel, .name("tmux 3.5a")] { tmux.note(answer) }
    #expect(RenderStyle(chosen, environment: { _ in nil }, terminal: tmux).graphics == nil)
    chosen.drawing = .sixel
    let inTmux = RenderStyle(chosen, environment: { _ in nil }, terminal: tmux)
    chosen.drawing = .kitty
    #expect(inTmux.graphics?.language == .sixel)
    #expect(inTmux.with(chosen).graphics?.language == .placeholders)
    let unknown = RenderStyle(Preferences.standard, environment: { _ in nil })
    #expect(unknown.graphics == nil && unknown.blocks != nil)
  }

  @Test("A file takes no pixels but those of cells")
  func files() {
    #expect(Drawing(argument: "sextants") == .sextants && Drawing(argument: "kitty") == nil)
    #expect(Drawing.allValueStrings == ["characters", "halves", "sextants"])
  }

  @Test("Sixels leave the window's last row free, which they cannot draw")
  func lastRow() throws {
    let table = Table(rows: 4, columns: 6)
    for rows in 18...40 {
      let size = WindowSize(columns: 100, rows: rows)
      let viewport = try Self.renderStyle(.sixel).viewport(size)
      let board = try #require(MatchLayout(table, seats: 2, in: viewport)?.board)
      #expect(board.rows.upperBound < rows)
      let kitty = try Self.renderStyle(.kitty).viewport(size)
      #expect(try #require(MatchLayout(table, seats: 2, in: kitty)).board.rows.upperBound <= rows)
    }
  }

  /// The text area of a screen's only dialog.
  private static func dialog(_ scene: Scene, _ screen: MatchScreen) throws -> Area? {
    let viewport = try renderStyle().viewport(window)
    let layout = try #require(MatchLayout(scene.table, seats: scene.seats.count, in: viewport))
    for case .dialog(let area) in screen.list(of: scene, layout, viewport.pictures).items.map(
      \.content)
    {
      return area
    }
    return nil
  }

  @Test("Nothing of a picture shows under a dialog, a letter or a flying card")
  func covered() throws {
    var script = Self.dealt()
    let renderStyle = try Self.renderStyle()
    var screen = MatchScreen(roomCode: "KAZU")
    func grid(at time: ServerTime) -> Grid {
      screen.draw(stage(StagedLog(script.log), Self.local, at: time), renderStyle, in: Self.window)
    }
    let now = script.now + .milliseconds(200)
    let open = grid(at: now)
    screen.isHelpShown = true
    let help = grid(at: now)
    #expect(help.pictured < open.pictured)
    // Its frame may end within a cell; beyond it the cards stay whole, also in its shadow.
    let dialog = try #require(
      try Self.dialog(stage(StagedLog(script.log), Self.local, at: now), screen))
    // All of the ring is in blocks if the dialog reaches it.
    let scene = stage(StagedLog(script.log), Self.local, at: now)
    let ring = try #require(MatchLayout(scene.table, seats: 2, in: Self.window, renderStyle))
      .clockArea.grown(1, 1)
    for row in 0..<help.height {
      for column in 0..<help.width where !ring.contains(column: column, row: row) {
        let picture = help.picture(column: column, row: row)?.piece
        if dialog.grown(3, 1).contains(column: column, row: row) {
          #expect(picture == nil, "\(column), \(row)")
        } else if !dialog.grown(4, 2).contains(column: column, row: row) {
          let before = open.picture(column: column, row: row)?.piece
          #expect(picture?.x == before?.x && picture?.y == before?.y, "\(column), \(row)")
        }
      }
    }
    screen.isHelpShown = false
    script.choose(0)
    let flip = grid(at: script.now + .milliseconds(150))
    #expect(flip.pictured < open.pictured && flip.pictured > 0)
    // The cards around it stay pictures, but for the cells that it covers itself.
    let pieces = open.pictured / 8
    #expect(flip.pictured > open.pictured - 2 * pieces)
    let face = grid(at: script.now + .milliseconds(900))
    // The face is a picture of its own, recognised without letters.
    #expect(face.pictures.count > 1 && face.pictured == open.pictured)
  }

  @Test("Faces are pictures on the smallest cards, where blocks would show a small emoji")
  func small() throws {
    let window = WindowSize(columns: 100, rows: 32)
    var script = ScriptedMatch(faces: (0..<64).map { $0 / 2 })
    script.begin()
    script.deal()
    script.choose(9)
    let scene = stage(StagedLog(script.log), Self.local, at: script.now + .milliseconds(900))
    let card = try #require(scene.cards.first { $0.face != nil })
    func blocks(_ renderStyle: RenderStyle, underCursor: Bool = false) throws -> Int {
      var screen = MatchScreen(roomCode: "KAZU")
      screen.cursor.point(to: underCursor ? card.place : card.place + 2, on: scene.table)
      let grid = screen.draw(scene, renderStyle, in: window)
      let board = try #require(
        MatchLayout(scene.table, seats: 2, in: window, renderStyle)?.picture)
      #expect(board.cardColumns == 6 && board.isClose)
      let area = board.area(at: card.centre)
      let cells = area.rows.flatMap { row in area.columns.map { ($0, row) } }
      let emoji: Range<UInt32> = 0x1f300..<0x1fa00
      let hasEmoji = cells.contains { column, row in
        grid[column, row].glyph.text.unicodeScalars.first.map { emoji.contains($0.value) } ?? false
      }
      #expect(hasEmoji == (renderStyle.graphics == nil))
      return cells.count { grid.picture(column: $0, row: $1) == nil }
    }
    #expect(try blocks(try Self.renderStyle()) == 0)
    // The frame of the cursor is a part of the picture, and on no other card.
    #expect(try blocks(try Self.renderStyle(), underCursor: true) == 0)
    #expect(try blocks(RenderStyle(depth: .full, drawing: .sextants)) == 18)
  }

  @Test(
    "Frames keep to the link's bytes, a match at rest sends none, and the screen is right",
    arguments: TerminalGraphics.Language.allCases)
  func bytes(language: TerminalGraphics.Language) throws {
    var script = Self.dealt()
    script.choose(0)
    let staged = StagedLog(script.log)
    let renderStyle = try Self.renderStyle(language)
    let screen = MatchScreen(roomCode: "KAZU")
    var renderer = MatchRenderer()
    var differ = FrameDiffer(depth: .full, graphics: renderStyle.graphics)
    var terminal = PictureTerminal(
      width: Self.window.columns, height: Self.window.rows, cell: try #require(Self.cell))
    var (sum, most, last) = (
      0, 0,
      renderer.grid(
        stage(staged, Self.local, at: script.now), screen, renderStyle, in: Self.window)
    )
    // From before the flip to the face at rest, sixty frames a second.
    for frame in 0..<90 {
      let time = script.now + .milliseconds(Int64(frame - 20) * 16)
      last = renderer.grid(
        stage(staged, Self.local, at: time), screen, renderStyle, in: Self.window)
      differ.paint(last, limit: Self.limit)
      terminal.feed(differ.bytes)
      for slot in terminal.takeAnswers() { _ = differ.answer(slot, isKept: true) }
      sum += differ.bytes.count
      most = max(most, differ.bytes.count)
    }
    #expect(
      most < 4 * Self.limit, "A picture may exceed the limit in a frame that has nothing else.")
    #expect(sum < 90 * Self.limit / 2, "\(sum) bytes")
    for _ in 0..<40 where differ.isBehind || differ.awaitsPictures {
      differ.paint(last, limit: Self.limit)
      terminal.feed(differ.bytes)
      for slot in terminal.takeAnswers() { _ = differ.answer(slot, isKept: true) }
    }
    differ.paint(last, limit: Self.limit)
    #expect(differ.bytes == [] && terminal.problems == [])
    for row in 0..<last.height {
      for column in 0..<last.width {
        #expect(
          terminal.hasPicture(column: column, row: row)
            == (last.picture(column: column, row: row) != nil), "\(column), \(row)")
      }
    }
  }

  @Test("A bonus drains cell by cell, each with the picture of a whole one or of none")
  func bonus() throws {
    let board = try #require(
      PictureBoard(
        Table(rows: 1, columns: 1), in: Area(column: 0, row: 0, width: 20, height: 14), .sextants,
        cellHeight: 2))
    let setting = TablePicture.Setting(
      columns: 20, rows: 14, board: board, panel: nil,
      palette: Palette(.standard, depth: .full), theme: "animals", showsPlaces: true,
      cell: Self.cell)
    let middle = try #require(board.middles.first)
    let size = Int(board.unitWidth) * board.cardRows
    var kinds: [Int] = []
    for pie in 0...PictureItem.pieSteps {
      var textures = PictureTextures(board, setting.colors, cell: Self.cell)
      var grid = Grid(width: 20, height: 14)
      let item = PictureItem(
        z: 1,
        shape: .card(
          .face(.emoji("🦊"), pie: pie, isMatched: false), Pose(x: middle.x, y: middle.y)))
      let whole = Area(column: 0, row: 0, width: 20, height: 14)
      CardPictures(
        setting: setting, shapes: [TablePicture.PlacedShape(item: item, area: whole)],
        pixels: Pixels(width: 40, height: 42)
      ).place(on: &grid, in: whole, &textures)
      #expect(grid.pictured == size, "\(pie)")
      let full = textures.picture(
        .face(.emoji("🦊"), pie: PictureItem.pieSteps, isMatched: false), on: board)
      #expect(full != nil)
      kinds.append(
        (0..<280).count { grid.picture(column: $0 % 20, row: $0 / 20)?.picture == full })
    }
    #expect(kinds.first == 0 && kinds == kinds.sorted() && (kinds.last ?? 0) > 20)
  }
}

extension Area {
  /// The area with so many more columns and rows on each side.
  func grown(_ columns: Int, _ rows: Int) -> Area {
    Area(
      column: column - columns, row: row - rows, width: width + 2 * columns,
      height: height + 2 * rows)
  }
}
