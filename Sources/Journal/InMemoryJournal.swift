// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// A journal in memory, for tests and short-lived servers.
///
/// The rooms hold their own logs; this keeps only the last entry of each, to fence steps as every
/// journal does, and some finished matches.
package final class InMemoryJournal: Journal {
  /// Called with the results of matches that have ended.
  package var onResults: ([MatchResult]) -> Void = { _ in }
  /// Called with changes to the bans.
  package var onBans: ([BanChange]) -> Void = { _ in }
  private var replayCache = ReplayCache()
  /// The last entries of the open rooms.
  private var lastEntries: [RoomID: Entry] = [:]

  /// An empty journal.
  package init() {}

  /// Appends each step that follows its room's last entry; calls back before it returns.
  package func append(
    _ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void
  ) {
    var changes = JournalChanges()
    let outcomes = records.compactMap { append($0, &changes) }
    assert(
      outcomes.count == records.count { $0.isAwaited }, "Each awaited record has one outcome.")
    tell(changes)
    outcome(outcomes)
  }

  /// Queries the latest matches; calls back before it returns.
  package func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    answer(replayCache.answer(query))
  }

  /// Does nothing: a heartbeat would end with the process.
  package func beat(at time: ServerTime) {}

  private func append(
    _ record: JournalRecord, _ changes: inout JournalChanges
  ) -> JournalOutcome? {
    switch record {
    case .step(let step):
      let known = lastEntries[step.room]
      guard step.expectedLastSeq == known?.seq ?? 0, let last = step.entries.last else {
        return record.outcome(isThere: known != nil && known == step.entries.last)
      }
      assert(
        last.seq == step.expectedLastSeq + UInt64(step.entries.count),
        "A step's entries are numbered without gaps.")
      lastEntries[step.room] = last
      replayCache.note(step)
      if let result = step.result { changes.results.append(result) }
      return .landed(step.room)
    case .session(_, let id): return .kept(id)
    case .closed(let room, _):
      lastEntries[room] = nil
      replayCache.close(room)
      return nil
    case .spectator(_, let room): return record.outcome(isThere: lastEntries[room] != nil)
    case .ban(let change, let id):
      changes.bans.append(change)
      return .noted(id)
    case .spectatorLeft, .forgotten, .outages: return nil
    }
  }
}
