// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One of a few values; stepping wraps around.
package struct Choice: Hashable, Sendable {
  /// A value and how it is shown.
  package struct Option: Hashable, Sendable {
    /// The value as the program names it.
    package var value: String
    /// The title on screen.
    package var title: String
    /// Explains the value while it is chosen and its row is focused; empty for none.
    package var hint: String

    /// An option, by default without a hint.
    package init(value: String, title: String, hint: String = "") {
      self.value = value
      self.title = title
      self.hint = hint
    }
  }

  /// The values; never empty.
  package let options: [Option]
  /// The index of the chosen option.
  package private(set) var index: Int

  /// Chooses `value`, or the first option if there is none with that value.
  package init(_ options: [Option], chosen value: String = "") {
    precondition(!options.isEmpty, "A choice needs at least one option.")
    self.options = options
    index = options.firstIndex { $0.value == value } ?? 0
  }

  /// Options whose titles are their values.
  package init(_ values: [String], chosen value: String = "") {
    self.init(values.map { Option(value: $0, title: $0) }, chosen: value)
  }

  /// The chosen value.
  package var value: String { options[index].value }
  /// The chosen option's title.
  package var title: String { options[index].title }

  /// The chosen option's hint; may be empty.
  package var hint: String { options[index].hint }

  /// Moves by `count` options, backwards if it is negative.
  package mutating func step(_ count: Int) {
    let next = (index + count) % options.count
    index = next < 0 ? next + options.count : next
  }
}

/// A whole number between two bounds.
package struct Stepper: Hashable, Sendable {
  /// The allowed values.
  package let range: ClosedRange<Int>
  /// The current value.
  package private(set) var value: Int

  /// Clamps `value` to `range`.
  package init(_ value: Int, in range: ClosedRange<Int>) {
    self.range = range
    self.value = min(max(value, range.lowerBound), range.upperBound)
  }

  /// Moves by `count` and stops at the bounds.
  package mutating func step(_ count: Int) {
    value = min(max(value + count, range.lowerBound), range.upperBound)
  }
}
