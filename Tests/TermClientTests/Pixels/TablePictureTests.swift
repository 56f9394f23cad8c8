// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import TerminalUI
import Testing

@testable import MatchUI
@testable import Stage
@testable import TermClient

@Suite("Picture of the table", .timeLimit(.minutes(2)))
struct TablePictureTests {
  /// Numbers that look random and are the same each time.
  private struct Dice {
    var state: UInt64
    mutating func roll(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  private static func setting(_ blocks: Blocks) throws -> TablePicture.Setting {
    let board = try #require(
      PictureBoard(
        Table(rows: 2, columns: 3), in: Area(column: 2, row: 1, width: 24, height: 12), blocks,
        cellHeight: 2.1))
    return TablePicture.Setting(
      columns: 32, rows: 14, board: board, panel: Area(column: 27, row: 0, width: 5, height: 14),
      palette: Palette(.standard, depth: .full), theme: "animals", showsPlaces: true)
  }

  private static func shapes(_ setting: TablePicture.Setting) -> PictureShapes {
    let panel = setting.panel ?? Area(column: 0, row: 0, width: 0, height: 0)
    let layout = MatchLayout(
      size: WindowSize(columns: setting.columns, rows: setting.rows), table: setting.board.table,
      board: setting.board.cells, isPanelBelow: false, picture: setting.board, panel: panel,
      footerRows: 1)
    return PictureShapes(
      layout: layout, board: setting.board, palette: setting.palette, faces: .standard,
      theme: setting.theme)
  }

  private static func card(_ slot: Int, at centre: Point) -> Scene.Card {
    Scene.Card(
      id: CardID(generation: 1, slot: slot), place: slot, centre: centre, rotation: 0, spin: 0,
      scale: 1, opacity: 1, lift: 0, face: Face(slot), isMatched: false, bonus: nil,
      isHighlighted: false, isChosen: false, isRefused: false, z: 1)
  }

  /// Some of everything that has a shape, back to front.
  private static func items(_ table: Table, _ dice: inout Dice) -> [MatchDisplayList.Item] {
    var list = MatchDisplayList(table: table, theme: "animals", showsPlaces: true, panel: nil)
    func add(_ id: MatchDisplayList.ID.Kind, z: Double, _ content: MatchDisplayList.Content) {
      list.add(MatchDisplayList.Item(MatchDisplayList.ID(id), z: z, content))
    }
    let centres = table.places.compactMap { table.centre(of: $0) }
    for (slot, centre) in centres.enumerated() where dice.roll(5) > 0 {
      var card = card(slot, at: centre)
      card.z = Double(dice.roll(2))
      card.bonus = Double(dice.roll(3)) / 3
      card.isMatched = dice.roll(6) == 0
      card.isChosen = dice.roll(6) == 0
      card.isRefused = dice.roll(6) == 0
      if dice.roll(2) == 0 { (card.rotation, card.face) = (180, nil) }
      if dice.roll(3) == 0 {
        card.rotation = Double(dice.roll(180))
        card.spin = Double(dice.roll(360))
        card.lift = Double(dice.roll(10)) / 10
        card.centre.x += Double(dice.roll(9) - 4) / 4
        card.z = 20
      }
      list.add(card)
    }
    if dice.roll(2) == 0 {
      let place = dice.roll(centres.count)
      add(.cursor, z: 10, .cursor(place: place, isBright: dice.roll(2) == 0))
      var centre = centres[place]
      centre.y -= 0.5
      list.add(
        Scene.FlyingNumber(
          seq: 7, seat: SeatIndex(0), card: CardID(generation: 1, slot: 0), delta: -3,
          centre: centre, opacity: Double(dice.roll(100)) / 100))
    }
    if dice.roll(3) == 0 {
      add(.deck, z: -2, .deck(Scene.Deck(centre: table.centre, count: 1 + dice.roll(24))))
      let clock = Scene.Clock(secondsLeft: 9, fraction: Double(dice.roll(120)) / 120)
      let box = Area(column: 23, row: 3, width: 8, height: 5)
      add(
        .clock, z: 40,
        .clock(
          MatchDisplayList.Clock(seat: SeatIndex(1), clock, isUrgent: dice.roll(2) == 0), in: box))
      add(.plate, z: 40, .plate(box, SeatIndex(1), isYours: dice.roll(2) == 0, isRoomy: true))
    }
    if dice.roll(4) == 0 {
      let box = Area(column: 9, row: 4, width: 8 + dice.roll(4), height: 4)
      add(.dialog, z: 60, .dialog(box))
      add(.code, z: 61, .code(box, .around))
    }
    return list.items
  }

