// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One of a few values; stepping wraps around.
struct Choice: Hashable, Sendable {
  /// A value and how it is shown.
  struct Option: Hashable, Sendable {
    /// The value as the program names it.
    var value: String
    /// The title on screen.
    var title: String
    /// Explains the value while it is chosen and its row is focused; empty for none.
    var hint = ""
  }

  /// The values; never empty.
  let options: [Option]
  /// The index of the chosen option.
  private(set) var index: Int

  /// Chooses `value`, or the first option if there is none with that value.
  init(_ options: [Option], chosen value: String = "") {
    precondition(!options.isEmpty, "A choice needs at least one option.")
    self.options = options
    index = options.firstIndex { $0.value == value } ?? 0
  }

  /// Options whose titles are their values.
  init(_ values: [String], chosen value: String = "") {
    self.init(values.map { Option(value: $0, title: $0) }, chosen: value)
  }

  /// The chosen value.
  var value: String { options[index].value }
  /// The chosen option's title.
  var title: String { options[index].title }

  /// The chosen option's hint; may be empty.
  var hint: String { options[index].hint }

  /// Moves by `count` options, backwards if it is negative.
  mutating func step(_ count: Int) {
    let next = (index + count) % options.count
    index = next < 0 ? next + options.count : next
  }
}

/// A whole number between two bounds.
struct Stepper: Hashable, Sendable {
  /// The allowed values.
  let range: ClosedRange<Int>
  /// The current value.
  private(set) var value: Int

  /// Clamps `value` to `range`.
  init(_ value: Int, in range: ClosedRange<Int>) {
    self.range = range
    self.value = min(max(value, range.lowerBound), range.upperBound)
  }

  /// Moves by `count` and stops at the bounds.
  mutating func step(_ count: Int) {
    value = min(max(value + count, range.lowerBound), range.upperBound)
  }
}
