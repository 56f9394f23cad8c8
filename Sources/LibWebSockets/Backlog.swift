// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How much waits for readers who do not keep up, as ``EventLoop/backlog`` counts it.
public struct Backlog: Hashable, Sendable {
  /// Bytes of all of them together, frame headers included.
  public private(set) var bytes = 0
  /// Bytes of the one for whom the most wait.
  public private(set) var most = 0

  /// Nothing waits.
  public init() {}

  /// One reader more, for whom so many wait.
  public mutating func add(_ waiting: Int) {
    bytes += waiting
    most = max(most, waiting)
  }
}
