// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Stage
import TerminalFixtures
import Testing

@testable import MatchUI
@testable import TermClient
@testable import TerminalUI

@Suite("What is drawn in real pixels while nothing moves", .timeLimit(.minutes(1)))
struct StillPicturesTests {
  /// A table of one card in a window of 20 by 14.
  private static func setting() throws -> TablePicture.Setting {
    let board = try #require(
      PictureBoard(
        Table(rows: 1, columns: 1), in: Area(column: 0, row: 0, width: 20, height: 14), .sextants,
        cellHeight: 2))
    return TablePicture.Setting(
      columns: 20, rows: 14, board: board, panel: nil,
      palette: Palette(.standard, depth: .full), theme: "animals", showsPlaces: true,
      cell: PixelSize(width: 8, height: 16))
  }

  /// An item over the whole board, whose shapes are the test's.
  private static func item(
    _ kind: MatchDisplayList.ID.Kind, z: Double = 1, of setting: TablePicture.Setting
  ) -> MatchDisplayList.Item {
    MatchDisplayList.Item(MatchDisplayList.ID(kind), z: z, .panel(setting.board.cells))
  }

  @Test("A turning card is in real pixels, and no longer once it moves on")
  func paused() throws {
    let setting = try Self.setting()
    let middle = try #require(setting.board.middles.first)
    let items = [Self.item(.panel, of: setting)]
    func shapes(_ item: MatchDisplayList.Item) -> [PictureItem] {
      let pose = Pose(x: middle.x, y: middle.y, turn: 40)
      return [PictureItem(z: 1, shape: .card(.back, pose), isMoving: true)]
    }
    var picture = TablePicture(setting)
    for isPaused in [false, true, false] {
      picture.show(items, isPaused: isPaused, shapes)
      #expect((picture.grid.pictured > 40) == isPaused)
    }
  }

  @Test("A paused card stays in real pixels beside a dialog, and the dialog in cells")
  func dialog() throws {
    let setting = try Self.setting()
    let middle = try #require(setting.board.middles.first)
    let card = Self.item(.panel, of: setting)
    let box = Area(column: 0, row: 0, width: 8, height: 14)
    let dialog = MatchDisplayList.Item(MatchDisplayList.ID(.dialog), z: 2, .dialog(box))
    func shapes(_ item: MatchDisplayList.Item) -> [PictureItem] {
      guard item.id == dialog.id else {
        let pose = Pose(x: middle.x, y: middle.y, turn: 40)
        return [PictureItem(z: 1, shape: .card(.back, pose), isMoving: true)]
      }
      let plate = RoundedBox(x: 4, y: 14, width: 8, height: 28, radius: 0)
      return [
        PictureItem(z: 2, shape: .plate(plate, color: 0, stripe: nil, castsShadow: true))
      ]
    }
    var picture = TablePicture(setting)
    picture.show([card], isPaused: true, shapes)
    let all = picture.grid.pictured
    picture.show([card, dialog], isPaused: true, shapes)
    #expect(picture.grid.pictured > all / 3 && picture.grid.pictured < all)
    for row in box.rows {
      for column in box.columns {
        #expect(picture.grid.picture(column: column, row: row) == nil, "\(column), \(row)")
      }
    }
  }

  @Test("A pile is in real pixels, and all of it in blocks while a card flies over it")
  func pile() throws {
    let setting = try Self.setting()
    let middle = try #require(setting.board.middles.first)
    let (deck, flying) = (Self.item(.panel, of: setting), Self.item(.dialog, z: 2, of: setting))
    func shapes(_ item: MatchDisplayList.Item) -> [PictureItem] {
      let isFlying = item.id == flying.id
      let pose = Pose(x: middle.x + 0.3, y: middle.y - (isFlying ? 5 : 0.5))
      return [PictureItem(z: item.z, shape: .card(.back, pose), isMoving: isFlying)]
    }
    var picture = TablePicture(setting)
    for items in [[deck], [deck, flying], [deck], []] {
      picture.show(items, shapes)
      #expect((picture.grid.pictured > 40) == (items.count == 1))
      #expect(items.count == 1 || picture.grid.pictured == 0)
    }
  }
}
