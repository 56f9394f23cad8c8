// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalUI

/// Draws the cards of a menu in a strip of its window: in blocks, and those at rest in the terminal's
/// real pixels too, where it shows them.
///
/// It keeps textures and pictures, so that none is drawn a second time.
struct MenuCards: Sendable {
  /// What a card shows.
  enum Side: Hashable, Sendable {
    case back
    /// A letter of the title, by its index.
    case letter(Int)
    /// A face with an emoji; nil leaves it blank.
    case face(String?, pie: Double? = nil, isMatched: Bool = false)
  }

  /// A card on the menu's table.
  struct Card: Hashable, Sendable {
    var side: Side
    /// Where it lies at rest.
    var place: SIMD2<Float>
    /// Its pose while it moves; nil at rest.
    var motion: Pose?

    var rest: Pose { Pose(x: place.x, y: place.y) }
  }

  /// What textures depend on.
  private struct Setting: Hashable {
    var width: Float
    var height: Float?
    var blocks: Blocks
    var cellHeight: Float
    var colors: PictureColors
    var cell: PixelSize?
  }

  /// The cells of a card at rest and of its shadow, and what is in them.
  private struct Patch: Equatable {
    var area: Area
    var side: Side
    var rest: Pose
    /// The other cards whose shadows fall there when they rest.
    var neighbours: [Pose]
    /// The table there, in blocks.
    var ground: Pixels
  }

  private var setting: Setting?
  private var coarse: Art?
  private var fine: Art?
  private var canvas: Canvas?
  private var pictures: [(patch: Patch, picture: CellPicture)] = []

  /// The maximum number of pictures kept: those of a row of letters, and of some pairs.
  private static let limit = 48

  /// Draws cards of a size in units, back to front.
  ///
  /// - Parameters:
  ///   - cards: the cards, of which no two lie at rest on each other; those that lie flat are moved
  ///     to whole pixels.
  ///   - width: a card's width; another one than before costs new textures.
  ///   - height: its height; nil for 1.5 times the width.
  ///   - strip: the area to draw in.
  ///   - renderStyle: the style, which has blocks.
  ///   - table: the table without the cards.
  ///   - isStill: whether the table stays as it is for a while.
  ///   - grid: the cells.
  mutating func draw(
    _ cards: [Card], width: Float, height: Float? = nil, in strip: Area, _ renderStyle: RenderStyle,
    on table: Canvas, isStill: Bool = true, _ grid: inout Grid
  ) {
    guard let blocks = renderStyle.blocks else {
      preconditionFailure("Cards of characters are not drawn in pixels.")
    }
    let setting = Setting(
      width: width, height: height, blocks: blocks, cellHeight: renderStyle.cellHeight,
      colors: renderStyle.palette.picture, cell: renderStyle.graphics?.cell)
    if setting != self.setting { prepare(setting) }
    guard var coarse else { return }
    // The canvas must have one owner while it is changed, or it would be copied.
    var canvas = self.canvas ?? table
    self.canvas = nil
    if canvas.pixels.width != table.pixels.width || canvas.pixels.height != table.pixels.height {
      canvas = table
    }
    let shape = coarse.card
    var cards = cards
    for index in cards.indices {
      let rest = canvas.aligned(cards[index].rest, width: shape.width, height: shape.height)
      cards[index].place = SIMD2(rest.x, rest.y)
    }
    canvas.redraw(strip, of: blocks, on: table) { canvas in
      for card in cards {
        var pose = card.motion ?? card.rest
        if pose.liesFlat {
          pose = canvas.aligned(pose, width: shape.width, height: shape.height)
        }
        coarse.drawShadow(pose, on: &canvas)
        coarse.draw(card.side, pose, on: &canvas)
      }
    }
    grid.draw(canvas.pixels, with: blocks, damage: strip)
    self.coarse = coarse
    self.canvas = canvas
    guard let cell = setting.cell, isStill else { return }
    place(cards, cell, in: strip, setting, on: table, &grid)
  }

  private mutating func prepare(_ setting: Setting) {
    self.setting = setting
    coarse = Art(setting, on: CellRaster(setting.blocks))
    fine = setting.cell.map { Art(setting, on: CellRaster($0)) }
    pictures = []
  }

