// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// What a file says about settings.
package struct SettingLines<Values: SettingValues>: Hashable, Sendable {
  /// A problem in one line.
  package struct Problem: Hashable, Sendable {
    /// The line; 0 for flags and the environment.
    package let line: Int
    /// A sentence with the place, the problem and the remedy.
    package let sentence: String
  }

  /// The file's path.
  private let path: String
  /// The items, in order.
  package private(set) var items: [SettingItem<Values>] = []
  /// The lines that could not be read, in order.
  package private(set) var problems: [Problem] = []

  /// A file that says nothing.
  package init(path: String = "") {
    self.path = path
  }

  /// Adds a setting; a problem if no setting has this name.
  package mutating func add(_ name: String, _ words: [String], line: Int) {
    guard let setting = Setting<Values>.named(name) else {
      return addProblem(Setting<Values>.unknown(name), line: line)
    }
    items.append(SettingItem(setting, words, .file(path: path, line: line)))
  }

  /// Adds a problem.
  package mutating func addProblem(_ sentence: String, line: Int) {
    problems.append(
      Problem(line: line, sentence: "\(path.printable(limit: 200)):\(line): \(sentence)"))
  }
}
