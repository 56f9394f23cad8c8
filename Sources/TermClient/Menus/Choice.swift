// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One of a few values, gone through in a circle.
struct Choice: Hashable, Sendable {
  /// A value and what people are shown for it.
  struct Option: Hashable, Sendable {
    /// The value as a word of a program.
    var value: String
    /// The words for it.
    var title: String
    /// What it means, shown while it is chosen and its row has the keyboard; empty for nothing.
    var hint = ""
  }

  /// The values there are, at least one.
  let options: [Option]
  /// Which is chosen.
  private(set) var index: Int

  /// A choice among options; the first is chosen unless `value` is among them.
  init(_ options: [Option], chosen value: String = "") {
    precondition(!options.isEmpty, "A choice among nothing is none.")
    self.options = options
    index = options.firstIndex { $0.value == value } ?? 0
  }

  /// A choice among words that people are shown as they are.
  init(_ values: [String], chosen value: String = "") {
    self.init(values.map { Option(value: $0, title: $0) }, chosen: value)
  }

  /// The value chosen.
  var value: String { options[index].value }
  /// The words for it.
  var title: String { options[index].title }

  /// What the value chosen means; empty for nothing.
  var hint: String { options[index].hint }

  /// Goes so many values further, back at a negative number.
  mutating func step(_ count: Int) {
    let next = (index + count) % options.count
    index = next < 0 ? next + options.count : next
  }
}

/// A whole number between two bounds.
struct Stepper: Hashable, Sendable {
  /// What it may be.
  let range: ClosedRange<Int>
  /// What it is.
  private(set) var value: Int

  /// A number, brought into its range.
  init(_ value: Int, in range: ClosedRange<Int>) {
    self.range = range
    self.value = min(max(value, range.lowerBound), range.upperBound)
  }

  /// Goes so many further, and stops at the bounds.
  mutating func step(_ count: Int) {
    value = min(max(value + count, range.lowerBound), range.upperBound)
  }
}
