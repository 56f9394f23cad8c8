// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import Stage
import TerminalUI

/// Translates a display list's items to shapes in pixels, and says where text covers them.
struct PictureShapes {
  let layout: MatchLayout
  let board: PictureBoard
  let palette: Palette
  let faces: ThemeFaces
  let theme: String
  /// A cell's size in the terminal's real pixels; nil if it shows none.
  var cell: PixelSize?

  /// Cards at rest of at least this many real pixels across show a picture.
  private static let fewestPixels: Float = 24

  private var colors: PictureColors { palette.picture }

  /// The shapes of an item; none for text.
  func shapes(of item: MatchDisplayList.Item) -> [PictureItem] {
    let z = item.z
    switch item.content {
    case .card(let card): return shapes(of: card)
    case .deck(let deck): return shapes(of: deck, z: z)
    case .cursor(let place, let isBright): return cursor(at: place, isBright, z: z)
    case .ghost(let centre, let seat, let opacity):
      // A pixel wide, and never brighter than halfway from the felt to the player's colour.
      let color = mixed(colors.feltLit, with: rgb(of: seat), 0.5 * Float(opacity))
      return [frame(around: centre, from: (0, 0), to: (1, 1), glow: 0, color, z: z)]
    case .number(let number):
      let middle = board.place(of: number.centre)
      let alpha = UInt8(min(number.opacity * 256, 255))
      let pose = Pose(x: middle.x, y: middle.y)
      return [PictureItem(z: z, shape: .number(number.delta, pose, alpha: alpha), isMoving: true)]
    case .panel(let box): return [plate(over: box, z: z, colors.panel)]
    case .plate(let box, let seat, let isYours, let isRoomy):
      let rgb = rgb(of: seat)
      // The viewer's own is tinted with their colour.
      let color = isYours ? mixed(colors.plate, with: rgb, 0.22) : colors.plate
      let margin = isRoomy ? (across: Float(1), down: 1) : (across: 0, down: 0)
      return [plate(over: box, margin, z: z, color, stripe: isRoomy ? rgb : nil)]
    case .clock(let clock, let box):
      let (x, y) = (Float(box.column), Float(box.row) * board.cellHeight)
      // In real pixels each step is a picture to send.
      let coarse = cell == nil ? 1 : Self.stepsAPicture
      let ring = PictureItem.Shape.ring(
        x: x + Float(box.width) / 2, y: y + Float(box.height) * board.cellHeight / 2,
        radius: Self.ringRadius, width: 1.5, left: (clock.stepsLeft + coarse - 1) / coarse * coarse,
        color: clock.isUrgent ? colors.loss : colors.ring)
      return [PictureItem(z: z, shape: ring)]
    case .dialog(let box):
      let down = board.blocks.down
      // Its frame leaves a column at the window's edge, and lies within whole cells: what is beside it
      // keeps its colours.
      let across = min(max(Float(box.column) - 1, 0), 3)
      // No pixel is half of it.
      let edge = max(1 / board.across, 0.5)
      // A dark margin, where there are pixels for it, tells it from the rims of cards.
      let margin = board.blocks.across > 1 ? 1 : 0
      func layer(_ pixels: Int) -> (across: Float, down: Int) {
        (max(across - Float(pixels) * edge, 0), down - pixels)
      }
      return [
        plate(over: box, layer(0), z: z, colors.panel, castsShadow: !colors.isFlat),
        plate(over: box, layer(margin), z: z + 0.25, colors.ring),
        plate(over: box, layer(margin + 1), z: z + 0.5, colors.panel),
      ]
    case .code(let box, let margin):
      let beyond =
        margin == .none ? (across: 0, down: 0) : (across: Float(1), down: board.blocks.down - 1)
      let below = margin == .around ? beyond.down : 0
      return [plate(over: box, beyond, below: below, z: z, colors.ring)]
    case .trophy(let face, let area, let name):
      let picture = isTrophyGlyph(area) ? nil : faces.face(theme, face).picture
      let pose = Pose(
        x: Float(area.column) + Float(area.width) / 2,
        y: (Float(area.row) + Float(area.height) / 2) * board.cellHeight)
      let shape = PictureItem.Shape.trophy(
        picture, columns: area.width, rows: area.height, isNamed: name == .onCard, pose)
      return [PictureItem(z: z, shape: shape)]
    case .text: return []
    }
  }

  /// In units.
  private static let ringRadius: Float = 4.5
  /// The steps of a ring in real pixels that share a picture: one a second of a turn of half a minute.
  private static let stepsAPicture = 4

  private func rgb(of seat: SeatIndex) -> UInt32 {
    palette.seat(seat).foreground.bits & 0xff_ffff
  }

  private func mixed(_ color: UInt32, with other: UInt32, _ part: Float) -> UInt32 {
    RGBA(color).mixed(with: RGBA(other), part).color.bits & 0xff_ffff
  }

