// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Lobby

/// A journal in memory, for tests and short-lived servers.
///
/// The rooms hold their own logs; this keeps only the last entry of each, to fence steps as every
/// journal does, the sessions, and some finished matches.
package final class InMemoryJournal: Journal {
  /// Called with the results of matches that have ended.
  package var onResults: ([MatchResult]) -> Void = { _ in }
  /// Called with changes to the bans.
  package var onBans: ([BanChange]) -> Void = { _ in }
  private var replayCache = ReplayCache()
  /// The last entries of the open rooms.
  private var lastEntries: [RoomID: Entry] = [:]
  private var codes = RoomCodeTable()
  private var sessions = SessionTable()

  /// An empty journal.
  package init() {}

  /// Appends each step that follows its room's last entry; calls back before it returns.
  package func append(_ records: [RoomRecord], _ outcome: @escaping ([RoomOutcome]) -> Void) {
    var changes = JournalChanges()
    let outcomes = records.compactMap { append($0, &changes) }
    assert(
      outcomes.count == records.count { $0.isAwaited }, "Each awaited record has one outcome.")
    tell(changes)
    outcome(outcomes)
  }

  /// Reads a session; calls back before it returns.
  package func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    answer(.found(sessions[session]))
  }

  /// Keeps sessions, and takes every other record; calls back before it returns.
  package func put(
    _ records: [RegistryRecord], _ outcome: @escaping ([RegistryOutcome]) -> Void
  ) {
    var changes = JournalChanges()
    let outcomes = records.compactMap { put($0, &changes) }
    tell(changes)
    outcome(outcomes)
  }

  /// Queries the latest matches; calls back before it returns.
  package func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    answer(replayCache.answer(query))
  }

  private func put(_ record: RegistryRecord, _ changes: inout JournalChanges) -> RegistryOutcome? {
    switch record {
    case .session(let session, let former, let id):
      return sessions.put(session, expecting: former).map { .kept(id, $0) }
        ?? .conflict(id, sessions[session.id])
    case .forgotten(let session): sessions.forget(session)
    case .ban(let change, _): changes.bans.append(change)
    }
    return record.outcome(isThere: true)
  }

  private func append(_ record: RoomRecord, _ changes: inout JournalChanges) -> RoomOutcome? {
    switch record {
    case .step(let step):
      let known = lastEntries[step.room]
      guard step.expectedLastSeq == known?.seq ?? 0, let last = step.entries.last else {
        return record.outcome(isThere: known != nil && known == step.entries.last)
      }
      if known == nil {
        guard !codes.isTaken(step.code, at: last.at) else { return .taken(step.room) }
        codes.open(step.room, as: step.code)
      }
      assert(
        last.seq == step.expectedLastSeq + UInt64(step.entries.count),
        "A step's entries are numbered without gaps.")
      lastEntries[step.room] = last
      replayCache.note(step)
      if let result = step.result { changes.results.append(result) }
      return .landed(step.room)
    case .closed(let room, let time):
      lastEntries[room] = nil
      codes.close(room, at: time)
      replayCache.close(room)
      return nil
    case .spectator(_, let room): return record.outcome(isThere: lastEntries[room] != nil)
    case .spectatorLeft: return nil
    }
  }
}
