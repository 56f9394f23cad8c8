// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Identifies one connection of an ``EventLoop``, incoming or outgoing; never reused.
///
/// Messages to a connection that is gone are ignored, so an id may be kept without care.
package struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
  let key: SlotKey

  /// A short form for logs.
  package var description: String { "connection \(key.slot).\(key.generation)" }
}
