// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("Painter", .timeLimit(.minutes(1)))
struct PainterTests {
  #if canImport(CVTerm)
  /// Glyphs whose width libvterm's tables (Unicode 8) know.
  private static let glyphs = "ab .│━╭█▀◔●é漢字가🐸🦁🚀🎈e\u{301}".compactMap { Glyph($0) }

  /// A few changes to a screen, or to an empty one.
  private static func random(
    _ width: Int, _ height: Int, from old: Grid?, _ random: inout SplitMix
  ) -> Grid {
    var grid = old ?? Grid(width: width, height: height)
    for _ in 0..<Int(random.next() % 24) {
      let bits = random.next()
      let colours = (0..<2).map { index in
        bits >> UInt64(index) & 3 == 0
          ? Colour.standard : Colour(UInt32(truncatingIfNeeded: bits >> UInt64(8 + 24 * index)))
      }
      let attributes = Style.Attributes(rawValue: UInt8(bits >> 60 & 7))
      let place = random.next()
      grid.put(
        glyphs[Int(place >> 32 % UInt64(glyphs.count))],
        column: Int(place & 0xffff) % width, row: Int(place >> 16 & 0xffff) % height,
        Style(colours[0], on: colours[1], attributes))
    }
    return grid
  }

  @Test(
    "A real terminal shows every cell of 20,000 frames", arguments: 1...20 as ClosedRange<UInt64>)
  func emulatorShowsEveryCell(seed: UInt64) {
    var random = SplitMix(state: seed)
    let (width, height) = (6 + Int(seed % 10), 3 + Int(seed % 3))
    let oracle = Oracle(width: width, height: height)
    var painter = Painter(depth: .full)
    var grid: Grid?
    for frame in 0..<1000 {
      let next = Self.random(width, height, from: frame % 10 == 9 ? nil : grid, &random)
      if frame % 17 == 16 { painter.forget() }
      painter.paint(next)
      // As a display sends it.
      oracle.feed(
        Array("\u{1b}[?2026h".utf8) + painter.bytes + Array("\u{1b}[?2026l\u{1b}[5n".utf8))
      if let wrong = oracle.firstDifference(from: next) {
        Issue.record("Frame \(frame) of seed \(seed) is shown differently at \(wrong).")
        return
      }
      grid = next
    }
  }

  @Test(
    "Frames cut short catch up, whatever was asked for meanwhile",
    arguments: 1...10 as ClosedRange<UInt64>)
  func emulatorCatchesUp(seed: UInt64) {
    var random = SplitMix(state: seed)
    let (width, height) = (20, 5)
    let oracle = Oracle(width: width, height: height)
    var painter = Painter(depth: .full)
    var grid = Grid(width: width, height: height)
    for _ in 0..<60 {
      for _ in 0..<3 {
        grid = Self.random(width, height, from: grid, &random)
        painter.paint(grid, limit: 40)
        // One cell more than fits, and the address of the next, at most.
        #expect(painter.bytes.count < 40 + 100)
        oracle.feed(painter.bytes)
      }
      var rounds = 0
      while painter.isBehind, rounds < 1000 {
        painter.paint(grid, limit: 40)
        oracle.feed(painter.bytes)
        rounds += 1
      }
      #expect(oracle.firstDifference(from: grid) == nil)
    }
  }

  @Test("What moves in coarse colours rests in full ones")
  func emulatorRestsInFull() {
    var grid = Grid(width: 3, height: 1)
    grid.put("▀a", column: 0, row: 0, Style(Colour(0xfb7f05), on: Colour(0x070807)))
    let oracle = Oracle(width: 3, height: 1)
    var painter = Painter(depth: .full)
    painter.paint(grid, .coarse)
    oracle.feed(painter.bytes)
    #expect(oracle.grid[0, 0].style.foreground == Colour(0xff7b00))
    painter.paint(grid, .coarse)
    #expect(painter.bytes.isEmpty)
    // What nobody sees is no byte.
    grid.put("▀", column: 0, row: 0, Style(Colour(0xfc7f06), on: Colour(0x060907)))
    painter.paint(grid, .coarse)
    #expect(painter.bytes.isEmpty)
    painter.paint(grid)
    oracle.feed(painter.bytes)
    #expect(oracle.firstDifference(from: grid) == nil)
    // What is shown in full already is not made worse.
    painter.paint(grid, .coarse)
    #expect(painter.bytes.isEmpty)
  }
  #endif

