// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The numbered choices as a person was last told them.
///
/// What may be done changes while somebody types, and a number must never do what nobody read: it is
/// taken only while the choices are those that were listed.
struct ListedChoices: Hashable, Sendable {
  /// What a typed line comes to.
  enum Answer: Hashable, Sendable {
    /// It is the number of a choice.
    case action(TableAction)
    /// It is a number, but the choices have changed: they are listed again in this sentence.
    case outdated(String)
    /// It is the number of no choice.
    case notOne
  }

  private var listed: [TableAction]?

  /// Notes that a person is told choices.
  ///
  /// - Returns: the sentence that lists them.
  @discardableResult
  mutating func list(_ choices: PlainChoices) -> String {
    listed = choices.actions
    return choices.sentence
  }

  /// What a typed line comes to while these are the choices.
  mutating func answer(_ line: String, _ choices: PlainChoices) -> Answer {
    guard Int(line.harmless(limit: 4)) != nil else { return .notOne }
    guard listed == choices.actions else {
      let isFirst = listed == nil
      let sentence = list(choices)
      return .outdated(
        isFirst ? sentence : "The choices have changed, so nothing was done. \(sentence)")
    }
    return choices.action(line).map { .action($0) } ?? .notOne
  }
}
