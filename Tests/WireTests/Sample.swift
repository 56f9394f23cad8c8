// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Testing

/// A message with a name: an argument of a test, and a row of a golden table.
struct Sample<Message: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let message: Message

  init(_ name: String, _ message: Message) {
    self.name = name
    self.message = message
  }

  var testDescription: String { name }
}

/// Bytes that are easy to tell apart in a golden file: `first`, `first` + 1, ...
func sequence(_ first: UInt8, count: Int) -> [UInt8] {
  (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
}
