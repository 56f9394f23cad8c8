// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A promise that some bytes broke: what they are kept for.
struct InvariantViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// What should have held, and what came instead.
  let description: String

  init(_ description: String) { self.description = description }
}

/// Asks for something to hold.
func hold(
  _ isKept: Bool, _ promise: @autoclosure () -> String
) throws(InvariantViolation) {
  if !isKept { throw InvariantViolation(promise()) }
}

/// Asks for a text to be what a person may be told: a sentence with an end, of a bounded length, and
/// nothing in it that controls a terminal.
func holdSentence(_ text: String, most: Int = 1000) throws(InvariantViolation) {
  try hold(text.hasSuffix(".") && text.count > 2, "This is no sentence: \(text.debugDescription)")
  try hold(text.count <= most, "This sentence is \(text.count) long: \(text.prefix(80))...")
  try holdHarmless(text)
}

/// Asks for a text to be safe to print on one line.
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
