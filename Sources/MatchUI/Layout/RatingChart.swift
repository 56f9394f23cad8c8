// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Protocol

/// A line chart of a rating's course, as points on a grid of dots; the rating that everybody begins
/// with has a line of its own.
package struct RatingChart: Hashable, Sendable {
  /// A point: the column from the left, and the row from the top.
  package struct Point: Hashable, Sendable {
    /// The column.
    package let x: Int
    /// The row.
    package let y: Int
  }

  /// The points, from the oldest match; none without matches.
  package let points: [Point]
  /// The row of the rating that everybody begins with.
  package let start: Int
  /// The dots beside each other.
  package let width: Int
  /// The dots above each other.
  package let height: Int

  /// The lowest and the highest rating, in the last row and in the first.
  package let ratings: ClosedRange<Double>

  /// The rating that everybody begins with.
  package static let startingRating = 0.0

  /// The chart of a course in so many dots, at least two each way.
  ///
  /// The rows reach from the lowest to the highest rating, the starting one among them.
  package init(_ course: [RatingCourse.Point], width: Int, height: Int) {
    precondition(width > 1 && height > 1, "A chart has two dots each way at least.")
    (self.width, self.height) = (width, height)
    let ratings = course.map { $0.shown }
    let low = min(ratings.min() ?? 0, Self.startingRating)
    let span = max(max(ratings.max() ?? 0, Self.startingRating) - low, 1)
    self.ratings = low...low + span
    func row(_ rating: Double) -> Int {
      height - 1 - Int(((rating - low) / span * Double(height - 1)).rounded())
    }
    start = row(Self.startingRating)
    // As many matches as dots; one match stands at the right.
    let last = max(ratings.count - 1, 1)
    points = ratings.enumerated().map { index, rating in
      let x = ratings.count == 1 ? width - 1 : index * (width - 1) / last
      return Point(x: x, y: row(rating))
    }
  }

  /// The chart in rows of Braille characters, each two dots wide and four high: the course as a line,
  /// the starting rating as a dotted one.
  package var braille: [String] {
    let (columns, rows) = ((width + 1) / 2, (height + 3) / 4)
    var cells = [UInt32](repeating: 0, count: columns * rows)
    func set(_ x: Int, _ y: Int) { cells[y / 4 * columns + x / 2] |= Self.dots[y % 4][x % 2] }
    for x in stride(from: 0, to: width, by: 4) { set(x, start) }
    if let only = points.first, points.count == 1 { set(only.x, only.y) }
    for (from, to) in zip(points, points.dropFirst()) {
      let steps = max(to.x - from.x, abs(to.y - from.y), 1)
      for step in 0...steps {
        set(
          from.x + (to.x - from.x) * step / steps,
          from.y + ((to.y - from.y) * step * 2 + (to.y < from.y ? -steps : steps)) / (2 * steps))
      }
    }
    return (0..<rows).map { row in
      var text = ""
      for cell in cells[row * columns..<(row + 1) * columns] {
        // A cell without dots is a space, which every font has.
        text.unicodeScalars.append(
          cell == 0 ? " " : Unicode.Scalar(0x2800 + cell) ?? " ")
      }
      return text
    }
  }

  /// The bits of Unicode's Braille patterns, by row and column.
  private static let dots: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]
}
