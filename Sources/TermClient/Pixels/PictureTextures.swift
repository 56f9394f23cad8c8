// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchUI
import TerminalUI

/// A cache of a table's textures at one card size, created on first use.
struct PictureTextures: Sendable {
  /// The card size and art.
  let card: CardArt
  /// Whether cards at rest cast shadows in large pixels: gaps of a single pixel have no room for them.
  let hasHardShadows: Bool
  private let score: ScoreArt
  private let back: Texture
  private var faces: [PictureItem.Side: Texture] = [:]
  private var layers: [FacePicture: Pixels] = [:]
  private var numbers: [Int: Texture] = [:]
  /// The art of sides at rest in the terminal's real pixels; nil where it has none.
  private let fine: (art: CardArt, cell: PixelSize)?
  private var pictures: [FramedSide: CellPicture] = [:]
  private var fineLayers: [FacePicture: Pixels] = [:]
  private var framePictures: [Frame: CellPicture] = [:]
  private var trophies: [Trophy: Texture] = [:]
  private var trophyPictures: [Trophy: CellPicture] = [:]
  private let raster: CellRaster
  private let colors: PictureColors
  private let cellHeight: Float

  /// The size of a trophy's card in cells, and its picture.
  private struct Trophy: Hashable {
    var picture: FacePicture?
    var columns: Int
    var rows: Int
    var isNamed = false
  }

  /// A side, and the colour of a frame along its edge.
  private struct FramedSide: Hashable {
    var side: PictureItem.Side
    var frame: UInt32?
  }

  /// A frame's thickness across and down in units, and its colour.
  private struct Frame: Hashable {
    var thickness: SIMD2<Float>
    var color: UInt32
  }

  /// The maximum number of frames kept: a cursor's, bright and dim, and those of fading ghosts.
  private static let frameLimit = 16
  /// The maximum number of faces kept: those of a table, plus some with pies.
  private static let faceLimit = 48
  /// The maximum number of score numbers kept.
  private static let numberLimit = 32
  /// The maximum number of sides in real pixels: those of some deals.
  private static let pictureLimit = 256

  /// The textures for a board.
  ///
  /// - Parameters:
  ///   - board: the board.
  ///   - colors: the colours.
  ///   - raster: the pixels of textures; nil for the board's blocks.
  ///   - cell: a cell's size in the terminal's real pixels; nil if it shows none.
  init(
    _ board: PictureBoard, _ colors: PictureColors, on raster: CellRaster? = nil, cell: PixelSize?
  ) {
    let raster = raster ?? CellRaster(board.blocks)
    (self.raster, self.colors, cellHeight) = (raster, colors, board.cellHeight)
    // In real pixels a picture is recognised without letters.
    var footer = CardArt.Footer()
    if cell == nil, board.hasCodes {
      // As high as the row of the letters and what is below it.
      footer.shape = (board.cardRows >= 6 ? 2 : 1) * board.cellHeight
    }
    if cell == nil, board.hasNames { footer.emoji = board.cellHeight }
    card = CardArt(
      width: board.unitWidth, height: board.unitHeight, footer: footer, on: raster,
      cellHeight: board.cellHeight, colors)
    score = ScoreArt(
      height: Self.numberHeight(cardHeight: card.height), on: raster,
      cellHeight: board.cellHeight, colors)
    back = card.back()
    hasHardShadows = !colors.isFlat && !board.isClose
    fine = cell.map { cell in
      let art = CardArt(
        width: board.unitWidth, height: board.unitHeight, footer: footer, on: CellRaster(cell),
        cellHeight: board.cellHeight, colors)
      return (art, cell)
    }
  }

  /// The card in real pixels; that of blocks where the terminal shows none.
  var fineCard: CardArt { fine?.art ?? card }

  /// A side of a card at rest in real pixels, perhaps with a frame along its edge; nil if the
  /// terminal shows none, or if there are too many already.
  mutating func picture(
    _ side: PictureItem.Side, framedIn frame: UInt32? = nil, on board: PictureBoard
  ) -> CellPicture? {
    guard let fine else { return nil }
    let key = FramedSide(side: side, frame: frame)
    if let picture = pictures[key] { return picture }
    guard pictures.count < Self.pictureLimit else { return nil }
    let (columns, rows) = (board.cardColumns, board.cardRows)
    var pixels = Pixels(width: columns * fine.cell.width, height: rows * fine.cell.height)
    let texture =
      switch side {
      case .back: fine.art.back()
      case .warmBack(let color): fine.art.back(rim: color)
      case .face(let picture, let pie, let isMatched):
        fine.art.face(
          layer: picture.map { fineLayer($0, fine.art) },
          pie: pie.map { Double($0) / Double(PictureItem.pieSteps) }, isMatched: isMatched)
      }
    // Without the texture's margin.
    pixels.draw(texture.pixels, x: -1, y: -1)
    if let frame {
      var canvas = Canvas(
        columns: columns, rows: rows, on: CellRaster(fine.cell), cellHeight: board.cellHeight)
      canvas.pixels = pixels
      canvas.drawEdge(of: fine.art, RGBA(frame))
      pixels = canvas.pixels
    }
    guard let picture = CellPicture(pixels, columns: columns, rows: rows, cell: fine.cell) else {
      return nil
    }
    pictures[key] = picture
    return picture
  }