  /// A plate over an area of cells, extended across by units and down by pixels on each side, or below by
  /// others.
  private func plate(
    over area: Area, _ margin: (across: Float, down: Int) = (0, 0), below: Int? = nil, z: Double,
    _ color: UInt32, stripe: UInt32? = nil, castsShadow: Bool = false
  ) -> PictureItem {
    let (width, height) = (Float(area.width), Float(area.height) * board.cellHeight)
    let (above, below) = (
      Float(margin.down) / board.down, Float(below ?? margin.down) / board.down
    )
    let box = RoundedBox(
      x: Float(area.column) + width / 2,
      y: Float(area.row) * board.cellHeight + (height + below - above) / 2,
      width: width + 2 * margin.across, height: height + above + below, radius: 0)
    return PictureItem(
      z: z, shape: .plate(box, color: color, stripe: stripe, castsShadow: castsShadow))
  }

  // MARK: The cursor

  private func cursor(at place: Int, _ isBright: Bool, z: Double) -> [PictureItem] {
    guard let centre = board.table.centre(of: place) else { return [] }
    if board.isClose, cell != nil {
      // In real pixels the frame is a part of the card's picture.
      let art = CardArt(
        width: board.unitWidth, height: board.unitHeight, for: board.blocks,
        cellHeight: board.cellHeight)
      let card = board.box(around: board.place(of: centre), pixels: (0, 0))
      let shape = PictureItem.Shape.frame(
        card, art.spot(in: card), glow: 0, color: cursorColor(isBright))
      return [PictureItem(z: z, shape: shape)]
    }
    // Frame and glow are narrower than the gap, so that they overlap no other card.
    let width = board.unitWidth * 0.08
    let across = max(Int((width * board.across).rounded()), 1)
    let down = max(Int((width * board.down).rounded()), 1)
    let gap = Float(board.pitchX - board.cardWidth) / board.across
    let glow = min(max(board.unitWidth * 0.16, 1), 2, gap) - Float(across) / board.across
    // Beside a frame in real pixels a glow of whole cells would look like a second frame.
    let glows = isBright && !colors.isFlat && cell == nil && !board.isClose
    return [
      frame(
        around: centre, from: (0, 0), to: (across, down), glow: glows ? max(glow, 0) : 0,
        cursorColor(isBright), z: z)
    ]
  }

  /// Bright, or mixed half with the felt.
  func cursorColor(_ isBright: Bool) -> UInt32 {
    isBright ? colors.cursor : mixed(colors.feltLit, with: colors.cursor, 0.5)
  }

  /// A frame around a card at rest, between two distances from it in pixels.
  private func frame(
    around centre: Point, from inner: (Int, Int), to outer: (Int, Int), glow: Float,
    _ color: UInt32, z: Double
  ) -> PictureItem {
    let middle = board.place(of: centre)
    var (outer, inner) = (
      board.box(around: middle, pixels: outer), board.box(around: middle, pixels: inner)
    )
    // For a card in the window's last row the frame ends within the card.
    let beyond = outer.box().w - Float(layout.size.rows) * board.cellHeight
    if beyond > 0.01 {
      outer.cutBelow(by: beyond)
      inner.cutBelow(by: beyond)
    }
    return PictureItem(z: z, shape: .frame(outer, inner, glow: glow, color: color))
  }

  // MARK: Cards

  private func shapes(of card: Scene.Card) -> [PictureItem] {
    let middle = board.place(of: card.centre)
    let isUp = card.rotation < 90
    var pose = Pose(x: middle.x, y: middle.y)
    // The back's texture is not mirrored, so half a turn is subtracted.
    pose.turn = Float(isUp ? card.rotation : card.rotation - 180)
    pose.spin = Float(card.spin)
    pose.scale = Float(card.scale)
    pose.lift = Float(card.lift)
    let place = board.table.centre(of: card.place)
    let isMoving =
      pose.turn != 0 || pose.spin != 0 || pose.scale != 1 || pose.lift != 0
      || place != card.centre
    var side = PictureItem.Side.back
    if isUp {
      let pie = card.bonus.map { Int(($0 * Double(PictureItem.pieSteps)).rounded()) }
      let face = card.face.map { faces.face(theme, $0) }
      let picture = face.flatMap { isGlyph($0, card) ? nil : $0.picture }
      side = .face(picture, pie: pie, isMatched: card.isMatched)
    }
    let heat = isMoving ? nil : heat(of: card)
    // In real pixels the mark is a part of the card's picture.
    if let heat, !isUp, cell != nil { side = .warmBack(heat) }
    var items = [PictureItem(z: card.z, shape: .card(side, pose), isMoving: isMoving)]
    guard let place else { return items }
    if let heat, cell == nil {
      // As wide as the back's rim, and at least two pixels.
      let rim = board.unitWidth * CardArt.rimShare
      let inner = (
        -max(Int((rim * board.across).rounded()), 2), -max(Int((rim * board.down).rounded()), 2)
      )
      items.append(frame(around: place, from: inner, to: (0, 0), glow: 0, heat, z: Self.markZ))
    }
    if card.isRefused {
      items.append(
        frame(around: place, from: (-1, -1), to: (1, 1), glow: 2, colors.loss, z: Self.markZ))
      // On a plate, because no colour contrasts with every back.
      items.append(plate(over: crossArea(at: place), z: Self.crossZ, colors.panel))
    } else if card.isChosen {
      items.append(
        frame(around: place, from: (0, 0), to: (1, 1), glow: 0, colors.faceRim, z: Self.markZ))
    }
    return items
  }

