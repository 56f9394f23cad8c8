// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Interpolation

/// A point of the table, in table units from the top left corner.
public typealias Point = Interpolation.Point

/// A scene's table: a grid of places in table units, independent of any screen.
///
/// A card is 2 wide and 3 high. Each place has half a gap around it, so that the table's size is
/// that of its places. Screens scale it; a place has the same coordinates for all.
public struct Table: Hashable, Sendable {
  /// A card's width.
  public static let cardWidth = 2.0
  /// A card's height.
  public static let cardHeight = 3.0
  /// The gap between cards, in both directions.
  public static let gap = 0.5
  /// From the centre of a place to the centre of the one beside it.
  public static let pitchX = cardWidth + gap
  /// From the centre of a place to the centre of the one below it.
  public static let pitchY = cardHeight + gap
  /// The maximum number of rows and of columns.
  public static let limit = 64

  /// Rows of places.
  public let rows: Int
  /// Columns of places.
  public let columns: Int

  /// A table of `rows` by `columns`; without places if either is less than 1 or more than `limit`.
  public init(rows: Int, columns: Int) {
    let range = 1...Self.limit
    let isSound = range.contains(rows) && range.contains(columns)
    self.rows = isSound ? rows : 0
    self.columns = isSound ? columns : 0
  }

  /// The places, counted row by row.
  public var places: Range<Int> { 0..<(rows * columns) }
  /// The table's width.
  public var width: Double { Double(columns) * Self.pitchX }
  /// The table's height.
  public var height: Double { Double(rows) * Self.pitchY }
  /// The middle of the table, where the deck is.
  public var centre: Point { Point(x: width / 2, y: height / 2) }

  /// The centre of a place; nil if the table has no such place.
  public func centre(of place: Int) -> Point? {
    guard places.contains(place) else { return nil }
    return Point(
      x: (Double(place % columns) + 0.5) * Self.pitchX,
      y: (Double(place / columns) + 0.5) * Self.pitchY)
  }
}
