// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Shows the pictures over grids on a terminal, within the frame's bytes.
///
/// A cell shows its piece of a picture only once the terminal can: kitty must have been given the
/// picture, and a sixel drawing must have been sent. Until then, and if there is no room, the cell
/// shows its glyph. A picture of which nothing changes costs no bytes.
struct PictureLayer: Sendable {
  /// How the terminal shows pictures.
  let graphics: TerminalGraphics
  /// Whether pictures wait for a frame with room for them.
  private(set) var isBehind = false
  /// Whether the last frame had the pixels of a picture.
  private(set) var hasPixels = false
  /// The cells over which sixels were drawn in the last frame.
  private(set) var drawn: [Int] = []
  private var slots = PictureSlots()
  /// What kitty shows, with the identity of each placement.
  private var placements: [PicturePart: Int] = [:]
  private var lastPlacement = 0
  /// Kitty's commands.
  private let kitty: KittyGraphics

  /// The bytes of a frame that pictures may fill on a connection without a limit: several frames
  /// share the pictures of a new table.
  static let frameLimit = 1 << 14
  /// A frame with fewer bytes may take one picture of any size: nothing else waits.
  static let quietFrame = 256
  /// Placements have identities up to this one.
  private static let mostPlacements = 1 << 30

  /// A layer for a terminal that shows no pictures yet.
  init(_ graphics: TerminalGraphics) {
    self.graphics = graphics
    kitty = KittyGraphics(isInTmux: graphics.language == .placeholders)
  }

  // MARK: Cells

  /// The cells of a grid, in which pieces that the terminal can show replace glyphs.
  ///
  /// - Parameters:
  ///   - grid: the grid.
  ///   - shown: what the terminal shows.
  /// - Returns: the cells, row by row.
  mutating func cells(of grid: Grid, over shown: [Cell]) -> [Cell] {
    slots.beginFrame()
    guard !grid.pieces.isEmpty else { return grid.cells }
    var cells = grid.cells
    var last: (id: UInt32, slot: Int?) = (0, nil)
    for (index, piece) in grid.pieces.enumerated() where piece.picture != 0 {
      if piece.picture != last.id { last = (piece.picture, slots.wanted(piece.picture)) }
      guard let slot = last.slot else { continue }
      let cell = Cell(piece, in: slot)
      switch graphics.language {
      case .kitty: if slots.isSent(slot) { cells[index] = cell }
      case .placeholders:
        // They stand for whole cells of a picture.
        let isWhole =
          Int(piece.x).isMultiple(of: graphics.cell.width)
          && Int(piece.y).isMultiple(of: graphics.cell.height)
        if isWhole, slots.isSent(slot) { cells[index] = cell }
      case .sixel: if shown[index] == cell { cells[index] = cell }
      }
    }
    return cells
  }

  /// Records a terminal's answer for the picture in a slot; whether it can be shown from now on.
  mutating func answer(_ slot: Int, isKept: Bool) -> Bool {
    graphics.language == .placeholders && slots.answer(slot, isKept: isKept)
  }

  // MARK: Frames

  /// Forgets what the terminal shows and keeps; for a screen that is about to be cleared.
  mutating func restart(with encoder: inout ANSIEncoder) {
    slots.loseAll()
    placements = [:]
    switch graphics.language {
    case .kitty: encoder.put(ControlSequence.kittyPicturesOff)
    case .placeholders: encoder.put(ControlSequence.placeholdersOff)
    case .sixel: break
    }
  }

  /// Brings the pictures up to date after the cells of a frame, which are complete.
  ///
  /// - Parameters:
  ///   - grid: the grid that is shown.
  ///   - shown: what the terminal shows; drawn sixels are entered.
  ///   - isChanged: whether a cell with a piece has come or gone.
  ///   - encoder: the frame's encoder.
  ///   - limit: the approximate maximum number of bytes of the frame.
  mutating func show(
    _ grid: Grid, _ shown: inout [Cell], isChanged: Bool, with encoder: inout ANSIEncoder,
    limit: Int
  ) {
    (isBehind, hasPixels) = (false, false)
    drawn.removeAll(keepingCapacity: true)
    let room = min(limit, Self.frameLimit)
    switch graphics.language {
    case .kitty:
      if isChanged { updatePlacements(grid, shown, &encoder) }
      transmit(grid, shown, &encoder, room)
    case .placeholders: transmit(grid, shown, &encoder, room)
    case .sixel: draw(grid, &shown, &encoder, room)
    }
  }

  /// Whether a frame has room for a picture of so many pixels.
  private func fits(_ pixels: Int, _ encoder: ANSIEncoder, _ room: Int) -> Bool {
    // Pictures of cards take about two bits a pixel in either language.
    encoder.bytes.count < Self.quietFrame || encoder.bytes.count + pixels / 4 <= room
  }

  // MARK: Kitty

