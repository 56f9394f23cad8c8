// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// Puts cards over a table's cells as pictures in the terminal's real pixels: those at rest with the
/// frames around them, and those that fly straight where the terminal can move a picture.
///
/// Where anything else covers a card, and at the edges of one that flies, cells stay without the
/// picture: they show in blocks what is there.
struct CardPictures {
  /// The table.
  let setting: TablePicture.Setting
  /// All shapes, back to front.
  let shapes: [TablePicture.PlacedShape]
  /// The table in blocks.
  let pixels: Pixels

  private var board: PictureBoard { setting.board }
  private var raster: CellRaster { CellRaster(board.blocks) }

  /// Places the pictures in an area, and around it, where the ground may have changed.
  func place(on grid: inout Grid, in area: Area, _ textures: inout PictureTextures) {
    let around = Area(
      column: area.column - 1, row: area.row - 1, width: area.width + 2, height: area.height + 2)
    for (index, placed) in shapes.enumerated() where placed.area.intersects(around) {
      if case .trophy(let picture, let columns, let rows, _, let pose) = placed.item.shape {
        let box = Area(
          column: Int((pose.x - Float(columns) / 2).rounded()),
          row: Int((pose.y / board.cellHeight - Float(rows) / 2).rounded()), width: columns,
          height: rows)
        place(picture, index, in: box, on: &grid, around, &textures)
      }
      if case .frame(let outer, let inner, _, let color) = placed.item.shape {
        surround(inner, to: outer, color, index, on: &grid, in: around, &textures)
      }
      guard case .card(let side, let pose) = placed.item.shape else { continue }
      guard let box = Self.cells(of: placed, board) else {
        if setting.movesPictures, placed.item.isMoving, pose.isUpright {
          fly(side, pose, index, on: &grid, in: around, &textures)
        }
        continue
      }
      var above = shapes[(index + 1)...].filter { $0.area.intersects(box) }
      // A frame within a card is a part of its picture.
      let color = above.compactMap { frameColor($0, within: pose) }.last
      above.removeAll { frameColor($0, within: pose) != nil }
      for (side, isShown) in sides(of: side, in: box, textures.fineCard) {
        guard let picture = textures.picture(side, framedIn: color, on: board) else { continue }
        grid.place(
          picture, left: box.column * picture.cell.width, top: box.row * picture.cell.height,
          in: around
        ) { column, row in
          guard isShown(column, row),
            !above.contains(where: { covers($0, column: column, row: row) })
          else { return nil }
          return ground(column: column, row: row, of: box)
        }
      }
    }
  }

  /// Places the picture of a trophy.
  private func place(
    _ picture: FacePicture?, _ index: Int, in box: Area, on grid: inout Grid, _ around: Area,
    _ textures: inout PictureTextures
  ) {
    guard
      let picture = textures.trophyPicture(picture, columns: box.width, rows: box.height)
    else { return }
    let above = shapes[(index + 1)...].filter { $0.area.intersects(box) }
    grid.place(
      picture, left: box.column * picture.cell.width, top: box.row * picture.cell.height, in: around
    ) { column, row in
      above.contains { covers($0, column: column, row: row) }
        ? nil : Color(setting.colors.panel)
    }
  }

  /// Places the picture of a frame around a card at rest, such as the cursor's, in the cells beside the
  /// card's.
  ///
  /// - Parameters:
  ///   - inner: the frame's inner edge; any but the edge of a card at rest stays in blocks.
  ///   - outer: its outer edge.
  ///   - color: its colour.
  ///   - index: the frame's index in the shapes.
  ///   - grid: the cells.
  ///   - area: where to place it.
  ///   - textures: the pictures.
  private func surround(
    _ inner: RoundedBox, to outer: RoundedBox, _ color: UInt32, _ index: Int, on grid: inout Grid,
    in area: Area, _ textures: inout PictureTextures
  ) {
    let thickness = SIMD2(outer.width - inner.width, outer.height - inner.height) / 2
    guard abs(inner.width - board.unitWidth) < 0.01, abs(inner.height - board.unitHeight) < 0.01,
      let card = Self.cells(x: inner.x, y: inner.y, board),
      let picture = textures.framePicture(thickness, color, on: board)
    else { return }
    let above = shapes[(index + 1)...].filter { $0.area.intersects(area) }
    let (across, down) = ((picture.columns - card.width) / 2, (picture.rows - card.height) / 2)
    // The pixels at the picture's edge are felt, or those beyond it if the frame fills its cells.
    let beside = abs(thickness.x - Float(across)) < 0.01 ? 1 : 0
    let (left, right) = (
      (card.column - across) * raster.across - beside,
      (card.columns.upperBound + across) * raster.across - 1 + beside
    )
    let beyond = abs(thickness.y - Float(down) * board.cellHeight) < 0.01 ? 1 : 0
    let (upper, lower) = (
      (card.row - down) * raster.down - beyond,
      (card.rows.upperBound + down) * raster.down - 1 + beyond
    )
    grid.place(
      picture, left: (card.column - across) * picture.cell.width,
      top: (card.row - down) * picture.cell.height, in: area
    ) { column, row in
      guard !card.contains(column: column, row: row),
        !above.contains(where: { covers($0, column: column, row: row) })
      else { return nil }
      let x =
        column < card.column
        ? left : column < card.columns.upperBound ? column * raster.across : right
      let y = row < card.row ? upper : row < card.rows.upperBound ? row * raster.down : lower
      return tableColor(x: x, y: y)
    }
  }

