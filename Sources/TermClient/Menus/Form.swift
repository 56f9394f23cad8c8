// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Rows to be filled in and buttons to be pressed, one of which has the keyboard.
///
/// `ID` names the rows. Up, down and Tab go from row to row in a circle; left and right change a
/// value or move in a text; Enter presses a button, and in any other row the first button.
struct Form<ID: Hashable & Sendable>: Hashable, Sendable {
  /// What a row is.
  enum Control: Hashable, Sendable {
    case text(TextField)
    case choice(Choice)
    case stepper(Stepper)
    case button
  }

  /// A row.
  struct Row: Hashable, Sendable {
    /// Its name in the program.
    var id: ID
    /// Its name for people.
    var label: String
    /// What it is.
    var control: Control
    /// What it is about, shown while it has the keyboard.
    var hint = ""

    /// What is said of it while it has the keyboard: what the value chosen means, where it says so.
    var note: String {
      guard case .choice(let choice) = control, !choice.hint.isEmpty else { return hint }
      return choice.hint
    }

    /// All that may be said of it, whatever is chosen.
    var notes: [String] {
      guard case .choice(let choice) = control else { return [hint] }
      return [hint] + choice.options.map(\.hint)
    }
  }

  /// What came of a key.
  enum Outcome: Hashable, Sendable {
    /// Something in the form, or nothing.
    case handled
    /// The key was none for a form.
    case passed
    /// A button was pressed.
    case pressed(ID)
  }

  /// The rows, at least one.
  var rows: [Row]
  /// The row that has the keyboard.
  private(set) var focus: Int

  /// A form whose first row has the keyboard.
  init(_ rows: [Row]) {
    precondition(!rows.isEmpty, "A form without rows has nothing to fill in.")
    self.rows = rows
    focus = 0
  }

  /// The row that has the keyboard.
  var focused: Row { rows[focus] }

  /// Whether what is typed goes into a text.
  var isTyping: Bool {
    if case .text = focused.control { return true }
    return false
  }

  /// Gives a row the keyboard, if there is such a row.
  mutating func focus(on id: ID) {
    if let index = rows.firstIndex(where: { $0.id == id }) { focus = index }
  }

  /// The text of a row; empty if it has none.
  func text(_ id: ID) -> String {
    guard case .text(let field)? = row(id)?.control else { return "" }
    return field.text
  }

  /// Puts a text into a row, if it is a row for one.
  mutating func put(_ text: String, into id: ID) {
    guard let index = rows.firstIndex(where: { $0.id == id }),
      case .text(let field) = rows[index].control
    else { return }
    rows[index].control = .text(
      TextField(text, limit: field.limit, placeholder: field.placeholder))
  }

  /// The value chosen in a row; empty if it is no choice.
  func value(_ id: ID) -> String {
    guard case .choice(let choice)? = row(id)?.control else { return "" }
    return choice.value
  }

  /// The number in a row; 0 if it has none.
  func number(_ id: ID) -> Int {
    guard case .stepper(let stepper)? = row(id)?.control else { return 0 }
    return stepper.value
  }

  /// Takes a key that is no click.
  mutating func take(_ key: Key) -> Outcome {
    switch key {
    case .up, .backTab: step(-1)
    case .down, .tab: step(1)
    case .wheelUp: focus = max(focus - 1, 0)
    case .wheelDown: focus = min(focus + 1, rows.count - 1)
    case .enter: return press()
    case .left where !isTyping: change(by: -1)
    case .right where !isTyping: change(by: 1)
    case .character(" ") where !isTyping: return isButton(focused) ? press() : changed(by: 1)
    case .character("+") where !isTyping: change(by: 1)
    case .character("-") where !isTyping: change(by: -1)
    default:
      guard case .text(var field) = focused.control else { return .passed }
      guard field.take(key) else { return .passed }
      rows[focus].control = .text(field)
    }
    return .handled
  }

  /// The pointer came to a row, or to none.
  ///
  /// It neither takes the keyboard from a text nor gives it to one: what is typed must not go
  /// astray because something touched the mouse.
  ///
  /// - Returns: whether another row has the keyboard by that.
  mutating func point(to index: Int?) -> Bool {
    guard let index, rows.indices.contains(index), index != focus, !isTyping else { return false }
    if case .text = rows[index].control { return false }
    focus = index
    return true
  }

  /// Takes a click on a cell of a row, or on one of its arrows.
  mutating func click(_ index: Int, _ part: FormLayout.Part) -> Outcome {
    guard rows.indices.contains(index) else { return .passed }
    focus = index
    switch (rows[index].control, part) {
    case (.button, _): return press()
    case (_, .less): change(by: -1)
    case (_, .more): change(by: 1)
    case (.text(var field), .value(let cell, let cells)):
      field.click(cell: cell, of: cells)
      rows[index].control = .text(field)
    default: break
    }
    return .handled
  }

  /// Changes the value of the row that has the keyboard, if it has one.
  mutating func change(by count: Int) {
    switch focused.control {
    case .choice(var choice):
      choice.step(count)
      rows[focus].control = .choice(choice)
    case .stepper(var stepper):
      stepper.step(count)
      rows[focus].control = .stepper(stepper)
    case .text, .button: break
    }
  }

  private mutating func changed(by count: Int) -> Outcome {
    change(by: count)
    return .handled
  }

  private mutating func step(_ count: Int) {
    focus = (focus + count + rows.count) % rows.count
  }

  private func press() -> Outcome {
    let button = isButton(focused) ? focused : rows.first(where: isButton)
    return button.map { .pressed($0.id) } ?? .handled
  }

  private func isButton(_ row: Row) -> Bool { row.control == .button }

  private func row(_ id: ID) -> Row? { rows.first { $0.id == id } }
}
