// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("Painter", .timeLimit(.minutes(1)))
struct PainterTests {
  /// Glyphs whose width libvterm's tables (Unicode 8) know.
  private static let glyphs = "ab .│━╭█▀◔●é漢字가🐸🦁🚀🎈e\u{301}".compactMap { Glyph($0) }

  private static func random(
    _ width: Int, _ height: Int, from old: Grid?, _ random: inout SplitMix
  ) -> Grid {
    var grid = old ?? Grid(width: width, height: height)
    for _ in 0..<Int(random.next() % 60) {
      let colours = (0..<2).map { _ in
        random.next() % 4 == 0 ? Colour.standard : Colour(UInt32(truncatingIfNeeded: random.next()))
      }
      let attributes = Style.Attributes(rawValue: UInt8(random.next() % 8))
      grid.put(
        glyphs[Int(random.next() % UInt64(glyphs.count))],
        column: Int(random.next() % UInt64(width)), row: Int(random.next() % UInt64(height)),
        Style(colours[0], on: colours[1], attributes))
    }
    return grid
  }

  @Test("A real terminal shows every cell of every frame", arguments: 1...20 as ClosedRange<UInt64>)
  func everyCell(seed: UInt64) {
    var random = SplitMix(state: seed)
    let (width, height) = (20 + Int(seed), 8)
    let oracle = Oracle(width: width, height: height)
    var painter = Painter(depth: .full)
    var grid: Grid?
    for frame in 0..<50 {
      let next = Self.random(width, height, from: frame % 10 == 9 ? nil : grid, &random)
      if frame % 17 == 16 { painter.forget() }
      painter.paint(next)
      oracle.feed(painter.bytes)
      guard oracle.grid == next else {
        Issue.record("Frame \(frame) of seed \(seed) is shown differently.")
        return
      }
      grid = next
    }
  }

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
    #expect(bytes(.mono) == start + "\u{1b}[1ma")
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