  /// The colour of the nearest pixel of the table in blocks.
  private func tableColor(x: Int, y: Int) -> Color {
    pixels[min(max(x, 0), pixels.width - 1), min(max(y, 0), pixels.height - 1)].color
  }

  /// The colour of a shape that is a frame along a card's edge, within the card; nil for others.
  private func frameColor(_ shape: TablePicture.PlacedShape, within pose: Pose) -> UInt32? {
    guard case .frame(let outer, _, _, let color) = shape.item.shape,
      abs(outer.x - pose.x) < 0.01, abs(outer.y - pose.y) < 0.01,
      outer.width < board.unitWidth + 0.01
    else { return nil }
    return color
  }

  /// Places the picture of a card that flies, but for the cells at its edges and corners.
  ///
  /// - Parameters:
  ///   - side: the side that shows.
  ///   - pose: an upright pose.
  ///   - index: the card's index in the shapes.
  ///   - grid: the cells.
  ///   - area: where to place it.
  ///   - textures: the pictures.
  private func fly(
    _ side: PictureItem.Side, _ pose: Pose, _ index: Int, on grid: inout Grid, in area: Area,
    _ textures: inout PictureTextures
  ) {
    if case .face(_, .some, _) = side { return }
    guard let picture = textures.picture(side, on: board) else { return }
    let cell = picture.cell
    let scale = SIMD2(Float(cell.width), Float(cell.height) / board.cellHeight)
    let corner = SIMD2(pose.x - board.unitWidth / 2, pose.y - board.unitHeight / 2) * scale
    let (left, top) = (Int(corner.x.rounded()), Int(corner.y.rounded()))
    // The picture without its gap, and the round corners, in pixels.
    let height = Int(board.unitHeight * scale.y)
    let radius = board.unitWidth * CardArt.roundness
    let (across, down) = (
      Int((radius * scale.x).rounded(.up)), Int((radius * scale.y).rounded(.up))
    )
    let above = shapes[(index + 1)...].filter { $0.area.intersects(area) }
    // One ground wherever it flies; it is nowhere seen.
    let ground = Color(setting.colors.backPanel)
    grid.place(picture, left: left, top: top, in: area) { column, row in
      let (x, y) = (column * cell.width - left, row * cell.height - top)
      let isCorner =
        (x < across || x + cell.width > picture.pixels.width - across)
        && (y < down || y + cell.height > height - down)
      let isCut = isCorner || y + cell.height > height
      return isCut || above.contains { covers($0, column: column, row: row) } ? nil : ground
    }
  }

  /// The pictures of a card, and the cells that show each.
  ///
  /// A bonus drains in more steps than are worth a picture each, so here it drains cell by cell: one of
  /// the card's edge shows the picture of a whole bonus or of none.
  private func sides(
    of side: PictureItem.Side, in box: Area, _ card: CardArt
  ) -> [(PictureItem.Side, (_ column: Int, _ row: Int) -> Bool)] {
    guard case .face(let picture, let pie?, let isMatched) = side else {
      return [(side, { _, _ in true })]
    }
    let inner = Self.inside(box, card.bonusEdge, board)
    let share = Float(pie) / Float(PictureItem.pieSteps)
    /// The cell at the card's edge beside one of its edge's: where that is two cells wide, both end at once.
    func edge(_ cell: Int, _ inner: Range<Int>, _ box: Range<Int>) -> Int {
      cell < inner.lowerBound ? 0 : cell < inner.upperBound ? cell - box.lowerBound : box.count - 1
    }
    func hasBonus(_ column: Int, _ row: Int) -> Bool {
      let (x, y) = (
        edge(column, inner.columns, box.columns), edge(row, inner.rows, box.rows)
      )
      return !inner.contains(column: column, row: row) && card.turn(column: x, row: y) < share
    }
    return [
      (.face(picture, pie: 0, isMatched: isMatched), { !hasBonus($0, $1) }),
      (.face(picture, pie: PictureItem.pieSteps, isMatched: isMatched), hasBonus),
    ]
  }

