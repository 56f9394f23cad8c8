// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension JournalContract {
  /// What was reported holds, whatever becomes of the disk.
  static let faults = [
    Case("a full disk stores nothing, and says so", needs: [.contents, .faults]) { journal in
      try await journal.land(step(1...1))
      try await journal.set(.full)
      try await expectAll(false, journal)
      try await journal.set(.none)
      try await journal.land(step(2...2))
    },
    Case(
      "records that landed although the journal was unsure are found",
      needs: [.contents, .faults]
    ) { journal in
      try await journal.land(step(1...1))
      try await journal.set(.unclear(landed: true))
      try await expectAll(true, journal)
      try await journal.set(.none)
      try await journal.land(step(3...3))
    },
    Case(
      "records that did not land although the journal was unsure never will",
      needs: [.contents, .faults]
    ) { journal in
      try await journal.land(step(1...1))
      try await journal.set(.unclear(landed: false))
      try await expectAll(false, journal)
      try await journal.set(.none)
      try await journal.land(step(2...2, theme: "rival"))
      try await journal.refuse(step(2...2))
    },
  ]

  /// Appends one record of each awaited kind, behind a room's first entry; all are to be stored and
  /// reported, or none.
  private static func expectAll(_ isThere: Bool, _ journal: JournalUnderTest) async throws {
    let group: [JournalRecord] = [
      step(2...2), .session(session, for: CorrelationID(1)), .spectator(watching, of: room),
      .ban(.set(ban), for: CorrelationID(2)),
    ]
    let outcomes = try await journal.append(group)
    try expect(
      zip(group, outcomes).allSatisfy { $0.isThere(by: $1) == isThere },
      "The outcomes are \(outcomes).")
    if case .reread(let found)? = outcomes.first {
      let last: UInt64 = isThere ? 2 : 1
      try expect(found.entries.last?.seq == last, "\(found) is read again.")
    }
    let contents = try await journal.restored()
    let rooms = contents.lobby.rooms
    try expect(
      rooms.map(\.entries.count) == [isThere ? 2 : 1]
        && rooms.flatMap(\.spectators).isEmpty != isThere
        && contents.lobby.sessions.isEmpty != isThere && contents.bans.isEmpty != isThere,
      "\(contents) is restored.")
  }
}
