// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension JournalContract {
  /// A room's first step claims its code.
  static let codes = [
    Case("no room opens under the code of an open room") { journal in
      try await journal.land(step(1...1))
      try await expectTaken(opening(at: .zero), journal)
      try await journal.land(step(1...1, of: rival), step(2...2))
    },
    Case("of two rooms that open together under one code, the first does") { journal in
      let outcomes = try await journal.append([step(1...1), opening(at: .zero)])
      try expect(
        outcomes.bare == [.room(.landed(room)), .room(.taken(rival))],
        "The outcomes are \(outcomes).")
    },
    Case("the code of a closed room rests for thirty days") { journal in
      let end = ServerTime(microseconds: 9)
      try await journal.land(step(1...1))
      try await journal.land(.closed(room, at: end))
      try await expectTaken(opening(at: end), journal)
      let free = end + LobbyLimits.codeRest
      try await expectTaken(opening(at: free - .microseconds(1)), journal)
      try await journal.land(opening(at: free))
      try await expectTaken(opening(RoomID("third"), at: free), journal)
    },
    Case("a room that is not opened leaves no trace", needs: [.contents]) { journal in
      try await journal.land(step(1...1))
      try await expectTaken(opening(at: .zero), journal)
      let found = try await journal.restored().lobby.rooms.map(\.id)
      try expect(found == [room], "The rooms are \(found).")
    },
    Case("every server derives codes under one key", needs: [.contents]) { journal in
      let key = try await journal.restored().lobby.codeKey
      try await journal.land(step(1...1))
      let later = try await journal.restored().lobby.codeKey
      try expect(
        key?.count == 32 && later == key, "The key is missing, or differs after a restart.")
    },
  ]

  private static let rival = RoomID("rival")

  /// The first step of another room under the code of `room`.
  private static func opening(_ other: RoomID = rival, at time: ServerTime) -> JournalRecord {
    var batch = batch(1...1, of: other)
    batch.code = RoomCode(room.rawValue)
    batch.entries[0].at = time
    return .step(batch)
  }

  private static func expectTaken(
    _ record: JournalRecord, _ journal: JournalUnderTest
  ) async throws {
    guard case .room(.step(let step)) = record else { return }
    let outcomes = try await journal.append([record])
    try expect(outcomes == [.room(.taken(step.room))], "The outcomes are \(outcomes).")
  }
}
