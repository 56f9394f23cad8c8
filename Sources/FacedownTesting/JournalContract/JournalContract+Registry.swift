// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension JournalContract {
  /// Spectators, bans and outages.
  static let registry = [
    Case("only an open room can be watched") { journal in
      try await journal.refuse(.spectator(watching, of: RoomID("nowhere")))
      try await journal.land(step(1...1))
      try await journal.land(.spectator(watching, of: room))
      try await journal.land(.closed(room, at: ServerTime(microseconds: 9)))
      try await journal.refuse(.spectator(watching, of: room))
    },
    Case("a spectator is kept until it leaves", needs: [.contents]) { journal in
      try await journal.land(step(1...1))
      for first: UInt64 in [1, 5] {
        let record = SpectatorRecord(session: watching.session, firstSeq: first)
        try await journal.land(.spectator(record, of: room))
        let found = try await journal.restored().lobby.rooms.map(\.spectators)
        try expect(found == [[record]], "The spectators are \(found).")
      }
      try await journal.land(.spectatorLeft(watching.session, of: room))
      let found = try await journal.restored().lobby.rooms.map(\.spectators)
      try expect(found == [[]], "The spectators are \(found).")
    },
    Case("a ban is kept until it is replaced or lifted", needs: [.contents]) { journal in
      var other = ban
      other.reason = "more noise"
      other.until = ServerTime(microseconds: .max)
      for change in [BanChange.set(ban), .set(other), .lift(ban.target)] {
        try await journal.land(.ban(change, for: CorrelationID(1)))
        let expected = if case .set(let ban) = change { [ban] } else { [Ban]() }
        let found = try await journal.restored().bans
        try expect(found == expected, "The bans are \(found).")
      }
    },
    Case("outages replace those before", needs: [.contents]) { journal in
      for ends: [Int64] in [[3, 5], [7], []] {
        let outages = ends.map { end in
          RoomDirectory.Outage(
            since: ServerTime(microseconds: end - 1), until: ServerTime(microseconds: end))
        }
        try await journal.land(.outages(outages))
        let found = try await journal.restored().lobby.outages
        try expect(found == outages, "The outages are \(found).")
      }
    },
  ]
}
