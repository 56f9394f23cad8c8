// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Stage

// The board: letters and numbers on the felt, cards, deck, cursor, numbers in flight.

extension MatchDisplayList {
  /// The z order of what the scene does not order itself.
  ///
  /// The scene's own z is 0 and up for cards at rest, 20 for cards in flight, 100 for numbers.
  enum Height {
    static let mark = 9.0
    static let cursor = 10.0
    static let panel = 39.0
    static let plate = 40.0
    static let dialog = 60.0
  }

  /// Below this width, in units, cards at rest show their face as the terminal's own glyph.
  static let narrowest: Float = 5.5
  private var hasCursor: Bool {
    scene.you != nil && (scene.phase == .playing || scene.phase == .dealing)
  }

  private var cursorPlace: Int? { hasCursor ? screen.cursor.place : nil }

  mutating func addCoordinates() {
    let table = scene.table
    guard scene.phase == .playing || scene.phase == .dealing || !scene.cards.isEmpty else { return }
    for column in 0..<table.columns {
      guard let centre = table.centre(of: column) else { continue }
      let isOn = cursorPlace.map { $0 % table.columns == column } ?? false
      let middle = Int(board.place(of: centre).x.rounded(.down))
      let text = Coordinates.letters(ofColumn: column)
      let textColumn = middle - (text.cells - 1) / 2
      if isOn, isCursorAtLetters {
        // The cursor's frame is in the same cells, so the letter is written on it.
        let style = Style(palette.cursor.foreground, on: Color(cursorColor), .bold)
        marks.append(.label(text, column: textColumn, row: layout.lettersRow, style))
      } else {
        write(
          text, column: textColumn, row: layout.lettersRow, isOn ? palette.strong : palette.dim)
      }
    }
    for row in 0..<table.rows {
      guard let centre = table.centre(of: row * table.columns) else { continue }
      let isOn = cursorPlace.map { $0 / table.columns == row } ?? false
      let middle = Int((board.place(of: centre).y / board.cellHeight).rounded(.down))
      write(
        "\(row + 1)", before: layout.numbersColumn + 1, row: middle,
        isOn ? palette.strong : palette.dim)
    }
  }

  mutating func addCards() {
    addDeck()
    for card in scene.cards { add(card) }
    if let cursorPlace, let centre = scene.table.centre(of: cursorPlace) {
      // Frame and glow are narrower than the gap, so that they overlap no other card.
      let width = board.unitWidth * 0.08
      let across = max(Int((width * board.across).rounded()), 1)
      let down = max(Int((width * board.down).rounded()), 1)
      let gap = Float(board.pitchX - board.cardWidth) / board.across
      let glow = min(max(board.unitWidth * 0.16, 1), 2, gap) - Float(across) / board.across
      items.append(
        frame(
          .cursor, around: centre, from: (0, 0), to: (across, down),
          glow: board.isClose || !scene.isTurnYours ? 0 : max(glow, 0), cursorColor,
          z: Height.cursor))
    }
    for number in scene.numbers { add(number) }
  }

  /// Bright in the viewer's own turn, mixed half with the felt in others'.
  private var cursorColor: UInt32 {
    guard !scene.isTurnYours else { return colors.cursor }
    return RGBA(colors.feltLit).mixed(with: RGBA(colors.cursor), 0.5).color.bits & 0xff_ffff
  }

  /// Whether the cursor's frame reaches the row of column letters.
  private var isCursorAtLetters: Bool {
    guard let cursorPlace, cursorPlace < scene.table.columns else { return false }
    return layout.lettersRow == board.top / board.blocks.down - 1
  }

  /// A frame around a card at rest, between two distances from it in pixels.
  private func frame(
    _ id: PictureItem.ID, around centre: Point, from inner: (Int, Int), to outer: (Int, Int),
    glow: Float, _ color: UInt32, z: Double
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
    return PictureItem(id: id, z: z, shape: .frame(outer, inner, glow: glow, color: color))
  }

