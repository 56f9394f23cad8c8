// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

@testable import MatchServer

/// The journal's file without a loop or a thread: an append is written before the call returns.
final class StoreJournal: Journal {
  let store: JournalStore
  /// Everything that was appended, call by call.
  private(set) var appended: [[JournalRecord]] = []
  /// Called when something has been written.
  var written: () throws -> Void = {}

  init(path: String) throws { store = try JournalStore(path: path) }

  func append(
    _ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void
  ) {
    appended.append(records)
    let outcomes = store.write(records)?.outcomes ?? []
    try? written()
    outcome(outcomes)
  }

  func query(_ query: ReplayQuery, _ answer: @escaping (ReplayAnswer) -> Void) {
    answer(store.look(for: query).answer)
  }

  func beat(at time: ServerTime) {}
}