  /// The colour of a card's mark in a heat map; nil for none.
  private func heat(of card: Scene.Card) -> UInt32? {
    guard card.warmth > 0 else { return nil }
    let part = Float(card.warmth - 1) / Float(Scene.Card.warmest - 1)
    return part < 0.5
      ? mixed(colors.cold, with: colors.warm, 2 * part)
      : mixed(colors.warm, with: colors.hot, 2 * part - 1)
  }

  /// Marks of cards are above cards at rest, and the cross of a refusal above the cursor too.
  private static let markZ = 9.0
  private static let crossZ = 11.0

  /// The cells of the cross on a refused card.
  func crossArea(at place: Point) -> Area {
    let area = board.area(at: place)
    return Area(
      column: area.column + (area.width - 3) / 2, row: board.row(of: place), width: 3, height: 1)
  }

  /// Whether characters on a card are legible: it is nearly flat and not small.
  func isNearlyFlat(_ card: Scene.Card) -> Bool {
    guard card.rotation < 90, card.scale > 0.7 else { return false }
    return Pose(x: 0, y: 0, turn: Float(card.rotation)).foreshortening > 0.75
  }

  /// Whether to show a face as the terminal's glyph: the card is nearly flat, and a picture would
  /// be too small or is missing.
  func isGlyph(_ face: ThemeFace, _ card: Scene.Card) -> Bool {
    guard isNearlyFlat(card) else { return false }
    if face.picture == nil { return true }
    if let cell, isStill(card) {
      return board.unitWidth * Float(cell.width) < Self.fewestPixels
    }
    return face.shape == nil ? !board.hasPictures(inMotion: cell != nil) : !board.hasShapes
  }

  /// Whether a trophy of a size has too few pixels for a picture, and shows the terminal's glyph.
  func isTrophyGlyph(_ area: Area) -> Bool {
    cell == nil && !board.hasTrophyPicture(columns: area.width)
  }

  /// Whether a card lies flat on the table.
  func isStill(_ card: Scene.Card) -> Bool {
    card.rotation == 0 && card.spin == 0 && card.scale == 1 && card.lift == 0
  }

  // MARK: The deck

  /// A pile of a few cards, each slightly higher than the one below, or, in few colours, the top one on
  /// the dark edge of those below; and a plate for their number.
  private func shapes(of deck: Scene.Deck, z: Double) -> [PictureItem] {
    let middle = middle(of: deck)
    let count = plate(over: countArea(of: deck), z: z + 1, colors.panel)
    if cell == nil, colors.isFlat {
      let edge = RoundedBox(
        x: middle.x + 1 / board.across, y: middle.y + 1 / board.down, width: board.unitWidth,
        height: board.unitHeight, radius: 0)
      let below = PictureItem(
        z: z, shape: .plate(edge, color: colors.panel, stripe: nil, castsShadow: false))
      let top = PictureItem(z: z, shape: .card(.back, Pose(x: middle.x, y: middle.y)))
      return (pile(deck) > 1 ? [below] : []) + [top, count]
    }
    // By whole pixels, whose edges are no mixtures.
    func snapped(_ distance: Float, _ pixels: Float) -> Float {
      (distance * pixels).rounded() / pixels
    }
    let cards = (0..<pile(deck)).map { index in
      let rise = Float(index) * 0.5
      let (left, up) = (snapped(rise * 0.6, board.across), snapped(rise, board.down))
      return PictureItem(
        z: z, shape: .card(.back, Pose(x: middle.x - left, y: middle.y - up)))
    }
    return cards + [count]
  }

  /// The middle of a deck's lowest card: its edges lie between pixels, and in few colours between cells,
  /// none of which could show its edge, its pattern and the felt at once.
  private func middle(of deck: Scene.Deck) -> (x: Float, y: Float) {
    let place = board.place(of: deck.centre)
    let isFlat = cell == nil && colors.isFlat
    func snapped(_ middle: Float, _ size: Float, _ pixels: Float) -> Float {
      ((middle - size / 2) * pixels).rounded() / pixels + size / 2
    }
    return (
      snapped(place.x, board.unitWidth, isFlat ? 1 : board.across),
      snapped(place.y, board.unitHeight, isFlat ? 1 / board.cellHeight : board.down)
    )
  }

  /// The cards that are drawn of a deck.
  private func pile(_ deck: Scene.Deck) -> Int { min((deck.count + 3) / 4, 6) }

  /// The cells of the number of cards in a deck, below it.
  func countArea(of deck: Scene.Deck) -> Area {
    let middle = middle(of: deck)
    let width = "\(deck.count)".cells + 2
    return Area(
      column: Int((middle.x - Float(width) / 2).rounded()),
      row: Int(((middle.y + board.unitHeight / 2) / board.cellHeight).rounded(.up)), width: width,
      height: 1)
  }
}