  @Test("Redrawing what changed equals drawing from scratch", arguments: Blocks.allCases)
  func damage(blocks: Blocks) throws {
    let setting = try Self.setting(blocks)
    let shapes = Self.shapes(setting)
    var dice = Dice(state: 11)
    var picture = TablePicture(setting)
    let empty = picture.grid
    for step in 0..<50 {
      let items = Self.items(setting.board.table, &dice)
      picture.show(items, shapes.shapes)
      var fresh = TablePicture(setting)
      fresh.show(items, shapes.shapes)
      #expect(picture.grid == fresh.grid, "at step \(step)")
      #expect(items.isEmpty || picture.grid != empty)
    }
    picture.show([], shapes.shapes)
    #expect(picture.grid == empty)
  }

  @Test(
    "A table that pauses has all its colours, as if drawn from scratch", arguments: Blocks.allCases)
  func paused(blocks: Blocks) throws {
    let setting = try Self.setting(blocks)
    let shapes = Self.shapes(setting)
    var dice = Dice(state: 23)
    var picture = TablePicture(setting)
    var coarse = 0
    for step in 0..<20 {
      let items = Self.items(setting.board.table, &dice)
      picture.show(items, shapes.shapes)
      let moving = picture.grid
      picture.show(items, isPaused: true, shapes.shapes)
      var whole = Grid(width: setting.columns, height: setting.rows)
      whole.draw(picture.pixels, with: blocks)
      #expect(picture.grid == whole, "at step \(step)")
      if moving != whole { coarse += 1 }
    }
    #expect(coarse > 0)
  }

  @Test(
    "Cards are pictures wherever nothing covers them, as if drawn from scratch",
    arguments: Blocks.allCases)
  func pictures(blocks: Blocks) throws {
    var setting = try Self.setting(blocks)
    setting.cell = PixelSize(width: 9, height: 19)
    setting.movesPictures = true
    let shapes = Self.shapes(setting)
    var dice = Dice(state: 17)
    var picture = TablePicture(setting)
    var count = 0
    for step in 0..<40 {
      let items = Self.items(setting.board.table, &dice)
      picture.show(items, shapes.shapes)
      var fresh = TablePicture(setting)
      fresh.show(items, shapes.shapes)
      #expect(picture.grid.cells == fresh.grid.cells)
      for row in 0..<setting.rows {
        for column in 0..<setting.columns {
          let (one, other) = (
            picture.grid.picture(column: column, row: row),
            fresh.grid.picture(column: column, row: row)
          )
          count += one == nil ? 0 : 1
          #expect(one?.picture.pixels == other?.picture.pixels, "\(step): \(column), \(row)")
          #expect(one?.piece.ground == other?.piece.ground, "\(step): \(column), \(row)")
          #expect(one?.piece.x == other?.piece.x && one?.piece.y == other?.piece.y)
        }
      }
    }
    #expect(count > 1000)
    picture.show([], shapes.shapes)
    for index in 0..<setting.rows * setting.columns {
      let (row, column) = index.quotientAndRemainder(dividingBy: setting.columns)
      #expect(picture.grid.picture(column: column, row: row) == nil)
    }
  }

