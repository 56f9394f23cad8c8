// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Interpolation

/// A point of the table, in table units from its top left corner.
public typealias Point = Interpolation.Point

/// The table a scene lies on: a grid of places in table units, whatever the screen.
///
/// A card is 2 wide and 3 high. Around each place half a gap is kept free, so that the table is as
/// large as its places together. Screens scale it; the coordinates of a place mean the same for all.
public struct Table: Hashable, Sendable {
  /// A card's width.
  public static let cardWidth = 2.0
  /// A card's height.
  public static let cardHeight = 3.0
  /// From one card to the next, both ways.
  public static let gap = 0.5
  /// From the centre of a place to the centre of the one beside it.
  public static let pitchX = cardWidth + gap
  /// From the centre of a place to the centre of the one below it.
  public static let pitchY = cardHeight + gap
  /// The most rows, and the most columns, that are shown at all.
  public static let limit = 64

  /// Rows of places.
  public let rows: Int
  /// Columns of places.
  public let columns: Int

  /// A table of `rows` by `columns`; one that nobody could show (none or more than `limit` of
  /// either) is a table without places.
  public init(rows: Int, columns: Int) {
    let range = 1...Self.limit
    let isSound = range.contains(rows) && range.contains(columns)
    self.rows = isSound ? rows : 0
    self.columns = isSound ? columns : 0
  }

  /// The places, counted along rows.
  public var places: Range<Int> { 0..<(rows * columns) }
  /// The table's width.
  public var width: Double { Double(columns) * Self.pitchX }
  /// The table's height.
  public var height: Double { Double(rows) * Self.pitchY }
  /// The middle of the table, where the deck lies.
  public var centre: Point { Point(x: width / 2, y: height / 2) }

  /// The centre of a place; nil if the table has no such place.
  public func centre(of place: Int) -> Point? {
    guard places.contains(place) else { return nil }
    return Point(
      x: (Double(place % columns) + 0.5) * Self.pitchX,
      y: (Double(place / columns) + 0.5) * Self.pitchY)
  }
}