  @Test("Nothing new is no byte, and one new cell is few")
  func onlyWhatChanged() {
    var grid = Grid(width: 80, height: 24)
    grid.put("Good evening", column: 3, row: 4, Style(Colour(0xff0000)))
    var painter = Painter(depth: .full)
    painter.paint(grid)
    painter.paint(grid)
    #expect(painter.bytes.isEmpty)
    grid.put("x", column: 4, row: 4, Style(Colour(0xff0000)))
    painter.paint(grid)
    #expect(String(decoding: painter.bytes, as: UTF8.self) == "\u{1b}[5;5Hx")
  }

  @Test("After a wide glyph the next cell is addressed anew, and its place is empty before it")
  func wideGlyphs() {
    var grid = Grid(width: 10, height: 1)
    var painter = Painter(depth: .full)
    painter.paint(grid)
    grid.put("🐸x", column: 0, row: 0, Style())
    painter.paint(grid)
    #expect(String(decoding: painter.bytes, as: UTF8.self) == "\u{1b}[1;1H  \u{1b}[1G🐸\u{1b}[3Gx")
  }

  @Test("Colours are what the terminal can show")
  func depths() {
    var grid = Grid(width: 1, height: 1)
    grid.put("a", column: 0, row: 0, Style(Colour(0xff8700), on: Colour(0x080808), .bold))
    func bytes(_ depth: ColourDepth) -> String {
      var painter = Painter(depth: depth)
      painter.paint(grid)
      return String(decoding: painter.bytes, as: UTF8.self)
    }
    let start = "\u{1b}[0m\u{1b}[2J\u{1b}[1;1H"
    #expect(bytes(.full) == start + "\u{1b}[1;38;2;255;135;0;48;2;8;8;8ma")
    #expect(bytes(.palette) == start + "\u{1b}[1;38;5;208;48;5;232ma")
    #expect(bytes(.sixteen) == start + "\u{1b}[1;91;40ma")
    #expect(bytes(.mono) == start + "\u{1b}[1ma")
  }

  @Test("Sixteen colours leave no text the colour of what is behind it")
  func contrast() {
    for (front, back) in [(0x0a0a0a, 0x000000), (0xfefefe, 0xffffff), (0xe6e6e6, 0xe5e5e5)]
      as [(UInt32, UInt32)]
    {
      var grid = Grid(width: 1, height: 1)
      grid.put("a", column: 0, row: 0, Style(Colour(front), on: Colour(back)))
      var painter = Painter(depth: .sixteen)
      painter.paint(grid)
      let codes = back == 0 ? "97;40" : front == 0xfefefe ? "97;47" : "30;47"
      #expect(String(decoding: painter.bytes, as: UTF8.self).hasSuffix("\u{1b}[\(codes)ma"))
    }
  }

  @Test("A window of another size is drawn whole")
  func resized() {
    var painter = Painter(depth: .mono)
    painter.paint(Grid(width: 4, height: 2))
    var grid = Grid(width: 3, height: 2)
    grid.put("abc", column: 0, row: 0, Style())
    painter.paint(grid)
    #expect(String(decoding: painter.bytes, as: UTF8.self).hasPrefix("\u{1b}[0m\u{1b}[2J"))
  }
}

/// Steele, Lea and Flood's SplitMix64, so that a failing seed fails again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
