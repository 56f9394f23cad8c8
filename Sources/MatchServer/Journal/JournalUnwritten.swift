// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// What a server could not write before it stopped, because its disk did not answer.
///
/// Nobody was told that any of it happened: an entry is shown only once it is in the journal.
public struct JournalUnwritten: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the journal is.
  public var path: String
  /// The system's or SQLite's word for what is wrong; nil where nothing was answered at all.
  public var reason: String?
  /// Rooms whose latest decision may not be in it.
  public var rooms: Int
  /// Hellos and proofs that may not be in it.
  public var sessions: Int
  /// Bans, who watches, and rooms and sessions that have come to their end.
  public var others: Int

  init(_ records: [JournalRecord], path: String, reason: String?) {
    (self.path, self.reason) = (path, reason)
    (rooms, sessions, others) = (0, 0, 0)
    var known: Set<RoomID> = []
    for record in records {
      switch record {
      case .step(let step): rooms += known.insert(step.room).inserted ? 1 : 0
      case .session: sessions += 1
      case .spectator, .spectatorLeft, .closed, .forgotten, .outages, .ban: others += 1
      }
    }
  }

  /// A sentence with what is missing, what that means and what to do about it.
  public var description: String {
    let what = [
      rooms > 0 ? "the latest request in \(rooms.counted("room"))" : nil,
      sessions > 0 ? sessions.counted("hello or proof", "hellos and proofs") : nil,
      others > 0
        ? "\(others.counted("note")) of bans, spectators, closed rooms and ended sessions" : nil,
    ].compactMap { $0 }.formatted
    return "The journal \(path) could not be written before the server stopped "
      + "(\(reason ?? "no answer")): \(what) may be missing. No client was told that these succeeded. "
      + "Check the disk, then start the server again."
  }
}

extension [String] {
  /// The parts of an enumeration.
  fileprivate var formatted: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