  /// A frame around a card in real pixels, with the card's cells in its middle and whole cells around
  /// them; nil if the terminal shows none.
  ///
  /// - Parameters:
  ///   - thickness: its thickness across and down, in units.
  ///   - color: its colour.
  ///   - board: the board of the card.
  /// - Returns: the picture.
  mutating func framePicture(
    _ thickness: SIMD2<Float>, _ color: UInt32, on board: PictureBoard
  ) -> CellPicture? {
    guard let fine else { return nil }
    let key = Frame(thickness: thickness, color: color)
    if let picture = framePictures[key] { return picture }
    let (across, down) = (
      Int(thickness.x.rounded(.up)), Int((thickness.y / cellHeight).rounded(.up))
    )
    let (columns, rows) = (board.cardColumns + 2 * across, board.cardRows + 2 * down)
    var canvas = Canvas(
      columns: columns, rows: rows, on: CellRaster(fine.cell), cellHeight: cellHeight)
    canvas.fill(
      RoundedBox(
        x: canvas.width / 2, y: canvas.height / 2, width: board.unitWidth + 2 * thickness.x,
        height: board.unitHeight + 2 * thickness.y, radius: fine.art.radius + thickness.x),
      RGBA(color))
    if framePictures.count >= Self.frameLimit { framePictures.removeAll() }
    let picture = CellPicture(canvas.pixels, columns: columns, rows: rows, cell: fine.cell)
    framePictures[key] = picture
    return picture
  }

  /// A side of a card.
  mutating func texture(_ side: PictureItem.Side) -> Texture {
    guard case .face(let picture, let pie, let isMatched) = side else { return back }
    if let texture = faces[side] { return texture }
    let texture = card.face(
      layer: picture.map { layer($0) }, pie: pie.map { Double($0) / Double(PictureItem.pieSteps) },
      isMatched: isMatched)
    if faces.count >= Self.faceLimit { faces.removeAll() }
    faces[side] = texture
    return texture
  }

  /// A face's picture without the card; at most as many as faces are kept.
  private mutating func layer(_ picture: FacePicture) -> Pixels {
    if let layer = layers[picture] { return layer }
    let layer = card.layer(picture)
    if layers.count >= Self.faceLimit { layers.removeAll() }
    layers[picture] = layer
    return layer
  }

  /// A matched card that fills some cells.
  mutating func trophy(
    _ picture: FacePicture?, columns: Int, rows: Int, isNamed: Bool
  ) -> Texture {
    let key = Trophy(picture: picture, columns: columns, rows: rows, isNamed: isNamed)
    if let texture = trophies[key] { return texture }
    let texture = art(of: key, on: raster).face(picture, isMatched: true)
    if trophies.count >= Self.faceLimit { trophies.removeAll() }
    trophies[key] = texture
    return texture
  }

  /// A matched card that fills some cells in real pixels; nil if the terminal shows none.
  mutating func trophyPicture(_ picture: FacePicture?, columns: Int, rows: Int) -> CellPicture? {
    guard let cell = fine?.cell else { return nil }
    let key = Trophy(picture: picture, columns: columns, rows: rows)
    if let picture = trophyPictures[key] { return picture }
    let texture = art(of: key, on: CellRaster(cell)).face(picture, isMatched: true)
    var pixels = Pixels(width: columns * cell.width, height: rows * cell.height)
    // Without the texture's margin.
    pixels.draw(texture.pixels, x: -1, y: -1)
    if trophyPictures.count >= Self.faceLimit { trophyPictures.removeAll() }
    let trophy = CellPicture(pixels, columns: columns, rows: rows, cell: cell)
    trophyPictures[key] = trophy
    return trophy
  }

  private func art(of trophy: Trophy, on raster: CellRaster) -> CardArt {
    CardArt(
      width: Float(trophy.columns), height: Float(trophy.rows) * cellHeight,
      footer: CardArt.Footer(shape: 0, emoji: trophy.isNamed ? cellHeight : 0), on: raster,
      cellHeight: cellHeight, colors)
  }

  private mutating func fineLayer(_ picture: FacePicture, _ art: CardArt) -> Pixels {
    if let layer = fineLayers[picture] { return layer }
    let layer = art.layer(picture)
    if fineLayers.count >= Self.faceLimit { fineLayers.removeAll() }
    fineLayers[picture] = layer
    return layer
  }

  /// The height of digits for cards of a height, in units.
  static func numberHeight(cardHeight: Float) -> Float { min(max(cardHeight * 0.48, 5), 12) }

  /// The size in units of a number's texture.
  func size(of number: Int) -> SIMD2<Float> { score.size(of: number) }

  /// A number with its sign.
  mutating func texture(_ number: Int) -> Texture {
    if let texture = numbers[number] { return texture }
    let texture = score.texture(number)
    if numbers.count >= Self.numberLimit { numbers.removeAll() }
    numbers[number] = texture
    return texture
  }
}
