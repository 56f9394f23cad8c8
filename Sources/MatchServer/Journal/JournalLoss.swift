// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a journal lacks of what the heartbeat beside it knows.
public enum JournalLoss: Hashable, Sendable {
  /// There is no journal any more.
  case whole
  /// It is another journal.
  case replaced
  /// It has fewer commits than were known of.
  case commits(has: Int64, knew: Int64)

  /// What is missing; nil where nothing is known to be.
  ///
  /// - Parameters:
  ///   - known: what the heartbeat says of the journal; nil where it says nothing.
  ///   - lastBeat: when a server was last alive; nil where none ever was.
  ///   - glance: what there is.
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

  /// What is missing, a clause about the file.
  ///
  /// - Parameter path: the journal.
  /// - Returns: the beginning of a sentence.
  func clause(about path: String) -> String {
    switch self {
    case .whole: "\(path) is missing, although matches were kept in it"
    case .replaced: "\(path) is not the journal that was last written here"
    case .commits(let has, let knew):
      "\(path) lacks at least the last \((knew - has)) of \(knew) commits, because its write-ahead log "
        + "(\(path)-wal) is missing or damaged, or because it is an older copy"
    }
  }
}
