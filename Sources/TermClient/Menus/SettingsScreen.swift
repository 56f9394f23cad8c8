// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import Settings
import Stage
import TerminalUI

/// The settings as a form, with cards that preview them; changes are chosen by its button.
struct SettingsScreen: InteractiveScreen {
  /// A row of the form.
  enum Row: Hashable, Sendable {
    case setting(Preference)
    case save
  }

  private var form: Form<Row>
  private let before: [Preference: String]
  private let preferences: Preferences
  private var problem: String
  /// Whether the screen has asked about discarding changes; the next key answers.
  private var isDiscardAsked = false
  private var page = MenuPage()
  private var preview = CardsPreview()
  private var cameAt: DisplayTime?

  /// A form of the current settings.
  ///
  /// - Parameters:
  ///   - settings: the settings in force and their sources.
  ///   - problem: why the last save failed; empty for none.
  init(_ settings: ResolvedSettings, problem: String = "") {
    preferences = settings.preferences
    self.problem = problem
    var before: [Preference: String] = [:]
    var rows: [Form<Row>.Row] = []
    for setting in Self.inOrder(preferences) {
      let word = setting.fieldWord(in: settings.preferences)
      before[setting] = word
      rows.append(
        .init(
          id: .setting(setting), label: setting.label, control: setting.control(word),
          hint: setting.hint(from: settings.source(of: setting))))
    }
    self.before = before
    form = Form(
      rows + [.init(id: .save, label: "Save", control: .button, hint: "Saves your changes.")])
  }

  /// The settings offered: choices, which may share a line, then text.
  private static func inOrder(_ preferences: Preferences) -> [Preference] {
    let offered = Preference.offered(by: preferences)
    return offered.filter { !$0.choices.isEmpty } + offered.filter(\.choices.isEmpty)
  }

  /// The changed settings, as spelt in the settings file; nil for one reset to its default.
  var changes: [Preference: String?] {
    var changes: [Preference: String?] = [:]
    for setting in Preference.offered(by: preferences) {
      let word = word(of: setting)
      if word != before[setting] { changes.updateValue(word.isEmpty ? nil : word, forKey: setting) }
    }
    return changes
  }

  private func word(of setting: Preference) -> String {
    setting.choices.isEmpty ? form.text(.setting(setting)) : form.value(.setting(setting))
  }

  mutating func frame(_ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime) -> Frame
  {
    let cameAt = self.cameAt ?? now
    self.cameAt = cameAt
    let layout = SettingsLayout(form, in: size)
    let renderStyle = chosenStyle(renderStyle)
    let seconds = (now - cameAt) / .seconds(1)
    var preview = self.preview
    let grid = page.draw(
      renderStyle.menu, in: size, panels: [layout.panel],
      keys: FormKeys.line(isTyping: form.isTyping),
      help: FormKeys.help
    ) { [form, problem] menu, table in
      preview.draw(at: seconds, in: layout.preview, renderStyle, on: table, &menu)
      menu.drawFrame(of: layout.panel)
      menu.drawTitle("Settings", of: layout.panel, row: layout.titleRow)
      menu.draw(form, layout.form)
      let note = problem.isEmpty ? form.focused.note : problem
      let lines = note.folded(to: layout.form.area.width).prefix(layout.noteHeight)
      for (index, line) in lines.enumerated() {
        menu.write(
          line, column: layout.form.area.column, row: layout.noteEnd - lines.count + index,
          problem.isEmpty ? renderStyle.palette.dim : renderStyle.palette.bad)
      }
    }
    self.preview = preview
    guard MenuPage.fits(size), !page.isHelpShown else { return Frame(grid: grid) }
    let isMoving = CardsPreview.isMoving(at: seconds, renderStyle.decoration)
    return Frame(
      grid: grid, motion: isMoving ? .moving : .still,
      nextChange: isMoving
        ? now
        : CardsPreview.nextChange(after: seconds, renderStyle.decoration).map {
          cameAt + .seconds($0)
        })
  }

