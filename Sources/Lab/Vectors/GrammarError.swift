// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a text is not a track, an animation or a row of vectors.
enum GrammarError: Error, Hashable, CustomStringConvertible {
  /// A number was expected where `text` stands.
  case notANumber(text: String)
  /// A segment was expected, TIME>TARGET:ANIMATION, where `text` stands.
  case notASegment(text: String)
  /// A call was expected, name(arguments), where `text` stands.
  case notACall(text: String)
  /// There is no animation or modifier `name` with that many arguments.
  case unknownCall(name: String, argumentCount: Int)
  /// A row has `count` fields.
  case wrongFieldCount(count: Int)

  /// What is wrong, and what would be right.
  var description: String {
    switch self {
    case .notANumber(let text): "'\(text)' is not a finite number; write one such as 0.35."
    case .notASegment(let text):
      "'\(text)' is not a segment; write TIME>TARGET:ANIMATION, such as 0>1:linear(0.5)."
    case .notACall(let text):
      "'\(text)' is not a call; write a name and its arguments, such as delay(0.1)."
    case .unknownCall(let name, let argumentCount):
      "There is no '\(name)' of \(argumentCount) arguments here; see the module's documentation."
    case .wrongFieldCount(let count):
      "A row has the five fields id, track, t, value and velocity, this one \(count)."
    }
  }
}
