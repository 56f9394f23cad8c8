// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby

/// A journal that lives as long as the process: for an evening among friends, and for tests.
///
/// The rooms themselves hold their logs; this keeps of each only the number its log ends with, so
/// that it refuses what does not follow, as every journal does.
public final class InMemoryJournal: Journal {
  private var lastSeqs: [RoomID: UInt64] = [:]

  /// An empty journal.
  public init() {}

  /// Appends each step that follows its room's last entry; calls back before it returns.
  public func append(_ steps: [JournalStep], _ outcome: @escaping ([JournalOutcome]) -> Void) {
    outcome(
      steps.map { step in
        guard step.batch.expectedLastSeq == lastSeqs[step.room] ?? 0,
          let last = step.batch.entries.last
        else { return JournalOutcome(room: step.room, hasLanded: false) }
        lastSeqs[step.room] = last.seq
        return JournalOutcome(room: step.room, hasLanded: true)
      })
  }
}
