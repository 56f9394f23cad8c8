// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchUI
import TerminalUI

/// The timeline bar: a span of time in one row of cells, for drawing and hit testing.
struct TimelineBar: Hashable, Sendable {
  /// The span of time.
  let span: ClosedRange<ServerTime>
  /// Its columns; at least one.
  let columns: Range<Int>
  /// Its row.
  let row: Int

  /// The bar in a window; nil if there is no room.
  init?(_ span: ClosedRange<ServerTime>, in size: WindowSize, row: Int) {
    guard size.columns >= 12, (0..<size.rows).contains(row) else { return nil }
    self.span = span
    columns = 1..<(size.columns - 1)
    self.row = row
  }

  /// The column of a time.
  func column(of time: ServerTime) -> Int {
    let whole = Double((span.upperBound - span.lowerBound).wholeMicroseconds)
    let part = Double((time - span.lowerBound).wholeMicroseconds)
    guard whole > 0 else { return columns.lowerBound }
    let offset = (min(max(part / whole, 0), 1) * Double(columns.count - 1)).rounded()
    return columns.lowerBound + Int(offset)
  }

  /// The time at the middle of a column; nil for cells outside the bar.
  func time(column: Int, row: Int) -> ServerTime? {
    guard row == self.row, columns.contains(column) else { return nil }
    let whole = Double((span.upperBound - span.lowerBound).wholeMicroseconds)
    let part = Double(column - columns.lowerBound) / Double(max(columns.count - 1, 1))
    return span.lowerBound + Playhead.duration(whole * part)
  }

  /// When the position moves to the next column after `time`.
  func nextColumn(after time: ServerTime) -> ServerTime {
    let whole = Double((span.upperBound - span.lowerBound).wholeMicroseconds)
    let edge = Double(column(of: time) - columns.lowerBound) + 0.5
    let offset = (whole * edge / Double(max(columns.count - 1, 1))).rounded(.up)
    return max(span.lowerBound + Playhead.duration(offset), time + .microseconds(1))
  }

  /// Draws the bar, its marks and the current position.
  func draw(
    _ marks: [TimelineMark], at position: ServerTime, _ palette: Palette, on grid: inout Grid
  ) {
    let here = column(of: position)
    for column in columns {
      grid.put(
        column < here ? "━" : "─", column: column, row: row,
        column < here ? palette.text : palette.dim)
    }
    // If several marks share a cell, the most important one is shown.
    var strongest: [Int: TimelineMark.Kind] = [:]
    for mark in marks where span.contains(mark.at) {
      let column = column(of: mark.at)
      guard let glyph = mark.kind.glyph(isPast: column < here),
        strongest[column].map({ $0 < mark.kind }) ?? true
      else { continue }
      strongest[column] = mark.kind
      grid.put(glyph, column: column, row: row, column < here ? palette.text : palette.dim)
      if mark.kind >= .pair {
        let style = mark.seat.map { palette.seat($0) } ?? palette.strong
        grid.put(glyph, column: column, row: row, style)
      }
    }
    grid.put("█", column: here, row: row, palette.strong)
  }
}

extension TimelineMark.Kind {
  /// The mark's character on the bar, which is heavy up to the current position; nil for kinds that
  /// are not shown.
  ///
  /// Those of flips, deals and shuffles continue the line.
  fileprivate func glyph(isPast: Bool) -> String? {
    switch self {
    case .other: nil
    case .flip: isPast ? "┻" : "┴"
    case .miss: "?"
    case .shuffle: isPast ? "╋" : "┼"
    case .deal: isPast ? "┳" : "┬"
    case .pair: "♦"
    case .lead: "★"
    case .end: "■"
    }
  }
}
