// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch

/// A value shared by several threads.
final class Locked<Value>: @unchecked Sendable {
  // Unchecked: the queue serialises access.
  private let queue = DispatchQueue(label: "locked")
  private var value: Value

  init(_ value: Value) { self.value = value }

  func get() -> Value { queue.sync { value } }

  func update(_ body: (inout Value) -> Void) { queue.sync { body(&value) } }
}