  private mutating func updatePlacements(
    _ grid: Grid, _ shown: [Cell], _ encoder: inout ANSIEncoder
  ) {
    let parts = PicturePart.parts(width: grid.width, height: grid.height, cell: graphics.cell) {
      shown[$0].glyph.piece
    }
    let wanted = Set(parts)
    let gone = placements.filter { !wanted.contains($0.key) }
    for (part, placement) in gone.sorted(by: { $0.value < $1.value }) {
      encoder.put(kitty.remove(placement, of: kitty.id(of: part.slot)))
      placements[part] = nil
    }
    for part in parts where placements[part] == nil {
      lastPlacement = lastPlacement % Self.mostPlacements + 1
      placements[part] = lastPlacement
      encoder.move(to: part.column, part.row)
      encoder.put(
        kitty.place(
          part, as: kitty.id(of: part.slot), placement: lastPlacement, cell: graphics.cell))
    }
  }

  /// Gives the terminal the pictures of a grid that it does not have, as far as they fit.
  private mutating func transmit(
    _ grid: Grid, _ shown: [Cell], _ encoder: inout ANSIEncoder, _ room: Int
  ) {
    var last: UInt32 = 0
    for piece in grid.pieces where piece.picture != 0 && piece.picture != last {
      last = piece.picture
      guard let picture = grid.pictures[piece.picture] else { continue }
      if let slot = slots.wanted(picture.id) {
        if slots.isSent(slot) || slots.isGivenUp(slot) { continue }
        if slots.isAwaited(slot) {
          isBehind = true
          continue
        }
      }
      guard fits(picture.pixels.colors.count, encoder, room) else {
        isBehind = true
        return
      }
      guard let slot = slot(for: picture, shown, &encoder) else { continue }
      let file = PNG.encoded(IndexedPixels(picture.pixels, colors: graphics.colors))
      encoder.put(
        kitty.transmit(
          file, as: kitty.id(of: slot), columns: picture.columns, rows: picture.rows))
      // tmux drops what it should pass on while it redraws its window.
      if graphics.language == .placeholders { slots.await(slot) } else { slots.send(slot) }
      hasPixels = true
      // Its cells change in the next frame.
      isBehind = true
    }
  }

  /// The slot of a picture, taken if it has none; nil if all are in use.
  private mutating func slot(
    for picture: CellPicture, _ shown: [Cell], _ encoder: inout ANSIEncoder
  ) -> Int? {
    if let slot = slots.wanted(picture.id) { return slot }
    let used = Set(shown.compactMap { $0.glyph.piece?.slot })
    guard let taken = slots.take(picture, isShown: used.contains) else { return nil }
    if taken.wasSent, graphics.language != .sixel {
      encoder.put(kitty.forget(kitty.id(of: taken.slot)))
    }
    return taken.slot
  }

  // MARK: Sixels

  /// Draws the pieces that are not on the screen, as far as they fit.
  ///
  /// None in the last row: a drawing that ends there scrolls the screen.
  private mutating func draw(
    _ grid: Grid, _ shown: inout [Cell], _ encoder: inout ANSIEncoder, _ room: Int
  ) {
    guard !grid.pieces.isEmpty else { return }
    var missing = [Cell?](repeating: nil, count: grid.pieces.count)
    var isComplete = true
    for index in 0..<(grid.height - 1) * grid.width where grid.pieces[index].picture != 0 {
      let piece = grid.pieces[index]
      guard let picture = grid.pictures[piece.picture],
        let slot = slot(for: picture, shown, &encoder)
      else { continue }
      let cell = Cell(piece, in: slot)
      guard shown[index] != cell else { continue }
      missing[index] = cell
      isComplete = false
    }
    if isComplete { return }
    let cell = graphics.cell
    let parts = PicturePart.parts(width: grid.width, height: grid.height, cell: cell) {
      missing[$0]?.glyph.piece
    }
    for part in parts {
      guard fits(part.columns * cell.width * part.rows * cell.height, encoder, room) else {
        isBehind = true
        return
      }
      encoder.move(to: part.column, part.row)
      encoder.put(
        Sixel.encoded(IndexedPixels(opaque(part, grid), colors: graphics.colors)))
      encoder.losePosition()
      hasPixels = true
      for row in part.row..<part.row + part.rows {
        for column in part.column..<part.column + part.columns {
          let index = row * grid.width + column
          guard let cell = missing[index] else { continue }
          shown[index] = cell
          drawn.append(index)
        }
      }
    }
  }

  /// The pixels of a part over the grounds of its cells.
  private func opaque(_ part: PicturePart, _ grid: Grid) -> Pixels {
    let (cell, source) = (graphics.cell, slots.picture(in: part.slot).pixels)
    var pixels = Pixels(width: part.columns * cell.width, height: part.rows * cell.height)
    pixels.withRows(x: 0..<pixels.width, y: 0..<pixels.height) { y, _, row in
      let first = (part.row + y / cell.height) * grid.width + part.column
      for x in row.indices {
        let color = source.colors[(part.y + y) * source.width + part.x + x]
        row[x] =
          color.alpha == 255
          ? color
          : color.over(RGBA(grid.pieces[first + x / cell.width].ground.bits & 0xff_ffff))
      }
    }
    return pixels
  }
}

extension Cell {
  /// The cell of a piece whose picture is in a slot, on the piece's ground.
  fileprivate init(_ piece: PicturePiece, in slot: Int) {
    self.init(
      glyph: Glyph(Glyph.Piece(slot: slot, x: Int(piece.x), y: Int(piece.y))),
      style: Style(on: piece.ground))
  }
}
