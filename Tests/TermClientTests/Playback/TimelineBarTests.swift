// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Timeline bar", .timeLimit(.minutes(1)))
struct TimelineBarTests {
  private let span = ServerTime(microseconds: 0)...ServerTime(microseconds: 60_000_000)

  @Test("A click seeks to the time drawn there", arguments: [12, 60, 80, 200])
  func clicks(columns: Int) throws {
    let size = WindowSize(columns: columns, rows: 24)
    let bar = try #require(TimelineBar(span, in: size, row: 22))
    for column in bar.columns {
      let time = try #require(bar.time(column: column, row: 22))
      #expect(span.contains(time) && bar.column(of: time) == column)
      #expect(bar.time(column: column, row: 21) == nil)
    }
    #expect(bar.column(of: span.lowerBound) == 1)
    #expect(bar.column(of: span.upperBound) == columns - 2)
    #expect(bar.time(column: 0, row: 22) == nil)
    #expect(bar.time(column: columns - 1, row: 22) == nil)
  }

  @Test("It needs room")
  func noRoom() {
    #expect(TimelineBar(span, in: WindowSize(columns: 11, rows: 24), row: 22) == nil)
    #expect(TimelineBar(span, in: WindowSize(columns: 80, rows: 1), row: -1) == nil)
  }

  @Test("Flips, shuffles, pairs and the position are told apart without colours")
  func marks() throws {
    let size = WindowSize(columns: 62, rows: 3)
    let bar = try #require(TimelineBar(span, in: size, row: 1))
    func mark(_ second: Int64, _ kind: TimelineMark.Kind) -> TimelineMark {
      TimelineMark(at: ServerTime(microseconds: second * 1_000_000), kind: kind)
    }
    let marks = [
      mark(5, .deal), mark(10, .flip), mark(20, .pair), mark(20, .flip), mark(30, .shuffle),
      mark(40, .other), mark(50, .end),
    ]
    var grid = Grid(width: 62, height: 3)
    let palette = RenderStyle(depth: .mono).palette
    bar.draw(marks, at: ServerTime(microseconds: 25_000_000), palette, on: &grid)
    let text = Array(grid.lines[1])
    #expect(text.count == 61)
    let seen = Dictionary(grouping: text, by: { $0 }).mapValues(\.count)
    #expect(seen["┳"] == 1 && seen["┻"] == 1 && seen["♦"] == 1 && seen["┼"] == 1)
    #expect(seen["■"] == 1 && seen["█"] == 1)
    #expect(text[bar.column(of: ServerTime(microseconds: 25_000_000))] == "█")
  }

  @Test("The line continues through its marks, and a pair has its finder's colour")
  func unbroken() throws {
    let size = WindowSize(columns: 62, rows: 3)
    let bar = try #require(TimelineBar(span, in: size, row: 1))
    let kinds: [TimelineMark.Kind] = [.deal, .flip, .shuffle]
    let marks = (1...59).map { second in
      TimelineMark(
        at: ServerTime(microseconds: second * 1_000_000), kind: kinds[Int(second) % 3])
    }
    var grid = Grid(width: 62, height: 3)
    let palette = RenderStyle(depth: .full).palette
    let here = ServerTime(microseconds: 30_000_000)
    bar.draw(marks, at: here, palette, on: &grid)
    for column in bar.columns where column != bar.column(of: here) {
      let glyph = grid[column, 1].glyph.text
      let pieces = column < bar.column(of: here) ? "━┳┻╋" : "─┬┴┼"
      #expect(pieces.contains(glyph), "\(glyph) in column \(column)")
    }
    let pair = TimelineMark(at: here + .seconds(9), kind: .pair, sentence: nil, seat: SeatIndex(3))
    bar.draw([pair], at: here, palette, on: &grid)
    let cell = grid[bar.column(of: pair.at), 1]
    #expect(cell.glyph.text == "♦" && cell.style == palette.seat(SeatIndex(3)))
  }
}