  /// The cells of a card at rest on whole cells within the window; nil for other shapes.
  static func cells(of placed: TablePicture.PlacedShape, _ board: PictureBoard) -> Area? {
    guard case .card(_, let pose) = placed.item.shape, !placed.item.isMoving else { return nil }
    return cells(x: pose.x, y: pose.y, board)
  }

  /// The cells of a card around a point; nil if they are not whole or not within the window.
  private static func cells(x: Float, y: Float, _ board: PictureBoard) -> Area? {
    let (left, top) = (x - board.unitWidth / 2, (y - board.unitHeight / 2) / board.cellHeight)
    guard abs(left - left.rounded()) < 0.01, abs(top - top.rounded()) < 0.01, left > -0.5,
      top > -0.5
    else { return nil }
    return Area(
      column: Int(left.rounded()), row: Int(top.rounded()), width: board.cardColumns,
      height: board.cardRows)
  }

  /// The cells of a face within its bonus.
  private static func inside(_ box: Area, _ edge: SIMD2<Float>, _ board: PictureBoard) -> Area {
    let across = Int(edge.x.rounded(.up))
    let above = Int((edge.y / board.cellHeight).rounded(.up))
    // The last row may be cut short by a gap.
    let below = Int(
      (Float(box.height) - (board.unitHeight - edge.y) / board.cellHeight).rounded(.up))
    return Area(
      column: box.column + across, row: box.row + above, width: max(box.width - 2 * across, 0),
      height: max(box.height - above - below, 0))
  }

  /// Whether a shape above a card draws to a cell of the card.
  private func covers(_ shape: TablePicture.PlacedShape, column: Int, row: Int) -> Bool {
    guard shape.area.contains(column: column, row: row) else { return false }
    let height = board.cellHeight
    // Left, top, right and bottom in units.
    let cell = SIMD4(
      Float(column), Float(row) * height, Float(column + 1), Float(row + 1) * height)
    switch shape.item.shape {
    case .card(_, let pose):
      // The shadow of a card at rest stays in the gap, that of one that moves falls on the felt
      // alone: cards around it stay whole.
      if let box = Self.cells(of: shape, board) { return box.contains(column: column, row: row) }
      let box = pose.box(width: board.unitWidth, height: board.unitHeight, margin: 0)
      return cell.x < box.z && cell.z > box.x && cell.y < box.w && cell.w > box.y
    case .frame(let outer, let inner, _, _):
      // Its glow falls on the felt alone, as shadows do.
      let (edge, box) = (outer.box(), inner.box())
      let isOutside =
        cell.x > edge.z - 0.01 || cell.z < edge.x + 0.01 || cell.y > edge.w - 0.01
        || cell.w < edge.y + 0.01
      let isWithin =
        cell.x >= box.x - 0.01 && cell.z <= box.z + 0.01 && cell.y >= box.y - 0.01
        && cell.w <= box.w + 0.01
      return !isOutside && !isWithin
    case .plate(let plate, _, _, _):
      // Its shadow falls on the felt alone, as all shadows do.
      let box = plate.box()
      return cell.x < box.z && cell.z > box.x && cell.y < box.w && cell.w > box.y
    case .number, .ring, .trophy: return true
    }
  }

  /// Whether a cell shows a plate, such as a dialog's, which is no ground of a card beside it.
  private func isUnderPlate(column: Int, row: Int) -> Bool {
    shapes.contains { shape in
      guard case .plate = shape.item.shape else { return false }
      return covers(shape, column: column, row: row)
    }
  }

  /// The colour below a card's round corners: that of the pixel beside the corner, outside the card;
  /// and in its last row that of the gap in it.
  private func ground(column: Int, row: Int, of box: Area) -> Color {
    var (x, y) = (column * raster.across, row * raster.down)
    let fromTop = row - box.row
    let fromBottom = box.row + box.height - 1 - row
    let (fromLeft, fromRight) = (column - box.column, box.column + box.width - 1 - column)
    let radius = board.unitWidth * CardArt.roundness
    let (columns, rows) = (
      Int(radius.rounded(.up)), Int((radius / board.cellHeight).rounded(.up))
    )
    if fromBottom == 0, board.isClose {
      y += raster.down - 1
    } else if min(fromLeft, fromRight) < columns, min(fromTop, fromBottom) < rows {
      if fromTop == 0, !isUnderPlate(column: column, row: row - 1) {
        y -= 1
      } else if fromBottom == 0, !isUnderPlate(column: column, row: row + 1) {
        y += raster.down
      } else {
        x =
          fromLeft < fromRight
          ? box.column * raster.across - 1 : (column + fromRight + 1) * raster.across
      }
    }
    return tableColor(x: x, y: y)
  }
}

extension Pose {
  /// Whether it shows a card as it lies, at most elsewhere.
  fileprivate var isUpright: Bool { turn == 0 && spin == 0 && scale == 1 }
}