  @Test(
    "Where a gap shares a card's last row of cells, no cell has to show three colours",
    arguments: Blocks.allCases)
  func close(blocks: Blocks) throws {
    var setting = try Self.setting(blocks)
    for (area, columns) in [
      (Area(column: 2, row: 1, width: 14, height: 4), 4),
      (Area(column: 2, row: 1, width: 20, height: 6), 6),
    ] {
      setting.board = try #require(
        PictureBoard(Table(rows: 2, columns: 3), in: area, blocks, cellHeight: 2.1))
      #expect(setting.board.isClose && setting.board.cardColumns == columns)
      let shapes = Self.shapes(setting)
      let table = setting.board.table
      for isBright in [true, false] {
        var list = MatchDisplayList(table: table, theme: "", showsPlaces: true, panel: nil)
        for place in table.places {
          var card = Self.card(place, at: table.centre(of: place) ?? table.centre)
          (card.rotation, card.face) = (180, nil)
          list.add(card)
        }
        list.add(.init(.init(.cursor), z: 10, .cursor(place: 4, isBright: isBright)))
        var picture = TablePicture(setting)
        picture.show(list.items, shapes.shapes)
        let colors = setting.palette.picture
        let known = [colors.backPanel, colors.backRim, shapes.cursorColor(isBright)]
        var seen: Set<UInt32> = []
        for place in table.places {
          let area = setting.board.area(at: table.centre(of: place) ?? table.centre)
          for (row, column) in area.rows.flatMap({ row in area.columns.map { (row, $0) } }) {
            let style = picture.grid[column, row].style
            for color in [style.foreground, style.background] where !color.isStandard {
              // Felt is green, and no card is.
              let bits = color.bits & 0xff_ffff
              if color.green <= color.red || bits == known[2] { seen.insert(bits) }
            }
          }
        }
        #expect(seen.union([known[2]]) == Set(known), "\(columns), \(isBright)")
        // The frame is around a card, in the gaps.
        let card = setting.board.area(at: try #require(table.centre(of: 4)))
        for (column, row) in [
          (card.column - 1, card.row), (card.columns.upperBound, card.row),
          (card.column + 1, card.row - 1),
        ] {
          let style = picture.grid[column, row].style
          let colors = [style.foreground, style.background].map { $0.bits & 0xff_ffff }
          #expect(colors.contains(known[2]), "\(columns), \(isBright): \(column), \(row)")
        }
      }
    }
  }

  @Test("An item that stays as it was is neither looked up nor drawn again")
  func unchanged() throws {
    let setting = try Self.setting(.halves)
    let shapes = Self.shapes(setting)
    let table = setting.board.table
    let cards = table.places.map { Self.card($0, at: table.centre(of: $0) ?? table.centre) }
    func items(_ cards: [Scene.Card]) -> [MatchDisplayList.Item] {
      var list = MatchDisplayList(table: table, theme: "", showsPlaces: true, panel: nil)
      for card in cards { list.add(card) }
      return list.items
    }
    var asked: [Int] = []
    func look(_ item: MatchDisplayList.Item) -> [PictureItem] {
      asked.append(item.id.index)
      return shapes.shapes(of: item)
    }
    var picture = TablePicture(setting)
    picture.show(items(cards), look)
    #expect(asked == Array(0..<6))
    var turned = cards
    turned[2].rotation = 30
    turned[2].z = 20
    asked = []
    picture.show(items(turned), look)
    #expect(asked == [2])
    asked = []
    picture.show(items(turned), look)
    #expect(asked.isEmpty)
  }

  @Test("Areas are merged until none overlaps another")
  func merging() {
    let areas = [
      Area(column: 0, row: 0, width: 4, height: 4), Area(column: 10, row: 0, width: 4, height: 4),
      Area(column: 3, row: 3, width: 8, height: 2), Area(column: 20, row: 9, width: 2, height: 2),
      Area(column: 5, row: 5, width: 0, height: 3),
    ]
    let merged = TablePicture.merged(areas)
    #expect(
      merged == [
        Area(column: 0, row: 0, width: 14, height: 5),
        Area(column: 20, row: 9, width: 2, height: 2),
      ])
    #expect(TablePicture.merged([]).isEmpty)
  }

  @Test("Items outside the window, or infinitely large, are harmless")
  func outside() throws {
    let setting = try Self.setting(.halves)
    let shapes = Self.shapes(setting)
    var picture = TablePicture(setting)
    let empty = picture.grid
    for place in [-1e6, 1e6, .infinity, -.infinity] as [Double] {
      let card = Self.card(1, at: Point(x: place, y: 3))
      let item = MatchDisplayList.Item(MatchDisplayList.ID(.card), z: 1, .card(card))
      picture.show([item], shapes.shapes)
      #expect(picture.grid == empty)
    }
  }
}
