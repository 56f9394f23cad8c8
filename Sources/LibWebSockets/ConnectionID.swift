// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Names one connection of an ``EventLoop``, incoming or outgoing, for as long as it lives and
/// never another.
///
/// What is sent to a connection that has gone is ignored, so an id may be kept without care.
public struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
  let key: SlotKey

  /// Something short for logs.
  public var description: String { "connection \(key.slot).\(key.generation)" }
}
