// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchFixtures
import TerminalFixtures
import Testing

@testable import TerminalUI

@Suite("FrameDiffer", .timeLimit(.minutes(1)))
struct FrameDifferTests {
  #if canImport(CVTerm)
  /// Glyphs whose width libvterm's tables (Unicode 8) know.
  private static let glyphs = "ab .│━╭█▀◔●é漢字가🐸🦁🚀🎈e\u{301}".compactMap { Glyph($0) }

  /// A few changes to a screen, or to an empty one.
  private static func random(
    _ width: Int, _ height: Int, from old: Grid?, _ random: inout SplitMix64
  ) -> Grid {
    var grid = old ?? Grid(width: width, height: height)
    for _ in 0..<Int(random.next() % 24) {
      let bits = random.next()
      let colors = (0..<2).map { index in
        bits >> UInt64(index) & 3 == 0
          ? Color.standard : Color(UInt32(truncatingIfNeeded: bits >> UInt64(8 + 24 * index)))
      }
      let attributes = Style.Attributes(rawValue: UInt8(bits >> 60 & 7))
      let place = random.next()
      grid.put(
        glyphs[Int(place >> 32 % UInt64(glyphs.count))],
        column: Int(place & 0xffff) % width, row: Int(place >> 16 & 0xffff) % height,
        Style(colors[0], on: colors[1], attributes))
    }
    return grid
  }

  @Test(
    "A real terminal shows every cell of 20,000 frames", arguments: 1...20 as ClosedRange<UInt64>)
  func emulatorShowsEveryCell(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (width, height) = (6 + Int(seed % 10), 3 + Int(seed % 3))
    let oracle = Oracle(width: width, height: height)
    var differ = FrameDiffer(depth: .full)
    var grid: Grid?
    for frame in 0..<1000 {
      let next = Self.random(width, height, from: frame % 10 == 9 ? nil : grid, &random)
      if frame % 17 == 16 { differ.forget() }
      differ.paint(next)
      // As a display sends it.
      oracle.feed(
        Array("\u{1b}[?2026h".utf8) + differ.bytes + Array("\u{1b}[?2026l\u{1b}[5n".utf8))
      if let wrong = oracle.firstDifference(from: next) {
        Issue.record("Frame \(frame) of seed \(seed) is shown differently at \(wrong).")
        return
      }
      grid = next
    }
  }

  @Test(
    "Frames cut off by the limit catch up, whatever is painted meanwhile",
    arguments: 1...10 as ClosedRange<UInt64>)
  func emulatorCatchesUp(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let (width, height) = (20, 5)
    let oracle = Oracle(width: width, height: height)
    var differ = FrameDiffer(depth: .full)
    var grid = Grid(width: width, height: height)
    for _ in 0..<60 {
      for _ in 0..<3 {
        grid = Self.random(width, height, from: grid, &random)
        differ.paint(grid, limit: 40)
        // One cell more than fits, and the address of the next, at most.
        #expect(differ.bytes.count < 40 + 100)
        oracle.feed(differ.bytes)
      }
      var rounds = 0
      while differ.isBehind, rounds < 1000 {
        differ.paint(grid, limit: 40)
        oracle.feed(differ.bytes)
        rounds += 1
      }
      #expect(oracle.firstDifference(from: grid) == nil)
    }
  }

  @Test("Urgent cells come first, and are finished before others")
  func emulatorUrgentCells() {
    var differ = FrameDiffer(depth: .mono)
    differ.paint(Grid(width: 10, height: 6))
    var grid = Grid(width: 10, height: 6)
    let letters = Array("QRSTUV")
    for (row, letter) in letters.enumerated() {
      grid.put(String(repeating: letter, count: 10), column: 0, row: row, Style(Color(0xffffff)))
    }
    differ.paint(grid, limit: 12, first: Area(column: 2, row: 3, width: 4, height: 2))
    var sent = String(decoding: differ.bytes, as: UTF8.self)
    #expect(differ.isBehind)
    for _ in 0..<100 where differ.isBehind {
      differ.paint(grid, limit: 12)
      sent += String(decoding: differ.bytes, as: UTF8.self)
    }
    let order = sent.filter(letters.contains).reduce(into: "") { order, letter in
      if order.last != letter { order.append(letter) }
    }
    #expect(!differ.isBehind && order == "TUQRSTUV")
    #expect(letters.allSatisfy { letter in sent.count { $0 == letter } == 10 })
    differ.paint(grid, first: Area(column: -3, row: -3, width: 99, height: 99))
    #expect(differ.bytes.isEmpty)
  }

