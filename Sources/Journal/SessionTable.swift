// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
package import Game
package import Lobby

/// The sessions of a registry in memory.
///
/// A session that no server has in memory is dropped `LobbyLimits.sessionKeptFor` after it lost its
/// connection, when the next one is unloaded.
package struct SessionTable: Sendable {
  private var sessions: [SessionID: RegisteredSession] = [:]
  /// The number of puts that have landed.
  private var count: UInt64 = 0
  /// The sessions that were unloaded, in that order; some have been loaded again since.
  private var detached: Deque<(id: SessionID, revision: Revision)> = []

  /// An empty table.
  package init() {}

  /// All sessions, by id.
  package var all: [RegisteredSession] {
    sessions.values.sorted { $0.record.id.rawValue < $1.record.id.rawValue }
  }

  /// A session as stored; nil if none is.
  package subscript(id: SessionID) -> RegisteredSession? { sessions[id] }

  /// Puts a record in place of the one with a revision, or of none.
  ///
  /// - Returns: its own revision; nil if another one stands there, and nothing has changed.
  package mutating func put(_ record: SessionRecord, expecting former: Revision?) -> Revision? {
    let standing = sessions[record.id]
    guard standing?.revision == former else { return nil }
    count += 1
    let revision = Revision(count)
    var record = record
    record.highest = max(record.highest, standing?.record.highest ?? record.highest)
    sessions[record.id] = RegisteredSession(record, revision: revision)
    if let time = record.detachedAt {
      drop(before: time - LobbyLimits.sessionKeptFor)
      detached.append((record.id, revision))
    }
    return revision
  }

  /// Removes a session.
  package mutating func forget(_ session: SessionID) { sessions[session] = nil }

  /// Raises a session's highest request number; ignored for unknown sessions.
  package mutating func raise(_ session: SessionID, to request: RequestID) {
    guard let highest = sessions[session]?.record.highest else { return }
    sessions[session]?.record.highest = max(highest, request)
  }

  private mutating func drop(before limit: ServerTime) {
    while let first = detached.first {
      if let known = sessions[first.id], known.revision == first.revision,
        let time = known.record.detachedAt
      {
        guard time <= limit else { return }
        sessions[first.id] = nil
      }
      detached.removeFirst()
    }
  }
}
