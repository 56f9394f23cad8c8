// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A rectangle of cells.
public struct Area: Hashable, Sendable {
  /// The leftmost column.
  public var column: Int
  /// The uppermost row.
  public var row: Int
  /// Cells across.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A rectangle.
  public init(column: Int, row: Int, width: Int, height: Int) {
    self.column = column
    self.row = row
    self.width = width
    self.height = height
  }

  /// Its columns.
  public var columns: Range<Int> { column..<(column + max(width, 0)) }
  /// Its rows.
  public var rows: Range<Int> { row..<(row + max(height, 0)) }

  /// Whether the two share a cell.
  public func intersects(_ other: Area) -> Bool {
    columns.overlaps(other.columns) && rows.overlaps(other.rows)
  }

  /// The smallest area that contains both.
  public func union(_ other: Area) -> Area {
    let (left, upper) = (min(column, other.column), min(row, other.row))
    return Area(
      column: left, row: upper, width: max(column + width, other.column + other.width) - left,
      height: max(row + height, other.row + other.height) - upper)
  }

  /// The common part of both.
  public func intersection(_ other: Area) -> Area {
    let (columns, rows) = (columns.clamped(to: other.columns), rows.clamped(to: other.rows))
    return Area(
      column: columns.lowerBound, row: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Whether it contains a cell.
  public func contains(column: Int, row: Int) -> Bool {
    columns.contains(column) && rows.contains(row)
  }
}
