// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The loss of a journal, judged by the heartbeat beside it.
package enum JournalLoss: Hashable, Sendable {
  /// The journal is missing.
  case whole
  /// It is a different journal.
  case replaced
  /// It has fewer commits than the heartbeat recorded.
  case commits(has: Int64, knew: Int64)

  /// Detects a loss; nil if none is known.
  ///
  /// - Parameters:
  ///   - known: the heartbeat's mark; nil if it has none.
  ///   - lastBeat: the last heartbeat; nil if there was none.
  ///   - glance: the journal found.
  init?(known: JournalMark?, lastBeat: ServerTime?, found glance: JournalGlance) {
    switch (glance, known) {
    case (.missing, nil) where lastBeat == nil: return nil
    case (.missing, _): self = .whole
    case (.mark(let mark), let known?) where mark.journal != known.journal: self = .replaced
    case (.unmarked, .some): self = .replaced
    case (.mark(let mark), let known?) where mark.commits < known.commits:
      self = .commits(has: mark.commits, knew: known.commits)
    case (.unreadable, _), (.unmarked, _), (.mark, _): return nil
    }
  }

  /// The loss as the beginning of a sentence.
  ///
  /// - Parameter path: the journal.
  /// - Returns: the clause.
  package func clause(about path: String) -> String {
    switch self {
    case .whole: "\(path) is missing, although it held matches"
    case .replaced: "\(path) is not the journal that was last written here"
    case .commits(let has, let knew):
      "\(path) lacks at least the last \((knew - has)) of \(knew) commits, because its write-ahead "
        + "log (\(path)-wal) is missing or damaged, or because it is an older copy"
    }
  }
}