  @Test("Cells drawn coarsely in motion become exact at rest")
  func emulatorRestsInFull() {
    var grid = Grid(width: 3, height: 1)
    grid.put("▀a", column: 0, row: 0, Style(Color(0xfb7f05), on: Color(0x878887)))
    let oracle = Oracle(width: 3, height: 1)
    var differ = FrameDiffer(depth: .full)
    differ.paint(grid, .coarse)
    oracle.feed(differ.bytes)
    #expect(oracle.grid[0, 0].style.foreground == Color(0xff7b00))
    differ.paint(grid, .coarse)
    #expect(differ.bytes.isEmpty)
    // Invisible differences send no bytes.
    grid.put("▀", column: 0, row: 0, Style(Color(0xfc7f06), on: Color(0x868987)))
    differ.paint(grid, .coarse)
    #expect(differ.bytes.isEmpty)
    differ.paint(grid)
    oracle.feed(differ.bytes)
    #expect(oracle.firstDifference(from: grid) == nil)
    // Dark colours are exact in motion, too: a panel keeps its hue.
    var panel = Grid(width: 3, height: 1)
    panel.put("abc", column: 0, row: 0, Style(Color(0xd9e2d5), on: Color(0x0d1420)))
    differ.paint(panel, .coarse)
    oracle.feed(differ.bytes)
    #expect(oracle.grid[1, 0].style.background == Color(0x0d1420))
    differ.paint(grid)
    // Cells already shown in full precision are not degraded.
    differ.paint(grid, .coarse)
    #expect(differ.bytes.isEmpty)
  }
  #endif

  @Test("An unchanged frame has no bytes, and one changed cell few")
  func onlyWhatChanged() {
    var grid = Grid(width: 80, height: 24)
    grid.put("Good evening", column: 3, row: 4, Style(Color(0xff0000)))
    var differ = FrameDiffer(depth: .full)
    differ.paint(grid)
    differ.paint(grid)
    #expect(differ.bytes.isEmpty)
    grid.put("x", column: 4, row: 4, Style(Color(0xff0000)))
    differ.paint(grid)
    #expect(String(decoding: differ.bytes, as: UTF8.self) == "\u{1b}[5;5Hx")
  }

  @Test("After a wide glyph the next cell is addressed explicitly, its second cell cleared")
  func wideGlyphs() {
    var grid = Grid(width: 10, height: 1)
    var differ = FrameDiffer(depth: .full)
    differ.paint(grid)
    grid.put("🐸x", column: 0, row: 0, Style())
    differ.paint(grid)
    #expect(String(decoding: differ.bytes, as: UTF8.self) == "\u{1b}[1;1H  \u{1b}[1G🐸\u{1b}[3Gx")
  }

  @Test("Colours are what the terminal can show")
  func depths() {
    var grid = Grid(width: 1, height: 1)
    grid.put("a", column: 0, row: 0, Style(Color(0xff8700), on: Color(0x080808), .bold))
    func bytes(_ depth: ColorDepth) -> String {
      var differ = FrameDiffer(depth: depth)
      differ.paint(grid)
      return String(decoding: differ.bytes, as: UTF8.self)
    }
    let start = "\u{1b}[0m\u{1b}[2J\u{1b}[1;1H"
    #expect(bytes(.full) == start + "\u{1b}[1;38;2;255;135;0;48;2;8;8;8ma")
    #expect(bytes(.palette) == start + "\u{1b}[1;38;5;208;48;5;232ma")
    #expect(bytes(.sixteen) == start + "\u{1b}[1;91;40ma")
    #expect(bytes(.mono) == start + "\u{1b}[1ma")
  }

  @Test("With sixteen colours text never has the colour of its background")
  func contrast() {
    for (front, back) in [(0x0a0a0a, 0x000000), (0xfefefe, 0xffffff), (0xe6e6e6, 0xe5e5e5)]
      as [(UInt32, UInt32)]
    {
      var grid = Grid(width: 1, height: 1)
      grid.put("a", column: 0, row: 0, Style(Color(front), on: Color(back)))
      var differ = FrameDiffer(depth: .sixteen)
      differ.paint(grid)
      let codes = back == 0 ? "97;40" : front == 0xfefefe ? "97;47" : "30;47"
      #expect(String(decoding: differ.bytes, as: UTF8.self).hasSuffix("\u{1b}[\(codes)ma"))
    }
  }

  @Test("A window of another size is drawn completely")
  func resized() {
    var differ = FrameDiffer(depth: .mono)
    differ.paint(Grid(width: 4, height: 2))
    var grid = Grid(width: 3, height: 2)
    grid.put("abc", column: 0, row: 0, Style())
    differ.paint(grid)
    #expect(String(decoding: differ.bytes, as: UTF8.self).hasPrefix("\u{1b}[0m\u{1b}[2J"))
  }
}
