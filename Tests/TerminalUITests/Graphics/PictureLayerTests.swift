// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchFixtures
import TerminalFixtures
import Testing

@testable import TerminalUI

@Suite("Pictures over cells", .timeLimit(.minutes(2)))
struct PictureLayerTests {
  private static let languages = TerminalGraphics.Language.allCases
  static let felt = Color(0x2c7466)
  static let (width, height) = (30, 10)
  private let cell: PixelSize
  let picture: CellPicture

  init() throws {
    cell = try #require(PixelSize(width: 8, height: 16))
    picture = try #require(
      CellPicture(samplePixels(width: 40, height: 64), columns: 5, rows: 4, cell: cell))
  }

  func graphics(_ language: TerminalGraphics.Language) throws -> TerminalGraphics {
    try #require(TerminalGraphics(language, cell: cell))
  }

  func terminal() -> PictureTerminal {
    PictureTerminal(width: Self.width, height: Self.height, cell: cell)
  }

  /// Cells of a block glyph on felt with the picture at places.
  func grid(_ places: [(Int, Int)], hidden: (Int, Int) -> Bool = { _, _ in false }) -> Grid {
    var grid = Grid(width: Self.width, height: Self.height, style: Style(on: Self.felt))
    let whole = Area(column: 0, row: 0, width: Self.width, height: Self.height)
    for (column, row) in places {
      let box = Area(column: column, row: row, width: 5, height: 4)
      grid.fill(box, Blocks.upperHalf, Style(Color(0xffffff), on: Self.felt))
      grid.place(picture, left: column * 8, top: row * 16, in: whole) {
        hidden($0, $1) ? nil : Self.felt
      }
    }
    return grid
  }

  /// Passes a terminal's answers on.
  private func answer(_ differ: inout FrameDiffer, _ terminal: inout PictureTerminal) {
    for slot in terminal.takeAnswers() {
      let isShown = differ.answer(slot, isKept: true)
      #expect(isShown)
    }
  }

  /// Paints frames until no picture waits.
  func settle(
    _ differ: inout FrameDiffer, _ grid: Grid, _ terminal: inout PictureTerminal,
    limit: Int = .max
  ) {
    var frames = 0
    repeat {
      differ.paint(grid, limit: limit)
      terminal.feed(differ.bytes)
      answer(&differ, &terminal)
      frames += 1
    } while (differ.awaitsPictures || differ.isBehind) && frames < 200
    #expect(frames < 200 && terminal.problems == [])
  }

  /// Whether the terminal shows the picture's pixels in a cell at a place.
  func isShown(
    _ terminal: PictureTerminal, _ column: Int, _ row: Int, at place: (Int, Int)
  ) -> Bool {
    guard terminal.hasPicture(column: column, row: row) else { return false }
    for y in 0..<cell.height {
      for x in 0..<cell.width {
        let wanted = picture.pixels[
          (column - place.0) * cell.width + x, (row - place.1) * cell.height + y
        ].over(RGBA(0x2c7466))
        guard let shown = terminal.color(x: column * cell.width + x, y: row * cell.height + y)
        else { return false }
        let difference = shown.floats - wanted.floats
        // A palette of 64 colours for a picture of thousands.
        if (difference * difference).sum() > 60 * 60 { return false }
      }
    }
    return true
  }

  @Test("Pictures are shown pixel by pixel, after a first frame in cells", arguments: languages)
  func shown(language: TerminalGraphics.Language) throws {
    var differ = FrameDiffer(depth: .full, graphics: try graphics(language))
    var terminal = terminal()
    let grid = grid([(1, 1), (8, 1), (20, 5)])
    differ.paint(Grid(width: Self.width, height: Self.height))
    terminal.feed(differ.bytes)
    differ.paint(grid)
    terminal.feed(differ.bytes)
    #expect(terminal.glyph(column: 1, row: 1) == "▀" && terminal.problems == [])
    settle(&differ, grid, &terminal)
    for place in [(1, 1), (8, 1), (20, 5)] {
      for row in 0..<4 where language != .sixel || place.1 + row < Self.height - 1 {
        for column in 0..<5 {
          #expect(
            isShown(terminal, place.0 + column, place.1 + row, at: place),
            "\(place) \(column),\(row)"
          )
        }
      }
    }
    #expect(terminal.color(x: 0, y: 0) == RGBA(0x2c7466))
    // Kitty gets the picture once for all three places.
    #expect(terminal.transmissions == (language == .sixel ? 0 : 1))
    #expect(terminal.placements.count == (language == .kitty ? 3 : 0))
  }

  @Test("A still frame sends nothing, and moving one card leaves the other", arguments: languages)
  func still(language: TerminalGraphics.Language) throws {
    var differ = FrameDiffer(depth: .full, graphics: try graphics(language))
    var terminal = terminal()
    settle(&differ, grid([(1, 1), (8, 1)]), &terminal)
    differ.paint(grid([(1, 1), (8, 1)]))
    #expect(differ.bytes == [] && !differ.awaitsPictures)
    let (before, drawings) = (terminal.placements, terminal.drawings)
    settle(&differ, grid([(1, 1), (20, 1)]), &terminal)
    #expect(isShown(terminal, 1, 1, at: (1, 1)) && isShown(terminal, 20, 1, at: (20, 1)))
    #expect(!terminal.hasPicture(column: 8, row: 1))
    #expect(terminal.color(x: 8 * 8, y: 16) == RGBA(0x2c7466))
    #expect(terminal.transmissions == (language == .sixel ? 0 : 1))
    #expect(terminal.drawings == (language == .sixel ? drawings + 1 : 0))
    if language == .kitty {
      #expect(Set(before.keys).intersection(terminal.placements.keys).count == 1)
    }
  }

  @Test("Text and whatever else is drawn later is above the picture", arguments: languages)
  func text(language: TerminalGraphics.Language) throws {
    var differ = FrameDiffer(depth: .full, graphics: try graphics(language))
    var terminal = terminal()
    let bare = grid([(3, 2)])
    settle(&differ, bare, &terminal)
    var covered = bare
    covered.put("FOX", column: 4, row: 4, Style(Color(0), on: Color(0xf7f0de)))
    covered.put("🦊", column: 7, row: 2, Style())
    settle(&differ, covered, &terminal)
    #expect(terminal.glyph(column: 4, row: 4) == "F")
    for (column, row) in [(4, 4), (5, 4), (6, 4), (7, 2)] {
      #expect(!terminal.hasPicture(column: column, row: row))
    }
    #expect(isShown(terminal, 3, 4, at: (3, 2)) && isShown(terminal, 7, 4, at: (3, 2)))
    // The picture comes back with its cells.
    settle(&differ, bare, &terminal)
    for column in 3..<8 { #expect(isShown(terminal, column, 4, at: (3, 2))) }
    #expect(terminal.transmissions <= 1)
  }

  @Test("After any changes the screen is that of a new terminal", arguments: languages)
  func changes(language: TerminalGraphics.Language) throws {
    var random = SplitMix64(seed: 5)
    var differ = FrameDiffer(depth: .full, graphics: try graphics(language))
    var terminal = terminal()
    for round in 0..<60 {
      var places: [(Int, Int)] = []
      for column in [0, 6, 12, 18, 24] where random.next() % 3 > 0 {
        places.append((column, Int(random.next() % 6)))
      }
      let hole = (Int(random.next() % 30), Int(random.next() % 10))
      let grid = grid(places) { $0 == hole.0 || $1 == hole.1 }
      if round % 11 == 10 { differ.forget() }
      // Some frames are overtaken before their pictures are there.
      if round % 4 == 0 {
        settle(&differ, grid, &terminal)
      } else {
        differ.paint(grid, limit: 3000)
        terminal.feed(differ.bytes)
        answer(&differ, &terminal)
        continue
      }
      for row in 0..<Self.height {
        for column in 0..<Self.width {
          let isWanted = grid.picture(column: column, row: row) != nil
          let isLast = language == .sixel && row == Self.height - 1
          #expect(
            terminal.hasPicture(column: column, row: row) == (isWanted && !isLast),
            "Round \(round) at \(column), \(row)")
        }
      }
    }
    #expect(terminal.problems == [])
  }

  @Test("A picture that moves by pixels is sent once, and covers the cells that are wholly in it")
  func motion() throws {
    var differ = FrameDiffer(depth: .full, graphics: try graphics(.kitty))
    var terminal = terminal()
    var most = 0
    for step in 0..<60 {
      var grid = Grid(width: Self.width, height: Self.height, style: Style(on: Self.felt))
      let (left, top) = (step * 3 - 20, step - 9)
      grid.place(
        picture, left: left, top: top,
        in: Area(column: 0, row: 0, width: Self.width, height: Self.height)
      ) { _, _ in Self.felt }
      guard step > 2 else {
        settle(&differ, grid, &terminal)
        continue
      }
      differ.paint(grid)
      terminal.feed(differ.bytes)
      most = max(most, differ.bytes.count)
      for row in 0..<Self.height {
        for column in 0..<Self.width {
          let isInside =
            column * 8 >= left && (column + 1) * 8 <= left + 40 && row * 16 >= top
            && (row + 1) * 16 <= top + 64
          #expect(terminal.hasPicture(column: column, row: row) == isInside)
          guard isInside else { continue }
          let (x, y) = (column * 8 + 3, row * 16 + 5)
          let shown = try #require(terminal.color(x: x, y: y))
          let wanted = picture.pixels[x - left, y - top].over(RGBA(0x2c7466))
          let difference = shown.floats - wanted.floats
          #expect((difference * difference).sum() < 40 * 40)
        }
      }
    }
    #expect(terminal.transmissions == 1 && terminal.problems == [])
    #expect(most < 250, "\(most) bytes a frame")
  }

  @Test("Another size of the window shows the pictures anew", arguments: languages)
  func resized(language: TerminalGraphics.Language) throws {
    var differ = FrameDiffer(depth: .full, graphics: try graphics(language))
    var terminal = terminal()
    let whole = grid([(3, 2)])
    settle(&differ, whole, &terminal)
    // Composed of another grid, as a replay is.
    var smaller = Grid(width: Self.width - 2, height: Self.height, style: Style(on: Self.felt))
    smaller.put(whole)
    #expect(smaller.picture(column: 7, row: 5)?.picture == picture)
    smaller.put("x", column: 0, row: 0, Style())
    settle(&differ, smaller, &terminal)
    for row in 2..<6 { #expect(isShown(terminal, 7, row, at: (3, 2))) }
    #expect(terminal.placements.count == (language == .kitty ? 1 : 0))
  }

  @Test("Pictures keep to the bytes of a frame, one at a time", arguments: languages)
  func budget(language: TerminalGraphics.Language) throws {
    var differ = FrameDiffer(depth: .full, graphics: try graphics(language))
    var terminal = terminal()
    let pictures = try (0..<4).map { seed in
      try #require(
        CellPicture(
          samplePixels(width: 40, height: 64, seed: UInt64(seed)), columns: 5, rows: 4, cell: cell))
    }
    var grid = Grid(width: Self.width, height: Self.height, style: Style(on: Self.felt))
    for (index, picture) in pictures.enumerated() {
      grid.place(
        picture, left: index * 48, top: 16,
        in: Area(column: 0, row: 0, width: Self.width, height: Self.height)
      ) { _, _ in Self.felt }
    }
    var sizes: [Int] = []
    repeat {
      differ.paint(grid, limit: 2048)
      sizes.append(differ.bytes.count)
      terminal.feed(differ.bytes)
      answer(&differ, &terminal)
    } while differ.awaitsPictures && sizes.count < 50
    // The noise of the samples makes each picture larger than the limit; a frame has one at most.
    let sent = language == .sixel ? terminal.drawings : terminal.transmissions
    #expect(sent == 4 && sizes.count >= 4 && sizes.count < 50, "\(sizes)")
    #expect(terminal.problems == [])
  }

  @Test("A frame that is cut off, or full of cells, carries no picture", arguments: languages)
  func fullFrames(language: TerminalGraphics.Language) throws {
    var random = SplitMix64(seed: 3)
    var differ = FrameDiffer(depth: .full, graphics: try graphics(language))
    var terminal = terminal()
    for _ in 0..<20 {
      var grid = grid([(3, 2)])
      for row in 8..<10 {
        for column in 0..<Self.width {
          grid.put(
            .space, column: column, row: row,
            Style(on: Color(UInt32(truncatingIfNeeded: random.next()))))
        }
      }
      differ.paint(grid, limit: 300)
      terminal.feed(differ.bytes)
      #expect(differ.awaitsPictures)
    }
    #expect(terminal.transmissions == 0 && terminal.drawings == 0)
  }

  @Test("A terminal without pictures is sent the same bytes as ever")
  func without() {
    var bare = grid([(3, 2)])
    var differ = FrameDiffer(depth: .full)
    differ.paint(bare)
    let bytes = differ.bytes
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("\u{1b}_") && !text.contains("\u{1b}P"))
    bare.pieces = []
    bare.pictures = [:]
    differ = FrameDiffer(depth: .full)
    differ.paint(bare)
    #expect(differ.bytes == bytes)
  }

  @Test("More pictures than a terminal keeps stay in cells, and take over free slots")
  func slots() throws {
    let small = try #require(PixelSize(width: 4, height: 8))
    let pictures = try (0..<PictureSlots.limit + 6).map { seed in
      try #require(
        CellPicture(
          samplePixels(width: 4, height: 8, seed: UInt64(seed)), columns: 1, rows: 1, cell: small))
    }
    let graphics = try #require(TerminalGraphics(.kitty, cell: small))
    var differ = FrameDiffer(depth: .full, graphics: graphics)
    var terminal = PictureTerminal(width: 80, height: 2, cell: small)
    func grid(_ pictures: ArraySlice<CellPicture>) -> Grid {
      var grid = Grid(width: 80, height: 2)
      for (column, picture) in pictures.enumerated() {
        grid.place(
          picture, left: column * 4, top: 0, in: Area(column: 0, row: 0, width: 80, height: 2)
        ) { _, _ in Self.felt }
      }
      return grid
    }
    settle(&differ, grid(pictures[...]), &terminal)
    #expect(terminal.images.count == PictureSlots.limit)
    #expect(!terminal.hasPicture(column: PictureSlots.limit, row: 0))
    settle(&differ, grid(pictures.suffix(10)), &terminal)
    settle(&differ, grid(pictures.suffix(10)), &terminal)
    for column in 0..<10 { #expect(terminal.hasPicture(column: column, row: 0)) }
    #expect(terminal.images.count <= PictureSlots.limit && terminal.problems == [])
  }
}
