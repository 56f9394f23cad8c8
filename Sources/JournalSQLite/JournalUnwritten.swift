// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import Lobby
import Protocol

/// Records a server could not write before it stopped, because its disk did not answer.
///
/// No client has seen any of them: an entry is sent only once it is in the journal.
package struct JournalUnwritten: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the journal.
  package var path: String
  /// The system's or SQLite's message; nil if there was no answer.
  package var reason: String?
  /// Number of rooms whose latest decision may be missing.
  package var rooms: Int
  /// Number of hellos and proofs that may be missing.
  package var sessions: Int
  /// Number of other records: bans, spectators, closed rooms, ended sessions.
  package var others: Int

  init(_ records: [JournalRecord], path: String, reason: String?) {
    (self.path, self.reason) = (path, reason)
    (rooms, sessions, others) = (0, 0, 0)
    var known: Set<RoomID> = []
    for record in records {
      switch record {
      case .room(.step(let step)): rooms += known.insert(step.room).inserted ? 1 : 0
      case .registry(.session(let session, _, _)) where session.detachedAt == nil: sessions += 1
      case .room, .registry, .outages: others += 1
      }
    }
  }

  /// A sentence: what is missing, what that means and what to do.
  package var description: String {
    let what = [
      rooms > 0 ? "the latest request in \(rooms.counted("room"))" : nil,
      sessions > 0 ? sessions.counted("hello or proof", "hellos and proofs") : nil,
      others > 0
        ? "\(others.counted("note")) of bans, spectators, closed rooms and ended sessions" : nil,
    ].compactMap { $0 }.formatted
    return "The journal \(path) could not be written before the server stopped "
      + "(\(reason ?? "no answer")): \(what) may be missing. No client was told that these "
      + "succeeded. Check the disk, then start the server again."
  }
}

extension [String] {
  /// The items joined as an English enumeration.
  fileprivate var formatted: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
