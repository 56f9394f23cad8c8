// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// Draws the deck and the ring of a turn's time while nothing moves over them, and the cards and numbers
/// that are in motion while a replay is paused, as pictures in the terminal's real pixels, with everything
/// that they overlap.
///
/// Moving ones would need a new picture for each frame; these are drawn once.
struct StillPictures: Sendable {
  private let board: PictureBoard
  private let colors: PictureColors
  private let cell: PixelSize
  private var textures: PictureTextures
  private var patches: [Patch] = []

  /// A part of the window, and its pictures.
  private struct Patch {
    var area: Area
    var items: [PictureItem]
    var pictures: [(picture: CellPicture, column: Int, row: Int)]
  }

  /// No pictures yet, for a table and a terminal's cells.
  init(_ setting: TablePicture.Setting, cell: PixelSize) {
    (board, colors, self.cell) = (setting.board, setting.colors, cell)
    textures = PictureTextures(board, colors, on: CellRaster(cell), cell: cell)
  }

  /// Places the pictures that are in an area or beside it.
  ///
  /// - Parameters:
  ///   - shapes: all shapes, back to front.
  ///   - isPaused: whether what is in motion stands still.
  ///   - background: the table without any shape, in blocks.
  ///   - grid: the cells.
  ///   - area: the area that has been redrawn.
  mutating func place(
    _ shapes: [TablePicture.PlacedShape], isPaused: Bool, on background: Pixels, grid: inout Grid,
    in area: Area
  ) {
    let moving = shapes.filter { $0.item.isMoving }.map { $0.area }
    let resting = Self.resting(in: shapes, board)
    let places = TablePicture.merged(
      (isPaused
        ? resting + moving : resting.filter { area in !moving.contains { $0.intersects(area) } }))
    var kept: [Patch] = []
    let around = Area(
      column: area.column - 1, row: area.row - 1, width: area.width + 2, height: area.height + 2)
    for place in places {
      let touched = shapes.filter { $0.area.intersects(place) }.map { $0.item }
      let patch =
        patches.first { $0.area == place && $0.items == touched }
        ?? Patch(area: place, items: touched, pictures: draw(touched, place, on: background))
      kept.append(patch)
      guard place.intersects(around) else { continue }
      let plates = plates(over: place, shapes, isPaused: isPaused)
      for part in patch.pictures {
        // The pictures are opaque: no ground is seen. Plates and their text stay in cells.
        grid.place(
          part.picture, left: part.column * cell.width, top: part.row * cell.height, in: place
        ) { column, row in
          plates.contains { $0.contains(column: column, row: row) } ? nil : Color(colors.feltLit)
        }
      }
    }
    patches = kept
  }

  /// The areas of the deck, whose cards do not lie on whole cells, and of the ring.
  static func resting(in shapes: [TablePicture.PlacedShape], _ board: PictureBoard) -> [Area] {
    TablePicture.merged(shapes.filter { isResting($0, board) }.map(\.area))
  }

  /// Whether a shape is the ring or a card of the deck.
  private static func isResting(
    _ placed: TablePicture.PlacedShape, _ board: PictureBoard
  ) -> Bool {
    switch placed.item.shape {
    case .card: !placed.item.isMoving && CardPictures.cells(of: placed, board) == nil
    case .ring: true
    case .frame, .number, .trophy, .plate: false
    }
  }

  /// The cells of plates for text, such as dialogs', that lie on what is drawn in an area.
  private func plates(
    over area: Area, _ shapes: [TablePicture.PlacedShape], isPaused: Bool
  ) -> [Area] {
    let last = shapes.lastIndex { placed in
      placed.area.intersects(area)
        && (Self.isResting(placed, board) || isPaused && placed.item.isMoving)
    }
    return shapes[((last ?? -1) + 1)...].compactMap { above in
      guard case .plate(let plate, _, _, _) = above.item.shape, above.area.intersects(area) else {
        return nil
      }
      return Area(touchedBy: plate.box(), cellHeight: board.cellHeight)
    }
  }

  /// Draws items over the background of an area, in pictures of at most the greatest size.
  private mutating func draw(
    _ items: [PictureItem], _ area: Area, on background: Pixels
  ) -> [(picture: CellPicture, column: Int, row: Int)] {
    var canvas = Canvas(
      magnifying: background, area, of: board.blocks, to: cell, cellHeight: board.cellHeight)
    let corner = SIMD2(Float(area.column), Float(area.row) * board.cellHeight)
    for item in items {
      canvas.draw(
        item.shape.moved(by: -corner), &textures, colors, cellHeight: board.cellHeight)
    }
    var pictures: [(picture: CellPicture, column: Int, row: Int)] = []
    for row in stride(from: 0, to: area.height, by: CellPicture.limit) {
      for column in stride(from: 0, to: area.width, by: CellPicture.limit) {
        let (columns, rows) = (
          min(area.width - column, CellPicture.limit), min(area.height - row, CellPicture.limit)
        )
        var pixels = Pixels(width: columns * cell.width, height: rows * cell.height)
        pixels.draw(canvas.pixels, x: -column * cell.width, y: -row * cell.height)
        if let picture = CellPicture(pixels, columns: columns, rows: rows, cell: cell) {
          pictures.append((picture, area.column + column, area.row + row))
        }
      }
    }
    return pictures
  }
}

extension PictureItem.Shape {
  /// The shape moved by a distance in units.
  fileprivate func moved(by distance: SIMD2<Float>) -> PictureItem.Shape {
    func moved(_ box: RoundedBox) -> RoundedBox {
      var box = box
      (box.x, box.y) = (box.x + distance.x, box.y + distance.y)
      return box
    }
    switch self {
    case .card(let side, let pose): return .card(side, pose.moved(by: distance))
    case .frame(let outer, let inner, let glow, let color):
      return .frame(moved(outer), moved(inner), glow: glow, color: color)
    case .number(let number, let pose, let alpha):
      return .number(number, pose.moved(by: distance), alpha: alpha)
    case .ring(let x, let y, let radius, let width, let left, let color):
      return .ring(
        x: x + distance.x, y: y + distance.y, radius: radius, width: width, left: left,
        color: color)
    case .trophy(let face, let columns, let rows, let isNamed, let pose):
      return .trophy(
        face, columns: columns, rows: rows, isNamed: isNamed, pose.moved(by: distance))
    case .plate(let box, let color, let stripe, let castsShadow):
      return .plate(moved(box), color: color, stripe: stripe, castsShadow: castsShadow)
    }
  }
}
