// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Stage

/// A question or the help over the table, in words.
package struct MatchDialog: Hashable, Sendable {
  /// A row: keys, and what they do.
  package struct Row: Hashable, Sendable {
    /// The keys, such as `n, Esc`.
    package var keys: String
    /// What they do.
    package var meaning: String

    /// A row of a dialog.
    package init(keys: String, meaning: String) {
      self.keys = keys
      self.meaning = meaning
    }
  }

  /// The title.
  package var title: String
  /// The rows; a question's answers.
  package var rows: [Row]
  /// The answer that Enter selects; nil for none.
  package var chosen: Int?
  /// Whether it is a question, which one of its rows' keys answers.
  package var isQuestion: Bool
}

extension MatchScreen {
  /// What is open over the table, whose help has these rows; nil for nothing.
  package func dialog(in scene: Scene, help: [MatchDialog.Row]) -> MatchDialog? {
    if let confirmation {
      let (title, rows) = Self.wording(of: confirmation)
      return .question(title, rows, nil)
    }
    if let choiceQuestion {
      let (title, rows, chosen) = wording(of: choiceQuestion, in: scene)
      return .question(title, rows, chosen)
    }
    guard isHelpShown else { return nil }
    return MatchDialog(title: "Keys", rows: help, chosen: nil, isQuestion: false)
  }
}

extension MatchDialog {
  fileprivate static func question(
    _ title: String, _ rows: [(String, String)], _ chosen: Int?
  ) -> MatchDialog {
    MatchDialog(
      title: title, rows: rows.map { Row(keys: $0.0, meaning: $0.1) }, chosen: chosen,
      isQuestion: true)
  }
}