  /// Puts pictures of the cards at rest over their cells and those of their shadows.
  ///
  /// A picture shows all shadows as they are at rest, so that it stays the same while other cards
  /// move: cells that these cover, now or at rest, stay in blocks.
  private mutating func place(
    _ cards: [Card], _ cell: PixelSize, in strip: Area, _ setting: Setting, on table: Canvas,
    _ grid: inout Grid
  ) {
    guard var fine else { return }
    let (shape, cellHeight) = (fine.card, setting.cellHeight)
    let areas = cards.map {
      $0.rest.cells(width: shape.width, height: shape.height, margin: 0, cellHeight: cellHeight)
        .intersection(strip)
    }
    let bodies = cards.map {
      Area(
        touchedBy: $0.rest.box(width: shape.width, height: shape.height), cellHeight: cellHeight)
    }
    let covering = cards.compactMap { card in
      card.motion.map {
        Area(touchedBy: $0.box(width: shape.width, height: shape.height), cellHeight: cellHeight)
      }
    }
    for (index, card) in cards.enumerated() where card.motion == nil {
      let area = areas[index]
      guard area.width > 0, area.height > 0 else { continue }
      let others = cards.indices.filter { $0 != index && areas[$0].intersects(area) }
      let taken = covering + others.map { bodies[$0] }
      let blocks = setting.blocks
      var ground = Pixels(width: area.width * blocks.across, height: area.height * blocks.down)
      ground.draw(
        table.pixels, x: -area.column * blocks.across, y: -area.row * blocks.down)
      let patch = Patch(
        area: area, side: card.side, rest: card.rest,
        neighbours: others.map { cards[$0].rest }.sorted { ($0.x, $0.y) < ($1.x, $1.y) },
        ground: ground)
      guard let picture = picture(of: patch, blocks, cell, &fine) else { continue }
      grid.place(
        picture, left: area.column * cell.width, top: area.row * cell.height, in: area
      ) { column, row in
        // The picture is opaque: no ground is seen.
        taken.contains { $0.contains(column: column, row: row) }
          ? nil : Color(setting.colors.feltLit)
      }
    }
    self.fine = fine
  }

  private mutating func picture(
    of patch: Patch, _ blocks: Blocks, _ cell: PixelSize, _ art: inout Art
  ) -> CellPicture? {
    if let known = pictures.first(where: { $0.patch == patch }) { return known.picture }
    let whole = Area(column: 0, row: 0, width: patch.area.width, height: patch.area.height)
    var canvas = Canvas(
      magnifying: patch.ground, whole, of: blocks, to: cell, cellHeight: art.cellHeight)
    let corner = SIMD2(Float(patch.area.column), Float(patch.area.row) * art.cellHeight)
    for pose in patch.neighbours { art.drawShadow(pose.moved(by: -corner), on: &canvas) }
    let pose = canvas.aligned(
      patch.rest.moved(by: -corner), width: art.card.width, height: art.card.height)
    art.drawShadow(pose, on: &canvas)
    art.draw(patch.side, pose, on: &canvas)
    guard
      let picture = CellPicture(
        canvas.pixels, columns: patch.area.width, rows: patch.area.height, cell: cell)
    else { return nil }
    if pictures.count >= Self.limit { pictures.removeFirst() }
    pictures.append((patch, picture))
    return picture
  }
}

extension MenuCards {
  /// The cards' textures on a raster, made on first use.
  private struct Art: Sendable {
    let card: CardArt
    let cellHeight: Float
    private let raster: CellRaster
    private let colors: PictureColors
    private var textures: [Side: Texture] = [:]

    init(_ setting: Setting, on raster: CellRaster) {
      card = CardArt(
        width: setting.width, height: setting.height, on: raster, cellHeight: setting.cellHeight,
        setting.colors)
      cellHeight = setting.cellHeight
      self.raster = raster
      colors = setting.colors
    }

    func drawShadow(_ pose: Pose, on canvas: inout Canvas) {
      guard !colors.isFlat else { return }
      canvas.drawShadow(width: card.width, height: card.height, radius: card.radius, pose)
    }

    mutating func draw(_ side: Side, _ pose: Pose, on canvas: inout Canvas) {
      canvas.draw(texture(side), of: card, pose)
    }

    private mutating func texture(_ side: Side) -> Texture {
      if let texture = textures[side] { return texture }
      let texture =
        switch side {
        case .back: card.back()
        case .letter(let index):
          Texture(width: card.width, height: card.height, on: raster, cellHeight: cellHeight) {
            TitleLetter.draw(index, card, colors, on: &$0)
          }
        case .face(let emoji, let pie, let isMatched):
          card.face(emoji.map { .emoji($0) }, pie: pie, isMatched: isMatched)
        }
      textures[side] = texture
      return texture
    }
  }
}
