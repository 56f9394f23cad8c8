// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The positions of a form's rows, for both drawing and hit testing.
///
/// Each row is one line: label on the left, value on the right between its arrows. Buttons are
/// centred below an empty line. If the lines do not fit, those around the focus are shown, and always
/// the buttons at the end.
package struct FormLayout: Hashable, Sendable {
  /// The part of a row at a cell.
  package enum Part: Hashable, Sendable {
    /// The label or the space around it.
    case label
    /// The left arrow.
    case less
    /// The right arrow.
    case more
    /// The value: at `cell` of its `of` cells.
    case value(cell: Int, of: Int)
  }

  /// The empty lines between rows.
  package enum Spacing: Hashable, Sendable {
    /// None.
    case compact
    /// One before buttons.
    case usual
    /// One before each row.
    case wide
  }

  /// The lines that rows are shown in.
  package let area: Area
  /// Cells for labels.
  package let labelWidth: Int
  private let lines: [Int]
  private let scrolled: Int
  /// The lines at the end that stay where the others scroll.
  private let fixed: Int

  /// The layout of a form in an area.
  package init<ID>(_ form: Form<ID>, in area: Area, _ spacing: Spacing = .usual) {
    self.area = area
    lines = Self.lines(of: form, spacing)
    let widest = form.rows.map { $0.control == .button ? 0 : $0.label.cells }.max() ?? 0
    labelWidth = min(widest, max(area.width / 2 - 2, 0))
    let needed = (lines.last ?? 0) + 1
    let last = form.rows.lastIndex { $0.control != .button }
    let buttons = last.map { [lines] in needed - 1 - lines[$0] } ?? 0
    fixed = buttons < area.height ? buttons : 0
    let focused = min(lines[form.focus], needed - 1 - fixed)
    scrolled = max(
      min(focused - (area.height - fixed) / 2, needed - area.height), 0)
  }

  /// The lines that scroll.
  package var scrolling: Area {
    Area(
      column: area.column, row: area.row, width: area.width, height: max(area.height - fixed, 1))
  }

  /// Whether there are rows above the visible ones.
  package var hasMoreAbove: Bool { scrolled > 0 }
  /// Whether there are rows below the visible ones.
  package var hasMoreBelow: Bool { needed - scrolled > area.height }

  private var needed: Int { (lines.last ?? 0) + 1 }

  /// The spacing of a form in a window: wide if it leaves room around the form, as a menu does.
  package static func spacing<ID>(of form: Form<ID>, in size: WindowSize) -> Spacing {
    size.rows >= 20 + height(of: form, .wide) ? .wide : .usual
  }

  /// The lines a form needs.
  package static func height<ID>(of form: Form<ID>, _ spacing: Spacing = .usual) -> Int {
    (lines(of: form, spacing).last ?? 0) + 1
  }

  /// A row's line on screen; nil while it is scrolled out of view.
  package func line(of index: Int) -> Int? {
    if hasMoreBelow, lines[index] >= needed - fixed {
      return area.row + area.height - (needed - lines[index])
    }
    let line = lines[index] - scrolled
    let isShown = line >= 0 && line < (hasMoreBelow ? area.height - fixed : area.height)
    return isShown ? area.row + line : nil
  }

  /// The columns of values, without their arrows.
  package var value: Range<Int> {
    let start = area.column + labelWidth + 4
    return start..<max(start, area.columns.upperBound - 2)
  }

  /// The column of the left arrow.
  package var lessColumn: Int { value.lowerBound - 2 }
  /// The column of the right arrow.
  package var moreColumn: Int { value.upperBound + 1 }

  /// The row under the pointer; nil outside all rows, or if the form scrolls: rows would move under
  /// the pointer.
  package func pointed(column: Int, row: Int) -> Int? {
    needed <= area.height ? hit(column: column, row: row)?.row : nil
  }

  /// The row at a cell, and which part of it, or nil.
  package func hit(column: Int, row: Int) -> (row: Int, part: Part)? {
    guard area.contains(column: column, row: row),
      let index = lines.indices.first(where: { line(of: $0) == row })
    else { return nil }
    if value.contains(column) {
      return (index, .value(cell: column - value.lowerBound, of: value.count))
    }
    // Arrows are small, so the cells beside them count too.
    if abs(column - lessColumn) <= 1 { return (index, .less) }
    if abs(column - moreColumn) <= 1 { return (index, .more) }
    return (index, .label)
  }

  private static func lines<ID>(of form: Form<ID>, _ spacing: Spacing) -> [Int] {
    var line = -1
    var wasButton = true
    return form.rows.map { row in
      let isButton = row.control == .button
      let hasGap =
        switch spacing {
        case .compact: false
        case .usual: isButton && !wasButton
        case .wide: line >= 0
        }
      line += hasGap ? 2 : 1
      wasButton = isButton
      return line
    }
  }
}
