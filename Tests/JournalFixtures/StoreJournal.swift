// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import JournalSQLite
package import Lobby

/// The journal's file without a loop or a thread: an append is written before the call returns.
package final class StoreJournal: CombinedJournal {
  package let store: JournalStore
  package var onResults: ([MatchResult]) -> Void = { _ in }
  package var onBans: ([BanChange]) -> Void = { _ in }
  /// Everything that was appended, call by call.
  package private(set) var appended: [[JournalRecord]] = []
  /// Called when something has been written.
  package var written: () throws -> Void = {}

  package init(path: String) throws { store = try JournalStore(path: path) }

  package func write(
    _ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void
  ) {
    appended.append(records)
    let report = store.write(records)
    try? written()
    if let report { tell(report.changes) }
    outcome(report?.outcomes ?? [])
  }

  package func get(_ session: SessionID, _ answer: @escaping (RegistryAnswer) -> Void) {
    answer(store.registered(session))
  }

  package func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    answer(store.look(for: query).answer)
  }

  package func beat(at time: ServerTime) {}

  package var problem: String? { nil }

  package var byteCount: Int { 0 }
}