  private mutating func add(_ card: Scene.Card) {
    let middle = board.place(of: card.centre)
    let isUp = card.rotation < 90
    var pose = Pose(x: middle.x, y: middle.y)
    // The back's texture is not mirrored, so half a turn is subtracted.
    pose.turn = Float(isUp ? card.rotation : card.rotation - 180)
    pose.spin = Float(card.spin)
    pose.scale = Float(card.scale)
    pose.lift = Float(card.lift)
    let isAtPlace = scene.table.centre(of: card.place) == card.centre
    let isMoving =
      pose.turn != 0 || pose.spin != 0 || pose.scale != 1 || pose.lift != 0 || !isAtPlace
    var side = PictureItem.Side.back
    let face = card.face.map { screen.faces.face(scene.theme, $0) }
    if isUp {
      let pie = card.bonus.map {
        min(max(Int(($0 * Double(PictureItem.pieSteps)).rounded(.up)), 0), PictureItem.pieSteps)
      }
      let picture = face.flatMap { isGlyph($0, card, pose) ? nil : $0.picture }
      side = .face(picture, pie: pie, isMatched: card.isMatched)
    }
    items.append(
      PictureItem(
        id: .card(generation: card.id.generation, slot: card.id.slot), z: card.z,
        shape: .card(side, pose), isMoving: isMoving))
    if let face { write(face, of: card, pose) }
    guard let place = scene.table.centre(of: card.place) else { return }
    if card.isRefused {
      items.append(
        frame(
          .mark(place: card.place), around: place, from: (-1, -1), to: (1, 1), glow: 2,
          colors.loss,
          z: Height.mark))
      // On a plate, because no colour contrasts with every back.
      let area = board.area(at: place)
      let mark = Area(
        column: area.column + (area.width - 3) / 2, row: middleRow(of: place), width: 3, height: 1)
      addPlate(
        100 + card.place, over: mark, across: 0, down: 0, z: Height.cursor + 1,
        color: colors.panel)
      write(" ✗ ", column: mark.column, row: mark.row, palette.bad)
    } else if card.isChosen {
      items.append(
        frame(
          .mark(place: card.place), around: place, from: (0, 0), to: (1, 1), glow: 0,
          colors.faceRim, z: Height.mark))
    }
  }

  /// Whether to show a face as the terminal's glyph: the card is nearly flat, and a picture would
  /// be too small or is missing.
  private func isGlyph(_ face: ThemeFace, _ card: Scene.Card, _ pose: Pose) -> Bool {
    let isLegible = board.unitWidth >= Self.narrowest && face.picture != nil
    return !isLegible && card.rotation < 90 && pose.foreshortening > 0.75 && card.scale > 0.7
  }

  /// Writes a face in characters.
  ///
  /// If the card lies still they have its own colour behind them, because a cell of two colours
  /// would put the darker one behind the text.
  private mutating func write(_ face: ThemeFace, of card: Scene.Card, _ pose: Pose) {
    guard card.rotation < 90, pose.foreshortening > 0.75, card.scale > 0.7 else { return }
    let style = card.isMatched ? palette.matched : palette.front
    let area = board.area(at: card.centre)
    let isStill = card.rotation == 0 && card.spin == 0 && card.scale == 1 && card.lift == 0
    func put(_ list: inout MatchDisplayList, _ text: String, row: Int) {
      let column = area.column + max(area.width - text.cells, 0) / 2
      if isStill {
        list.marks.append(.label(text, column: column, row: row, style))
      } else {
        list.write(text, column: column, row: row, style)
      }
    }
    if isGlyph(face, card, pose) {
      put(&self, renderStyle.pictures.text(of: face), row: middleRow(of: card.centre))
    } else if board.hasCodes, isStill {
      put(&self, face.code, row: area.row + area.height - 1)
    }
  }

  private func middleRow(of centre: Point) -> Int {
    Int((board.place(of: centre).y / board.cellHeight).rounded(.down))
  }

  /// The deck: a pile of a few cards, each slightly higher than the one below.
  private mutating func addDeck() {
    guard let deck = scene.deck else { return }
    let middle = board.place(of: deck.centre)
    let cards = min((deck.count + 3) / 4, 6)
    for index in 0..<cards {
      let rise = Float(index) * 0.5
      items.append(
        PictureItem(
          id: .deck(index), z: -2,
          shape: .card(.back, Pose(x: middle.x - rise * 0.6, y: middle.y - rise))))
    }
    let row = Int(((middle.y - Float(cards - 1) * 0.5) / board.cellHeight).rounded(.down))
    let column = Int((middle.x - Float(cards - 1) * 0.3).rounded(.down))
    let text = " \(deck.count) "
    let area = Area(column: column - text.cells / 2, row: row, width: text.cells, height: 1)
    addPlate(9, over: area, across: 0, down: 0, z: -1, color: colors.panel)
    write(text, column: area.column, row: row, palette.strong)
    for card in scene.cards where board.area(at: card.centre).intersects(area) {
      marks.append(.clear(area))
      break
    }
  }

  private mutating func add(_ number: Scene.FlyingNumber) {
    let middle = board.place(of: number.centre)
    let alpha = UInt8(min(max((number.opacity * 32).rounded() * 8, 0), 255))
    guard alpha > 0 else { return }
    items.append(
      PictureItem(
        id: .number(number.seq, slot: number.card.slot), z: Scene.FlyingNumber.z,
        shape: .number(number.delta, Pose(x: middle.x, y: middle.y), alpha: alpha), isMoving: true))
    guard alpha > 60 else { return }
    let size = board.numberSize(number.delta)
    let (left, right) = (Int(middle.x - size.x / 2), Int(middle.x + size.x / 2))
    let (upper, lower) = (
      Int(((middle.y - size.y / 2) / board.cellHeight).rounded(.down)),
      Int(((middle.y + size.y / 2) / board.cellHeight).rounded(.down))
    )
    marks.append(
      .clear(
        Area(column: left, row: upper, width: right - left + 1, height: lower - upper + 1)))
  }
}
