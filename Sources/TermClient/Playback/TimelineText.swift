// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A span of time drawn in one row of cells, from which both drawing and clicking are worked out.
struct TimelineText: Hashable, Sendable {
  /// The time there is.
  let span: ClosedRange<ServerTime>
  /// Where it is drawn; one cell at least.
  let columns: Range<Int>
  /// The row.
  let row: Int

  /// The time line of a window: nil if there is no room for one.
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

  /// The time in the middle of a column; nil for a cell that is not of the line.
  func time(column: Int, row: Int) -> ServerTime? {
    guard row == self.row, columns.contains(column) else { return nil }
    let whole = Double((span.upperBound - span.lowerBound).wholeMicroseconds)
    let part = Double(column - columns.lowerBound) / Double(max(columns.count - 1, 1))
    return span.lowerBound + Playhead.duration(whole * part)
  }

  /// When the column after a time's is reached.
  func nextColumn(after time: ServerTime) -> ServerTime {
    let whole = Double((span.upperBound - span.lowerBound).wholeMicroseconds)
    let edge = Double(column(of: time) - columns.lowerBound) + 0.5
    let offset = (whole * edge / Double(max(columns.count - 1, 1))).rounded(.up)
    return max(span.lowerBound + Playhead.duration(offset), time + .microseconds(1))
  }

  /// Draws the line, what there is on it, and where the viewer is.
  func draw(
    _ marks: [TimelineMark], at position: ServerTime, _ palette: Palette, on grid: inout Grid
  ) {
    let here = column(of: position)
    for column in columns {
      grid.put(
        column < here ? "━" : "─", column: column, row: row,
        column < here ? palette.text : palette.dim)
    }
    // Where several fall into one cell, the one that says most is seen.
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
  /// What it is on a time line, which is heavy up to where one is; nil for what is not marked there.
  ///
  /// All but a pair and the end are pieces of the line itself, which goes on through them.
  fileprivate func glyph(isPast: Bool) -> String? {
    switch self {
    case .other: nil
    case .flip: isPast ? "┻" : "┴"
    case .shuffle: isPast ? "╋" : "┼"
    case .deal: isPast ? "┳" : "┬"
    case .pair: "♦"
    case .end: "■"
    }
  }
}
