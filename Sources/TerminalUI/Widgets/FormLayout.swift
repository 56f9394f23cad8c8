// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The positions of a form's rows, for both drawing and hit testing.
///
/// Each row is one line, or half of one: label on the left, value on the right between its arrows.
/// Buttons are centred below an empty line. If the lines do not fit, those around the focus are shown,
/// and always the buttons at the end.
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
    case value(cell: Int, of: Int, isCentred: Bool)
  }

  /// The empty lines between rows.
  package enum Spacing: Hashable, Sendable {
    /// None.
    case compact
    /// One before buttons.
    case usual
    /// One before each row, two before buttons.
    case wide
    /// One before buttons, and successive rows without text share lines: the first half of them is on
    /// the left.
    case paired
  }

  /// The lines that rows are shown in.
  package let area: Area
  /// Cells for labels.
  package let labelWidth: Int
  private let places: [Place]
  private let scrolled: Int
  /// The lines at the end that stay where the others scroll.
  private let fixed: Int

  /// A row's line, and whether it has only the left or right half.
  private struct Place: Hashable, Sendable {
    var line: Int
    var half: Int?
  }

  /// The width of each of two rows in a line, with four cells between them.
  private static func half(of area: Area) -> Int { (area.width - 4) / 2 }

  /// The layout of a form in an area.
  package init<ID>(_ form: Form<ID>, in area: Area, _ spacing: Spacing = .usual) {
    self.area = area
    places = Self.places(of: form, spacing)
    let widest = form.rows.map { $0.control == .button ? 0 : $0.label.cells }.max() ?? 0
    let narrowest = places.contains { $0.half != nil } ? Self.half(of: area) : area.width
    labelWidth = min(widest, max(narrowest / 2 - 2, 0))
    let needed = (places.last?.line ?? 0) + 1
    let last = form.rows.lastIndex { $0.control != .button }
    let buttons = last.map { [places] in needed - 1 - places[$0].line } ?? 0
    fixed = buttons < area.height ? buttons : 0
    let focused = min(places[form.focus].line, needed - 1 - fixed)
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

  private var needed: Int { (places.last?.line ?? 0) + 1 }

  /// The spacing of a form in a window: wide if it leaves room around the form, as a menu does.
  package static func spacing<ID>(of form: Form<ID>, in size: WindowSize) -> Spacing {
    size.rows >= 20 + height(of: form, .wide) ? .wide : .usual
  }

  /// The lines a form needs.
  package static func height<ID>(of form: Form<ID>, _ spacing: Spacing = .usual) -> Int {
    (places(of: form, spacing).last?.line ?? 0) + 1
  }

  /// A row's line on screen; nil while it is scrolled out of view.
  package func line(of index: Int) -> Int? {
    if hasMoreBelow, places[index].line >= needed - fixed {
      return area.row + area.height - (needed - places[index].line)
    }
    let line = places[index].line - scrolled
    let isShown = line >= 0 && line < (hasMoreBelow ? area.height - fixed : area.height)
    return isShown ? area.row + line : nil
  }

  /// A row's columns.
  package func columns(of index: Int) -> Range<Int> {
    guard let half = places[index].half else { return area.columns }
    let width = Self.half(of: area)
    let start = half == 0 ? area.column : area.columns.upperBound - width
    return start..<(start + width)
  }

  /// The columns of a row's value, without its arrows.
  package func value(of index: Int) -> Range<Int> {
    let columns = columns(of: index)
    let start = columns.lowerBound + labelWidth + 4
    return start..<max(start, columns.upperBound - 2)
  }

  /// Whether a row's value is in the middle of its columns: not that of a whole row among halves, whose
  /// middle is below none of theirs.
  package func isCentred(_ index: Int) -> Bool {
    places[index].half != nil || !places.contains { $0.half != nil }
  }

  /// The column of a row's left arrow.
  package func lessColumn(of index: Int) -> Int { value(of: index).lowerBound - 2 }
  /// The column of a row's right arrow.
  package func moreColumn(of index: Int) -> Int { value(of: index).upperBound + 1 }

  /// The row under the pointer; nil outside all rows, or if the form scrolls: rows would move under
  /// the pointer.
  package func pointed(column: Int, row: Int) -> Int? {
    needed <= area.height ? hit(column: column, row: row)?.row : nil
  }

  /// The row at a cell, and which part of it, or nil.
  package func hit(column: Int, row: Int) -> (row: Int, part: Part)? {
    guard area.contains(column: column, row: row),
      let index = places.indices.first(where: {
        line(of: $0) == row && columns(of: $0).contains(column)
      })
    else { return nil }
    let value = value(of: index)
    if value.contains(column) {
      let cell = column - value.lowerBound
      return (index, .value(cell: cell, of: value.count, isCentred: isCentred(index)))
    }
    // Arrows are small, so the cells beside them count too.
    if abs(column - lessColumn(of: index)) <= 1 { return (index, .less) }
    if abs(column - moreColumn(of: index)) <= 1 { return (index, .more) }
    return (index, .label)
  }

  private static func places<ID>(of form: Form<ID>, _ spacing: Spacing) -> [Place] {
    var places: [Place] = []
    var line = 0
    while places.count < form.rows.count {
      let index = places.count
      let isButton = form.rows[index].control == .button
      if index > 0 {
        let isFirstButton = isButton && form.rows[index - 1].control != .button
        line += spacing.gap(beforeButtons: isFirstButton)
      }
      let count = spacing == .paired ? form.rows[index...].prefix { $0.isShort }.count : 0
      let left = max((count + 1) / 2, 1)
      places +=
        count == 0
        ? [Place(line: line)]
        : (0..<count).map { Place(line: line + $0 % left, half: $0 / left) }
      line += left
    }
    return places
  }
}

extension FormLayout.Spacing {
  /// The empty lines before a row, perhaps the first of the buttons.
  fileprivate func gap(beforeButtons isFirstButton: Bool) -> Int {
    switch self {
    case .compact: 0
    case .usual, .paired: isFirstButton ? 1 : 0
    case .wide: isFirstButton ? 2 : 1
    }
  }
}

extension Form.Row {
  /// Whether half a line is enough for it.
  fileprivate var isShort: Bool {
    switch control {
    case .choice, .stepper: true
    case .text, .button: false
    }
  }
}
