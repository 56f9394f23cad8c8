// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension JournalContract {
  /// Sessions, spectators, bans and outages.
  static let registry = [
    Case("a session is kept, with its latest tokens", needs: [.contents]) { journal in
      try await journal.land(.session(session, for: CorrelationID(1)))
      var proven = session
      proven.player.id = "key"
      proven.tokenHashes.append([UInt8](repeating: 2, count: 32))
      try await journal.land(.session(proven, for: CorrelationID(2)))
      let contents = try await journal.restored()
      try expect(
        contents.lobby.sessions.map(\.player) == [proven.player],
        "The sessions are \(contents.lobby.sessions).")
      try expect(
        contents.tokenHashes == [session.id: proven.tokenHashes],
        "The tokens are \(contents.tokenHashes).")
    },
    Case("a session's highest request only rises", needs: [.contents]) { journal in
      try await journal.land(.session(session, for: CorrelationID(1)))
      for (number, request) in [(UInt64(1), UInt64(7)), (2, 4)] {
        var batch = batch(number...number)
        batch.requests = [Origin(session: session.id, request: RequestID(request))]
        try await journal.land(.step(batch))
      }
      try await journal.land(.session(session, for: CorrelationID(2)))
      let highest = try await journal.restored().lobby.sessions.map(\.highest)
      try expect(highest == [RequestID(7)], "The highest request is \(highest).")
    },
    Case("a session that has ended is forgotten", needs: [.contents]) { journal in
      try await journal.land(.session(session, for: CorrelationID(1)))
      try await journal.land(.forgotten(session.id))
      let contents = try await journal.restored()
      try expect(
        contents.lobby.sessions.isEmpty && contents.tokenHashes.isEmpty,
        "The sessions are \(contents.lobby.sessions).")
    },
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
