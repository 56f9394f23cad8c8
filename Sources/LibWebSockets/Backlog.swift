// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Bytes waiting for slow readers, as ``EventLoop/backlog`` counts them.
public struct Backlog: Hashable, Sendable {
  /// The sum over all connections, frame headers included.
  public private(set) var bytes = 0
  /// The largest count of a single connection.
  public private(set) var most = 0

  /// No waiting bytes.
  public init() {}

  /// Adds a connection with this many waiting bytes.
  public mutating func add(_ waiting: Int) {
    bytes += waiting
    most = max(most, waiting)
  }
}
