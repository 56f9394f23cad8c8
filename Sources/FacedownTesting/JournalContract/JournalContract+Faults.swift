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
    Case(
      "what landed although the journal was unsure is told once, and nothing else",
      needs: [.contents, .faults]
    ) { journal in
      for (number, fault) in [Fault.full, .unclear(landed: false), .unclear(landed: true), .none]
        .enumerated()
      {
        try await journal.set(fault)
        let record = end(result(number, ["ana", "ben"]), in: RoomID("\(number)"))
        var noise = ban
        noise.since = ServerTime(microseconds: Int64(number))
        for _ in 1...2 {
          _ = try await journal.append([record])
          _ = try await journal.append([.ban(.set(noise), for: CorrelationID(1))])
        }
      }
      let told = try await journal.told()
      try expect(
        told.results.map(\.matchID) == ["match 2", "match 3"], "\(told.results) are told.")
      // A ban that is set again is another change, and the same ban.
      let bans = told.bans.compactMap { if case .set(let ban) = $0 { ban } else { nil } }
      try expect(bans.map(\.since.microseconds) == [2, 2, 3, 3], "\(told.bans) are told.")
      let restored = try await journal.restored()
      try expect(
        restored.ratings.matchCount == 2 && restored.bans.map(\.since.microseconds) == [3],
        "\(restored) is restored.")
    },
  ]

  private typealias Fault = JournalUnderTest.Fault

  /// Appends one record of each awaited kind, behind a room's first entry; all are to be stored and
  /// reported, or none.
  private static func expectAll(_ isThere: Bool, _ journal: JournalUnderTest) async throws {
    let group: [JournalRecord] = [
      step(2...2), .session(session, for: CorrelationID(1)), .spectator(watching, of: room),
      .ban(.set(ban), for: CorrelationID(2)),
    ]
    let outcomes = try await journal.append(group)
    let isStored = try await journal.find(session.id) != nil
    try expect(
      zip(group, outcomes).allSatisfy { record, outcome in
        if case .registry(.unclear) = outcome { return isStored == isThere }
        return record.isThere(by: outcome) == isThere
      } && isStored == isThere,
      "The outcomes are \(outcomes).")
    if case .room(.reread(let found))? = outcomes.first {
      let last: UInt64 = isThere ? 2 : 1
      try expect(found.entries.last?.seq == last, "\(found) is read again.")
    }
    let contents = try await journal.restored()
    let rooms = contents.lobby.rooms
    try expect(
      rooms.map(\.entries.count) == [isThere ? 2 : 1]
        && rooms.flatMap(\.spectators).isEmpty != isThere
        && contents.bans.isEmpty != isThere,
      "\(contents) is restored.")
  }
}
