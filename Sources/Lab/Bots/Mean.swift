// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The mean of many figures, and how well it is known.
struct Mean: Hashable, Sendable {
  private(set) var count = 0
  private var sum = 0.0
  private var squares = 0.0

  /// The mean itself; 0 of nothing.
  var value: Double { count > 0 ? sum / Double(count) : 0 }

  /// Its standard error; 0 of fewer than two figures.
  var error: Double {
    guard count > 1 else { return 0 }
    let spread = max(squares - sum * sum / Double(count), 0) / Double(count - 1)
    return (spread / Double(count)).squareRoot()
  }

  /// Counts a figure in.
  mutating func add(_ figure: Double) {
    count += 1
    sum += figure
    squares += figure * figure
  }

  /// Counts all of another's figures in.
  ///
  /// Sums of turns and of halves are exact, so the order in which parts come makes no difference.
  mutating func add(_ other: Mean) {
    count += other.count
    sum += other.sum
    squares += other.squares
  }
}
