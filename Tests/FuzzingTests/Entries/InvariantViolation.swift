// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A violated property: the reason to keep an input.
struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// The property, or what happened instead.
  let description: String

  init(_ description: String) { self.description = description }
}

/// Checks a property.
func hold(
  _ isKept: Bool, _ promise: @autoclosure () -> String
) throws(InvariantViolation) {
  if !isKept { throw InvariantViolation(promise()) }
}

/// Checks that a text can be shown to people: a sentence with an end, of bounded length, without
/// control characters.
func holdSentence(_ text: String, most: Int = 1000) throws(InvariantViolation) {
  try hold(
    (text.hasSuffix(".") || text.hasSuffix("?")) && text.count > 2,
    "This is not a sentence: \(text.debugDescription)")
  try hold(text.count <= most, "This sentence is \(text.count) long: \(text.prefix(80))...")
  try holdHarmless(text)
}

/// Checks that a text is safe to print on one line.
func holdHarmless(_ text: String) throws(InvariantViolation) {
  let isHarmless = text.unicodeScalars.allSatisfy { scalar in
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
    case .format: scalar == "\u{200d}"
    default: true
    }
  }
  try hold(isHarmless, "This could control a terminal: \(text.debugDescription.prefix(400))")
}
