// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A form of input rows and buttons, one of which has the focus.
///
/// `ID` identifies the rows. Up, Down and Tab move the focus and wrap around; Left and Right change
/// a value or move the text cursor; Enter presses the focused button, or else the first one.
package struct Form<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The kind of a row.
  package enum Control: Hashable, Sendable {
    /// A line of text.
    case text(TextField)
    /// One of a few values.
    case choice(Choice)
    /// A whole number.
    case stepper(Stepper)
    /// A button, without a value.
    case button
  }

  /// A row.
  package struct Row: Hashable, Sendable {
    /// Identifies the row.
    package var id: ID
    /// The label on screen.
    package var label: String
    /// The input, or a button.
    package var control: Control
    /// Explains the row while it has the focus.
    package var hint: String

    /// A row, by default without a hint.
    package init(id: ID, label: String, control: Control, hint: String = "") {
      self.id = id
      self.label = label
      self.control = control
      self.hint = hint
    }

    /// The text shown while the row has the focus: the chosen value's hint, or else the row's.
    package var note: String {
      guard case .choice(let choice) = control, !choice.hint.isEmpty else { return hint }
      return choice.hint
    }

    /// Every text `note` can return, for measuring.
    package var notes: [String] {
      guard case .choice(let choice) = control else { return [hint] }
      return [hint] + choice.options.map(\.hint)
    }
  }

  /// The result of a key or click.
  package enum Outcome: Hashable, Sendable {
    /// The form handled it; nothing else to do.
    case handled
    /// Not a key that forms use.
    case passed
    /// A button was pressed.
    case pressed(ID)
  }

  /// The rows; never empty.
  package var rows: [Row]
  /// The index of the focused row.
  package private(set) var focus: Int

  /// A form with the focus on its first row.
  package init(_ rows: [Row]) {
    precondition(!rows.isEmpty, "A form needs at least one row.")
    self.rows = rows
    focus = 0
  }

  /// The focused row.
  package var focused: Row { rows[focus] }

  /// Whether typed characters go into a text field.
  package var isTyping: Bool {
    if case .text = focused.control { return true }
    return false
  }

  /// Focuses a row, if it exists.
  package mutating func focus(on id: ID) {
    if let index = rows.firstIndex(where: { $0.id == id }) { focus = index }
  }

  /// A row's text; empty if it is no text row.
  package func text(_ id: ID) -> String {
    guard case .text(let field)? = row(id)?.control else { return "" }
    return field.text
  }

  /// Sets a row's text; does nothing if it is no text row.
  package mutating func put(_ text: String, into id: ID) {
    guard let index = rows.firstIndex(where: { $0.id == id }),
      case .text(let field) = rows[index].control
    else { return }
    rows[index].control = .text(
      TextField(text, limit: field.limit, placeholder: field.placeholder))
  }

  /// A row's chosen value; empty if it is no choice.
  package func value(_ id: ID) -> String {
    guard case .choice(let choice)? = row(id)?.control else { return "" }
    return choice.value
  }

  /// A row's number; 0 if it is no stepper.
  package func number(_ id: ID) -> Int {
    guard case .stepper(let stepper)? = row(id)?.control else { return 0 }
    return stepper.value
  }

  /// Handles a key other than a click.
  package mutating func take(_ key: Key) -> Outcome {
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

  /// Moves the focus to the row under the pointer.
  ///
  /// A text row neither loses nor gains the focus this way: a touched mouse must not redirect what
  /// is being typed.
  ///
  /// - Returns: whether the focus moved.
  package mutating func point(to index: Int?) -> Bool {
    guard let index, rows.indices.contains(index), index != focus, !isTyping else { return false }
    if case .text = rows[index].control { return false }
    focus = index
    return true
  }

  /// Handles a click on a row, its value or one of its arrows.
  package mutating func click(_ index: Int, _ part: FormLayout.Part) -> Outcome {
    guard rows.indices.contains(index) else { return .passed }
    focus = index
    switch (rows[index].control, part) {
    case (.button, _): return press()
    case (_, .less): change(by: -1)
    case (_, .more): change(by: 1)
    case (.text(var field), .value(let cell, let cells, let isCentred)):
      field.click(cell: cell, of: cells, isCentred: isCentred)
      rows[index].control = .text(field)
    default: break
    }
    return .handled
  }

  /// Changes the focused row's value, if it has one.
  package mutating func change(by count: Int) {
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