  mutating func take(
    _ key: Key, _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> MenuOutcome<[Preference: String?]>? {
    let key = page.resolved(key)
    if page.take(key, isTyping: form.isTyping) { return nil }
    problem = ""
    let mayDiscard = isDiscardAsked || changes.isEmpty
    isDiscardAsked = false
    let outcome: Form<Row>.Outcome
    switch key {
    case .escape: return mayDiscard ? .back : askToDiscard("Esc")
    case .control("c"): return .quit
    case .character("q") where !form.isTyping: return mayDiscard ? .quit : askToDiscard("q")
    case .press(let column, let row):
      guard MenuPage.fits(size),
        let hit = SettingsLayout(form, in: size).form.hit(column: column, row: row)
      else { return nil }
      outcome = form.click(hit.row, hit.part)
    default: outcome = form.take(key)
    }
    guard case .pressed = outcome else { return nil }
    return check() ? .chosen(changes) : nil
  }

  private mutating func askToDiscard(_ key: String) -> MenuOutcome<[Preference: String?]>? {
    isDiscardAsked = true
    problem = "Discard your changes? Press \(key) again to discard, Enter to save."
    return nil
  }

  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool {
    guard MenuPage.fits(size), !page.isHelpShown else { return false }
    let layout = SettingsLayout(form, in: size)
    return form.point(to: layout.form.pointed(column: column, row: row))
  }

  /// Validates the form; on failure shows the problem and focuses its row.
  private mutating func check() -> Bool {
    var preferences = self.preferences
    for setting in Preference.offered(by: preferences) {
      guard let word = changes[setting] ?? nil else { continue }
      if let bad = setting.put(word, into: &preferences) {
        problem = bad
        form.focus(on: .setting(setting))
        return false
      }
    }
    return true
  }

  /// The style with the chosen settings applied; automatic settings keep the terminal's.
  private func chosenStyle(_ renderStyle: RenderStyle) -> RenderStyle {
    var chosen = self.preferences
    for setting in Preference.offered(by: preferences) {
      _ = setting.put(word(of: setting), into: &chosen)
    }
    return renderStyle.with(chosen)
  }
}

extension RenderStyle {
  /// The style on the same terminal with other preferences.
  func with(_ preferences: Preferences) -> RenderStyle {
    var renderStyle = self
    let depth = preferences.colors ?? depth
    renderStyle = RenderStyle(
      depth: depth, pictures: pictures, drawing: drawing, palette: preferences.palette)
    renderStyle.drawing =
      depth == .mono ? .characters : preferences.drawing?.cells(drawing) ?? drawing
    if renderStyle.blocks != nil, let graphics {
      renderStyle.graphics =
        preferences.drawing.map { drawing in
          drawing.language(isInTmux: isInTmux).flatMap {
            TerminalGraphics($0, cell: graphics.cell, colors: graphics.colors)
          }
        } ?? graphics
    }
    (renderStyle.isInTmux, renderStyle.cellHeight) = (isInTmux, cellHeight)
    renderStyle.decoration = preferences.decoration
    return renderStyle
  }
}

extension Preference {
  /// The value that the form begins with; a default in text is shown as the field's placeholder.
  fileprivate func fieldWord(in preferences: Preferences) -> String {
    let word = word(in: preferences)
    return choices.isEmpty && word == self.word(in: .standard) ? "" : word
  }

  fileprivate func control(_ word: String) -> Form<SettingsScreen.Row>.Control {
    guard choices.isEmpty else { return .choice(Choice(choices, chosen: word)) }
    return .text(TextField(word, limit: longest, placeholder: standardWords))
  }

  fileprivate func hint(from source: SettingSource) -> String {
    let sentence = sentence + "."
    return switch source {
    case .flag: "\(sentence) A flag overrides the saved value."
    case .environment(let name): "\(sentence) \(name) overrides the saved value."
    case .file, .standard: sentence
    }
  }
}

/// The positions of the settings form and the preview above it.
private struct SettingsLayout {
  /// The preview's strip; may have no rows.
  let preview: Area
  /// The panel.
  let panel: Area
  /// The row of the title; that of the panel's edge if space is short.
  let titleRow: Int
  /// The form's rows.
  let form: FormLayout
  /// The row below the note.
  let noteEnd: Int
  /// The rows of the note.
  let noteHeight: Int

  /// The layout in a window.
  init<ID>(_ form: Form<ID>, in size: WindowSize) {
    let spacing: FormLayout.Spacing =
      size.rows >= 30
      ? FormLayout.spacing(of: form, in: size) : size.columns < 80 ? .compact : .paired
    let width = min(size.columns - 4, spacing == .paired ? 76 : 62)
    let rows = FormLayout.height(of: form, spacing)
    let room = size.rows - 1 - rows
    // Edges, title and note; an empty line below the title, then above the note, where there is room.
    noteHeight = room >= 12 ? 2 : 1
    let isWide = spacing == .wide
    let title = isWide ? 2 : room >= 12 ? 1 : 0
    let frame = isWide ? 9 : room >= 14 ? 7 : room >= 12 ? 6 : room >= 11 ? 5 : 4
    // A row stays free above the hints, unless the preview needs it.
    let free = room - frame
    let stripHeight =
      free < CardsPreview.least ? 0 : min(max(free - 1, CardsPreview.least), CardsPreview.most)
    let height = min(rows + frame, size.rows - 1 - stripHeight)
    let top = max((size.rows - 1 - stripHeight - height) / 2, 0)
    preview = Area(column: 0, row: top, width: size.columns, height: stripHeight)
    panel = Area(
      column: (size.columns - width) / 2, row: top + stripHeight, width: width, height: height)
    titleRow = panel.row + title
    let area = Area(
      column: panel.column + 4, row: titleRow + (room >= 10 ? 2 : 1), width: width - 8,
      height: max(height - frame, 1))
    noteEnd = panel.rows.upperBound - (isWide ? 2 : 1)
    self.form = FormLayout(form, in: area, spacing)
  }
}
