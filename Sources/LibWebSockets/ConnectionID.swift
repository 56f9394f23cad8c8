// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Identifies one connection of an ``EventLoop``, incoming or outgoing; never reused.
///
/// Messages to a connection that is gone are ignored, so an id may be kept without care.
package struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
  let key: SlotKey

  /// A small number, unique among the loop's connections that are not gone: an index for tables.
  package var slot: Int { Int(key.slot) }

  /// A short form for logs.
  package var description: String { "connection \(key.slot).\(key.generation)" }
}
