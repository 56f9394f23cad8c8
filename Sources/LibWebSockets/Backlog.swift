// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Bytes waiting for slow readers, as ``EventLoop/backlog`` counts them.
package struct Backlog: Hashable, Sendable {
  /// The sum over all connections, frame headers included.
  package private(set) var bytes = 0
  /// The largest count of a single connection.
  package private(set) var most = 0

  /// No waiting bytes.
  package init() {}

  /// Adds a connection with this many waiting bytes.
  package mutating func add(_ waiting: Int) {
    bytes += waiting
    most = max(most, waiting)
  }
}
