// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging
import Synchronization

/// From which level on the log tells, for all loggers of a process at once and while they are used.
final class LogThreshold: Sendable {
  /// Where it is in the order of levels.
  private let rank: Atomic<Int>

  /// Tells from `level` on.
  init(_ level: Logger.Level = .info) {
    rank = Atomic(Self.rank(of: level))
  }

  /// The least grave level that is told.
  var level: Logger.Level {
    get { Logger.Level.allCases[rank.load(ordering: .relaxed)] }
    set { rank.store(Self.rank(of: newValue), ordering: .relaxed) }
  }

  private static func rank(of level: Logger.Level) -> Int {
    Logger.Level.allCases.firstIndex(of: level) ?? 0
  }
}
