// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A form in a panel; the form as filled in is chosen by its button.
package struct FormScreen<ID: Hashable & Sendable, ScreenStyle: DisplayStyle>: InteractiveScreen {
  private let title: String
  private let intro: String
  /// The form, as filled in so far.
  package private(set) var form: Form<ID>
  /// An error, shown until the next key; empty for none.
  private var problem: String
  private let check: @Sendable (Form<ID>) -> (ID, String)?
  private let unpack: @Sendable (inout Form<ID>, String) -> Bool
  private var page = MenuPage()

  /// Shows a form.
  ///
  /// - Parameters:
  ///   - title: the panel's title.
  ///   - intro: one sentence about the form.
  ///   - form: its rows.
  ///   - problem: an error from an earlier attempt; empty for none.
  ///   - check: validates the form; returns the offending row and a sentence, or nil.
  ///   - unpack: distributes pasted text over several rows and returns true, or returns false to
  ///     let the focused row take it.
  package init(
    _ title: String, intro: String, _ form: Form<ID>, problem: String = "",
    check: @escaping @Sendable (Form<ID>) -> (ID, String)? = { _ in nil },
    unpack: @escaping @Sendable (inout Form<ID>, String) -> Bool = { _, _ in false }
  ) {
    self.unpack = unpack
    self.title = title
    self.intro = intro
    self.form = form
    self.problem = problem
    self.check = check
  }

  /// The panel, with the form and the note of its focused row.
  package mutating func frame(
    _ style: ScreenStyle, in size: WindowSize, at now: DisplayTime
  ) -> Frame {
    let layout = layout(in: size)
    let grid = page.draw(
      style.menu, in: size, panels: [layout.panel], keys: FormKeys.line(isTyping: form.isTyping),
      help: FormKeys.help
    ) { [form, title, intro, problem] menu, _ in
      menu.drawFrame(of: layout.panel)
      menu.drawTitle(title, of: layout.panel, row: layout.titleRow)
      for (index, line) in layout.introLines(intro).enumerated() {
        menu.write(
          line, centredIn: layout.panel.columns, row: layout.titleRow + 1 + index,
          menu.style.dim)
      }
      menu.draw(form, layout.form)
      let lines = layout.noteLines(problem.isEmpty ? form.focused.note : problem)
      for (index, line) in lines.enumerated() {
        menu.write(
          line, column: layout.form.area.column, row: layout.noteRow + index,
          problem.isEmpty ? menu.style.dim : menu.style.bad)
      }
    }
    return Frame(grid: grid)
  }

  /// Moves in the form, changes it, or leaves it.
  package mutating func take(
    _ key: Key, _ style: ScreenStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<Form<ID>>? {
    let key = page.resolved(key)
    if page.take(key, isTyping: form.isTyping) { return nil }
    let layout = layout(in: size)
    switch key {
    case .escape: return .back
    case .control("c"): return .quit
    case .character("q") where !form.isTyping: return .quit
    case .press(let column, let row):
      guard MenuPage.fits(size), let hit = layout.form.hit(column: column, row: row) else {
        return nil
      }
      problem = ""
      return outcome(form.click(hit.row, hit.part))
    default:
      problem = ""
      if case .paste(let text) = key, unpack(&form, text) { return nil }
      return outcome(form.take(key))
    }
  }

  /// Focuses the row under the pointer, unless text is typed.
  package mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool {
    guard MenuPage.fits(size), !page.isHelpShown else { return false }
    let layout = layout(in: size)
    return form.point(to: layout.form.pointed(column: column, row: row))
  }

  private func layout(in size: WindowSize) -> FormScreenLayout {
    FormScreenLayout(form, intro: intro, problem: problem, in: size)
  }

  private mutating func outcome(_ outcome: Form<ID>.Outcome) -> MenuOutcome<Form<ID>>? {
    guard case .pressed = outcome else { return nil }
    if let (row, sentence) = check(form) {
      form.focus(on: row)
      problem = sentence
      return nil
    }
    return .chosen(form)
  }
}

/// The positions of a form's panel, title, rows and note.
private struct FormScreenLayout {
  /// The panel.
  let panel: Area
  /// The form's rows.
  let form: FormLayout
  /// The row of the title.
  let titleRow: Int
  /// The first row of the note.
  let noteRow: Int

  private let introHeight: Int
  private let noteHeight: Int

  /// The layout in a window.
  ///
  /// Notes and problems always fit in full. If space is short, empty lines and the intro go first;
  /// then rows scroll.
  init<ID>(_ form: Form<ID>, intro: String, problem: String = "", in size: WindowSize) {
    let width = min(size.columns - 4, 66)
    let spacing = FormLayout.spacing(of: form, in: size)
    let (rows, most) = (FormLayout.height(of: form, spacing), size.rows - 2)
    func lines(_ text: String) -> Int { text.folded(to: width - 8).count }
    let notes = form.rows.flatMap(\.notes) + [problem]
    noteHeight = min(max(notes.map(lines).max() ?? 1, 1), max(most / 2 - 3, 1))
    // The panel's edges and the title; empty lines around the rows where there is room.
    let isRoomy = rows + noteHeight + 5 <= most
    let frame = spacing == .wide ? 7 : isRoomy ? 5 : 3
    let room = most - rows - frame - noteHeight
    introHeight = lines(intro) <= room ? lines(intro) : 0
    // An empty row below the note too where there is room, or above the title: a note of fewer lines than
    // the longest has one below it.
    let padding = isRoomy && room > introHeight ? 1 : 0
    let isAbove = noteHeight > 1 && spacing != .wide
    let height = min(rows + frame + introHeight + noteHeight + padding, most)
    panel = Area(
      column: (size.columns - width) / 2, row: max((size.rows - 1 - height) / 2, 0), width: width,
      height: height)
    titleRow = panel.row + (spacing == .wide ? 2 : 1) + (isAbove ? padding : 0)
    let area = Area(
      column: panel.column + 4,
      row: titleRow + 1 + introHeight + (spacing == .wide ? 2 : isRoomy ? 1 : 0), width: width - 8,
      height: max(height - frame - introHeight - noteHeight - padding, 1))
    self.form = FormLayout(form, in: area, spacing)
    noteRow = panel.rows.upperBound - 1 - (isAbove ? 0 : padding) - noteHeight
  }

  /// The intro, folded; empty if there is no room.
  func introLines(_ intro: String) -> [String] {
    Array(intro.folded(to: form.area.width).prefix(introHeight))
  }

  /// A note, folded.
  func noteLines(_ note: String) -> [String] {
    Array(note.folded(to: form.area.width).prefix(noteHeight))
  }
}

/// Key hints shared by all forms.
package enum FormKeys {
  /// The hints in the last row.
  package static func line(isTyping: Bool) -> String {
    isTyping
      ? "Tab, arrows move  Enter continue  Esc back"
      : "Arrows, Enter  ? help  Esc back  q quit"
  }

  /// The help table.
  package static let help = [
    ("Up, Down, Tab", "move to another row"), ("Left, Right", "change the value"),
    ("Enter", "press the button"), ("Click", "focus, change or press"), ("Esc", "back"),
    ("q", "quit"), ("?", "close this help"),
  ]
}

extension MenuCanvas {
  /// Draws a form's visible rows.
  package mutating func draw<ID>(_ form: Form<ID>, _ layout: FormLayout) {
    for (index, row) in form.rows.enumerated() {
      guard let line = layout.line(of: index) else { continue }
      let isFocused = index == form.focus
      if row.control == .button {
        drawButton(row.label, isFocused: isFocused, in: layout.area.columns, line)
        continue
      }
      let start = layout.columns(of: index).lowerBound
      write(isFocused ? "▸" : " ", column: start - 2, row: line, style.strong)
      write(
        row.label, column: start, row: line,
        isFocused ? style.strong : style.text, limit: layout.labelWidth)
      switch row.control {
      case .text(let field): draw(field, of: index, isFocused: isFocused, layout, line)
      case .choice(let choice):
        drawValue(choice.title, of: index, isFocused: isFocused, layout, line)
      case .stepper(let stepper):
        drawValue("\(stepper.value)", of: index, isFocused: isFocused, layout, line)
      case .button: break
      }
    }
    drawMore(beside: layout.scrolling, above: layout.hasMoreAbove, below: layout.hasMoreBelow)
  }

  /// Draws arrows where there are more lines above or below.
  package mutating func drawMore(beside area: Area, above: Bool, below: Bool) {
    let column = area.columns.upperBound
    if above { write("▲", column: column, row: area.row, style.strong) }
    if below { write("▼", column: column, row: area.rows.upperBound - 1, style.strong) }
  }

  /// Draws a button centred in `span`.
  package mutating func drawButton(
    _ label: String, isFocused: Bool, in span: Range<Int>, _ row: Int
  ) {
    let text = isFocused ? "  ▸ \(label) ◂  " : "  [ \(label) ]  "
    write(text, centredIn: span, row: row, isFocused ? style.cursor : style.button)
  }

  private mutating func drawValue(
    _ value: String, of index: Int, isFocused: Bool, _ layout: FormLayout, _ row: Int
  ) {
    let columns = layout.value(of: index)
    let arrow = isFocused ? style.strong : style.dim
    write("◂", column: layout.lessColumn(of: index), row: row, arrow)
    write("▸", column: layout.moreColumn(of: index), row: row, arrow)
    if isFocused { fill(columns, row: row, style.cursor) }
    write(value, centredIn: columns, row: row, isFocused ? style.cursor : style.text)
  }

  /// Draws a text field; only the focused one has a ground and a cursor.
  private mutating func draw(
    _ field: TextField, of index: Int, isFocused: Bool, _ layout: FormLayout, _ row: Int
  ) {
    let columns = layout.value(of: index)
    let shown = isFocused || !field.isEmpty ? field : TextField(field.placeholder)
    let window = shown.window(cells: columns.count, isCentred: layout.isCentred(index))
    if isFocused { fill(columns, row: row, style.field) }
    let textStyle =
      isFocused
      ? field.isSelected ? style.cursor : style.field : field.isEmpty ? style.dim : style.text
    write(
      window.text, column: columns.lowerBound + window.indent, row: row, textStyle,
      limit: columns.count - window.indent - 1)
    guard isFocused else { return }
    let column = min(columns.lowerBound + window.cursor, columns.upperBound - 1)
    let under = grid[column, row].glyph
    let glyph =
      under.cells == 1 || (under.cells == 2 && column + 1 < columns.upperBound) ? under : .space
    grid.put(glyph, column: column, row: row, style.field.with(.reverse))
  }
}
