// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
package import Lobby

extension JournalStore {
  /// The outcome of recomputing results from the logs of their matches.
  package struct Recomputation: Sendable {
    /// Ratings over the results as stored.
    package var before = RatingTable()
    /// Ratings over the recomputed results.
    package var after = RatingTable()
    /// Results recomputed from logs.
    package var readAgain = 0
    /// Those that were missing or stored differently.
    package var corrected = 0
    /// Results that lacked only the data of profiles.
    package var completed = 0
    /// Results kept as stored, because their logs are gone or unreadable.
    package var standing = 0
    /// Rooms whose logs cannot be read.
    package var unreadableRooms = 0
  }

  /// The ratings over all stored results.
  ///
  /// - Throws: `JournalError` if the file cannot be read.
  package func ratings() throws(JournalError) -> RatingTable {
    do {
      return try read { try ResultRows(db: $0).ratings() }
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  /// Recomputes each result from its match's log, where that still exists, and corrects the stored
  /// ones.
  ///
  /// - Returns: the outcome, already on disk.
  /// - Throws: `JournalError` if the file cannot be read or written; then nothing has changed.
  package func recompute() throws(JournalError) -> Recomputation {
    do {
      return try change { try recompute(in: $0) }
    } catch {
      throw Self.sentence(error, path: path)
    }
  }

  private func recompute(in db: Database) throws -> Recomputation {
    var stored: [StoredResult] = []
    try ResultRows(db: db).forEach { stored.append($0) }
    var outcome = Recomputation()
    for result in stored { try? outcome.before.fold(result.result) }
    let places = Dictionary(
      stored.enumerated().map { ($1.result.matchID, $0) }, uniquingKeysWith: { first, _ in first })
    var missing: [StoredResult] = []
    for id in try String.fetchAll(db, sql: "SELECT id FROM room ORDER BY id") {
      let room = try readableRoom(RoomID(id), in: db)
      guard room?.damage == nil, let results = MatchResult.all(in: room?.entries ?? []) else {
        outcome.unreadableRooms += 1
        continue
      }
      for result in results {
        outcome.readAgain += 1
        let known = places[result.matchID]
        guard known.map({ stored[$0].result != result }) ?? true else { continue }
        if let known, result.agrees(with: stored[known].result) {
          outcome.completed += 1
        } else {
          outcome.corrected += 1
        }
        let corrected = StoredResult(room: RoomID(id), result: result)
        if let known { stored[known] = corrected } else { missing.append(corrected) }
      }
    }
    outcome.standing = stored.count + missing.count - outcome.readAgain
    for result in missing.sorted(by: { $0.result.endedAt < $1.result.endedAt }) {
      let place = stored.firstIndex { $0.result.endedAt > result.result.endedAt }
      stored.insert(result, at: place ?? stored.count)
    }
    for result in stored { try? outcome.after.fold(result.result) }
    if outcome.corrected + outcome.completed > 0 { try ResultRows(db: db).replace(with: stored) }
    return outcome
  }
}
