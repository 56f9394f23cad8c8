// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Where the rows of a form are, for drawing and clicking alike.
///
/// Each row is one line: label on the left, value on the right between its arrows; buttons stand in
/// the middle, after an empty line. Where the lines do not fit, those around the focus are shown.
struct FormLayout: Hashable, Sendable {
  /// What of a row was clicked.
  enum Part: Hashable, Sendable {
    /// Its label or the space around it.
    case label
    /// The arrow to the value before.
    case less
    /// The arrow to the value after.
    case more
    /// The value: so many cells into it, of so many.
    case value(cell: Int, of: Int)
  }

  /// The lines for the rows: all of the form's, or as many as fit.
  let area: Area
  /// Cells for labels.
  let labelWidth: Int
  private let lines: [Int]
  private let scrolled: Int

  /// The layout of a form in an area; without the empty line before buttons where `isCompact`.
  init<ID>(_ form: Form<ID>, in area: Area, isCompact: Bool = false) {
    self.area = area
    lines = Self.lines(of: form, isCompact)
    let widest = form.rows.map { $0.control == .button ? 0 : $0.label.cells }.max() ?? 0
    labelWidth = min(widest, max(area.width / 2 - 2, 0))
    let needed = (lines.last ?? 0) + 1
    let focused = lines[form.focus]
    scrolled = max(min(focused - area.height / 2, needed - area.height), 0)
  }

  /// Whether rows are scrolled away above.
  var hasMoreAbove: Bool { scrolled > 0 }
  /// Whether rows are scrolled away below.
  var hasMoreBelow: Bool { (lines.last ?? 0) - scrolled >= area.height }

  /// The lines a form takes.
  static func height<ID>(of form: Form<ID>, isCompact: Bool = false) -> Int {
    (lines(of: form, isCompact).last ?? 0) + 1
  }

  /// The line of a row on the screen; nil while it is scrolled away.
  func line(of index: Int) -> Int? {
    let line = lines[index] - scrolled
    return line >= 0 && line < area.height ? area.row + line : nil
  }

  /// The cells of a row's value, without its arrows.
  var value: Range<Int> {
    let start = area.column + labelWidth + 4
    return start..<max(start, area.columns.upperBound - 2)
  }

  /// The column of the arrow to the value before.
  var lessColumn: Int { value.lowerBound - 2 }
  /// The column of the arrow to the value after.
  var moreColumn: Int { value.upperBound + 1 }

  /// The row under the pointer; nil if there is none, or while rows are scrolled away: they would
  /// move under the pointer.
  func pointed(column: Int, row: Int) -> Int? {
    (lines.last ?? 0) < area.height ? hit(column: column, row: row)?.row : nil
  }

  /// The row and the part of it at a cell; nil if there is none.
  func hit(column: Int, row: Int) -> (row: Int, part: Part)? {
    guard area.contains(column: column, row: row),
      let index = lines.firstIndex(of: row - area.row + scrolled)
    else { return nil }
    if value.contains(column) {
      return (index, .value(cell: column - value.lowerBound, of: value.count))
    }
    // An arrow may be hit on the cells beside it: they are small.
    if abs(column - lessColumn) <= 1 { return (index, .less) }
    if abs(column - moreColumn) <= 1 { return (index, .more) }
    return (index, .label)
  }

  private static func lines<ID>(of form: Form<ID>, _ isCompact: Bool) -> [Int] {
    var line = -1
    var wasButton = true
    return form.rows.map { row in
      let isButton = row.control == .button
      line += isButton && !wasButton && !isCompact ? 2 : 1
      wasButton = isButton
      return line
    }
  }
}
