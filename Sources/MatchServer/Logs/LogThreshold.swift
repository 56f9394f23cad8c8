// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging
import Synchronization

/// The minimum log level of the whole process; can be changed while loggers use it.
final class LogThreshold: Sendable {
  /// Its index in the order of levels.
  private let rank: Atomic<Int>

  /// A threshold at `level`.
  init(_ level: Logger.Level = .info) {
    rank = Atomic(Self.rank(of: level))
  }

  /// The minimum level.
  var level: Logger.Level {
    get { Logger.Level.allCases[rank.load(ordering: .relaxed)] }
    set { rank.store(Self.rank(of: newValue), ordering: .relaxed) }
  }

  private static func rank(of level: Logger.Level) -> Int {
    Logger.Level.allCases.firstIndex(of: level) ?? 0
  }
}
