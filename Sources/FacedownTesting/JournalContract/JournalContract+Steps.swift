// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Wire

extension JournalContract {
  /// Steps land whole, each behind the entry it expects.
  static let steps = [
    Case("a step lands, and so does the one that follows it") { journal in
      try await journal.land(step(1...2))
      try await journal.land(step(3...3))
    },
    Case("a step that comes back encoded is the one that was appended") { journal in
      for batch in [batch(1...2), batch(3...5)] {
        let outcomes = try await journal.append([.step(batch)])
        guard case .room(.landed(_, let encoded?))? = outcomes.first else { continue }
        let entries = encoded.bytes.map { try? WireEncoding.proto.decodeEntry($0) }
        try expect(
          encoded.firstSeq == batch.expectedLastSeq + 1 && entries == batch.entries,
          "\(batch.entries) come back as \(entries) from \(encoded.firstSeq) on.")
      }
    },
    Case("a step lands whole", needs: [.contents]) { journal in
      var first = batch(1...3)
      first.sealed = SealedRecord(matchID: "match", seed: [UInt8](repeating: 7, count: 32))
      first.entering = [1, 2].map {
        Membership(session: SessionID("\($0)"), actor: ActorNumber($0))
      }
      var second = batch(4...4)
      second.leaving = [ActorNumber(2)]
      try await journal.land(.step(first), .step(second))
      var room = StoredRoom(openedBy: first)
      room.append(second)
      let found = try await journal.restored().lobby.rooms
      try expect(found == [room], "The room is \(room), and \(found) is restored.")
    },
    Case("a step on any other number is refused") { journal in
      try await journal.land(step(1...2))
      for number: UInt64 in [1, 2, 4] {
        try await journal.refuse(step(number...number, theme: "rival"))
      }
      try await journal.refuse(step(2...2, of: RoomID("nowhere")))
      try await journal.land(step(3...3))
    },
    Case("a refused step leaves no trace", needs: [.contents]) { journal in
      try await journal.land(step(1...2))
      let before = try await journal.restored().lobby
      try await journal.refuse(step(2...3, theme: "rival"))
      try await journal.refuse(step(4...4, theme: "rival"))
      let after = try await journal.restored().lobby
      try expect(before.rooms == after.rooms, "\(after.rooms) is restored.")
    },
    Case("the same step again is reported as stored") { journal in
      try await journal.land(step(1...2))
      try await journal.land(step(1...2))
      try await journal.land(step(3...3))
    },
    Case("a refused step takes nothing of its group with it") { journal in
      try await journal.land(step(1...1))
      let group = [step(3...3), step(2...2), .session(session, for: CorrelationID(1))]
      let outcomes = try await journal.append(group)
      let isThere = zip(group, outcomes).map { $0.isThere(by: $1) }
      try expect(isThere == [false, true, true], "The outcomes are \(outcomes).")
    },
    Case("nothing lands in a closed room") { journal in
      try await journal.land(step(1...2))
      try await journal.land(.closed(room, at: ServerTime(microseconds: 9)))
      try await journal.refuse(step(3...3))
    },
    Case("each room has numbers of its own") { journal in
      try await journal.land(step(1...2))
      try await journal.land(step(1...1, of: RoomID("other")), step(3...3))
      try await journal.land(step(2...2, of: RoomID("other")))
    },
    Case("results count once, in their order", needs: [.contents]) { journal in
      var expected = RatingTable()
      for (number, ids) in [
        (UInt64(1), ["ana", "ben"]), (2, ["ben", "cyd"]), (3, ["ana", "cyd"]),
      ] {
        var batch = batch(number...number)
        let result = result(Int(number), ids)
        batch.result = result
        try expected.fold(result)
        try await journal.land(.step(batch))
        try await journal.land(.step(batch))
      }
      var found = try await journal.restored().ratings
      try expect(
        found.leaderboard(.memorize, limit: 9) == expected.leaderboard(.memorize, limit: 9),
        "The ratings are \(found.leaderboard(.memorize, limit: 9)).")
    },
    Case("profiles are the fold of the results, with what is told beside them", needs: [.contents])
    {
      journal in
      var expected = ProfileTable()
      for number in 1...5 {
        var result = result(number, number % 2 == 0 ? ["ana", "ben"] : ["ben", "cyd"])
        // Rated, public, and neither.
        result.isRated = number < 3
        result.detail?.isPublic = number < 5
        if number == 1 { result.detail = nil }
        // Neither rated nor public, and yet on the board of its day.
        if number == 5 {
          result.detail?.daily = DailyAttempt(
            day: Day(result.endedAt), result: DailyResult(turns: 17, duration: .milliseconds(1250)))
        }
        expected.fold(result)
        var batch = batch(UInt64(number)...UInt64(number))
        batch.result = result
        try await journal.land(.step(batch))
      }
      let found = try await journal.restored().profiles
      for player in ["ana", "ben", "cyd"] {
        let (kept, known) = (found.find(player).record, expected.find(player).record)
        try expect(
          kept != nil && kept == known,
          "The record of \(player) is \(kept.map { "\($0)" } ?? "none").")
      }
      try expect(
        found.find("ben").record?.matchCount == 4,
        "A match that is neither rated nor public counts.")
      let seeds = DailySeeds(key: [UInt8](repeating: 1, count: 32), hashing: .openSSL)
      let boards = [found, expected].map {
        $0.daily.board(of: Day(.zero), for: "ben", seeds, at: .zero)
      }
      try expect(
        boards[0].own?.result.turns == 17 && boards[0] == boards[1],
        "The board of the daily deal is \(boards[0]).")
    },
  ]

  /// Outcomes come in the order in which their records were appended.
  static let order = [
    Case("the outcomes of a group come in the order of its records") { journal in
      try await journal.land(step(1...1))
      let group: [JournalRecord] = [
        .forgotten(SessionID("nobody")), .session(session, for: CorrelationID(5)),
        step(1...1, of: RoomID("other")), .outages([]), .spectator(watching, of: room),
        step(2...2), .ban(.set(ban), for: CorrelationID(6)),
      ]
      let outcomes = try await journal.append(group)
      let expected: [JournalOutcome] = [
        .room(.landed(RoomID("other"))), .room(.watches(watching.session, room)),
        .room(.landed(room)), .registry(.noted(CorrelationID(6))),
      ]
      try expect(
        outcomes.first?.sessionKept == CorrelationID(5) && outcomes.dropFirst().bare == expected,
        "The outcomes are \(outcomes).")
    },
    Case("groups are answered in their order") { journal in
      let groups = (1...4).map { [JournalRecord.ban(.set(ban), for: CorrelationID($0))] }
      let answers = try await journal.appendAll(groups)
      let expected = (1...4).map { [JournalOutcome.registry(.noted(CorrelationID($0)))] }
      try expect(answers == expected, "The answers are \(answers).")
    },
    Case("a group without awaited records is answered too") { journal in
      let answers = try await journal.appendAll([[], [.forgotten(SessionID("nobody"))]])
      try expect(answers == [[], []], "The answers are \(answers).")
    },
  ]
}

extension JournalOutcome {
  /// The put of a session that it reports as landed.
  fileprivate var sessionKept: CorrelationID? {
    if case .registry(.kept(let id, _)) = self { id } else { nil }
  }
}
