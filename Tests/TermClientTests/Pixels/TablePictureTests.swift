// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage
import Testing

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
      colors: .standard, showsPlaces: true)
  }

  private static func items(_ board: PictureBoard, _ dice: inout Dice) -> [PictureItem] {
    var items: [PictureItem] = []
    for (slot, middle) in board.middles.enumerated() where dice.roll(5) > 0 {
      var pose = Pose(x: middle.x, y: middle.y)
      let isMoving = dice.roll(3) == 0
      if isMoving {
        pose.turn = Float(dice.roll(180)) - 90
        pose.spin = Float(dice.roll(360))
        pose.lift = Float(dice.roll(10)) / 10
        pose.x += Float(dice.roll(9)) - 4
      }
      let face = PictureItem.Side.face(.emoji("🦊"), pie: dice.roll(3) * 20, isMatched: false)
      items.append(
        PictureItem(
          id: .card(generation: 1, slot: slot), z: isMoving ? 20 : Double(dice.roll(2)),
          shape: .card(dice.roll(2) == 0 ? .back : face, pose), isMoving: isMoving))
    }
    if dice.roll(2) == 0 {
      let middle = board.middles[dice.roll(board.middles.count)]
      items.append(
        PictureItem(
          id: .cursor, z: 10,
          shape: .frame(
            board.box(around: middle, pixels: (2, 1)), board.box(around: middle, pixels: (0, 0)),
            glow: 1.5, color: 0xffd84a)))
      items.append(
        PictureItem(
          id: .number(7, slot: 0), z: 100,
          shape: .number(-3, Pose(x: middle.x, y: middle.y - 3), alpha: UInt8(50 + dice.roll(200))),
          isMoving: true))
    }
    if dice.roll(3) == 0 {
      items.append(
        PictureItem(
          id: .ring, z: 40,
          shape: .ring(
            x: 28, y: 6, radius: 3, width: 1, left: dice.roll(PictureItem.ringSteps),
            color: 0xf2c14e)))
      let plate = RoundedBox(x: 15, y: 12, width: 12, height: 8, radius: 1)
      items.append(
        PictureItem(
          id: .plate(1), z: 60,
          shape: .plate(plate, color: 0x0d1420, stripe: 0x56b4e9, castsShadow: true)))
    }
    return items
  }

  @Test("Redrawing what changed equals drawing from scratch", arguments: Blocks.allCases)
  func damage(blocks: Blocks) throws {
    let setting = try Self.setting(blocks)
    var dice = Dice(state: 11)
    var picture = TablePicture(setting)
    let empty = picture.grid
    for step in 0..<25 {
      let items = Self.items(setting.board, &dice)
      picture.show(items)
      var fresh = TablePicture(setting)
      fresh.show(items)
      #expect(picture.grid == fresh.grid, "at step \(step)")
      #expect(items.isEmpty || picture.grid != empty)
    }
    picture.show([])
    #expect(picture.grid == empty)
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
    var picture = TablePicture(setting)
    let empty = picture.grid
    for place in [-1e6, 1e6, .infinity, -.infinity] as [Float] {
      picture.show([
        PictureItem(
          id: .card(generation: 1, slot: 1), z: 1, shape: .card(.back, Pose(x: place, y: 3)))
      ])
      #expect(picture.grid == empty)
    }
  }
}
