// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import GRDB
import Game
import Journal
import JournalFixtures
import Lobby
import MatchFixtures
import Protocol
import Testing

@testable import JournalSQLite

@Suite("Results in the journal", .timeLimit(.minutes(2)))
struct ResultRowsTests {
  private let now = ServerTime(microseconds: 5_000_000_000)

  private func store(in folder: TemporaryFolder) throws -> JournalStore {
    try JournalStore(path: folder.path + "/journal.sqlite")
  }

  /// The log of a room in which matches are opened and ended, and nothing else.
  private func log(_ results: [MatchResult]) -> [Entry] {
    results.flatMap { result in
      let settings = MatchSettings(mode: result.mode, isRated: result.isRated)
      return [
        Event.opened(Event.Opened(matchID: result.matchID, settings: settings, theme: "garden")),
        .ended(
          Event.Ended(
            standings: result.standings, reason: result.reason, seed: [], entropies: [])),
      ]
    }.enumerated().map { index, event in
      Entry(seq: UInt64(index) + 1, at: results[index / 2].endedAt, event: event)
    }
  }

  /// Writes a room whose matches have the results given.
  private func write(_ results: [MatchResult], room: String, to store: JournalStore) {
    for entry in log(results) {
      var batch = Batch(
        room: RoomID(room), code: RoomCode(room), expectedLastSeq: entry.seq - 1,
        entries: [entry])
      if case .ended = entry.event { batch.result = results[Int(entry.seq) / 2 - 1] }
      let report = store.write([.step(batch)])
      #expect(report?.outcomes.bare == [.room(.landed(RoomID(room)))])
    }
  }

  private func result(
    _ ids: [String], _ match: String, at time: Int64 = 9, isRated: Bool = true
  ) -> MatchResult {
    var result = MatchResult.sample(
      ids, match: match, at: ServerTime(microseconds: time), isRated: isRated)
    // What the log of such a match tells.
    result.detail = ResultDetail(
      theme: "garden", isPublic: true, recall: ids.map { _ in Recall(found: 0, chances: 0) })
    return result
  }

  private func stored(_ store: JournalStore) throws -> [MatchResult] {
    var results: [MatchResult] = []
    try store.read { db in try ResultRows(db: db).forEach { results.append($0.result) } }
    return results
  }

  @Test("are read back unchanged and in order")
  func order() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    let first = [result(["a", "b"], "z"), result(["b", "c", "a"], "m", isRated: false)]
    let second = [result(["c", "a"], "a")]
    write(first, room: "one", to: store)
    write(second, room: "two", to: store)
    #expect(try stored(store) == first + second)
    store.close()
    var table = RatingTable()
    for result in [first[0], second[0]] { try table.fold(result) }
    var found = try store.load(now: now).ratings
    #expect(found.matchCount == 2)
    #expect(
      found.leaderboard(.memorize, limit: 9) == table.leaderboard(.memorize, limit: 9))
  }

  @Test("of a file of the second version are ordered by the end of their matches")
  func migrates() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/journal.sqlite"
    let old = try DatabaseQueue(path: path)
    try JournalSchema.migrator.migrate(old, upTo: "2: outages, and who has left")
    try old.write { db in
      try db.execute(sql: "PRAGMA application_id = \(JournalSchema.applicationID)")
      for (match, ended) in [("a", 30), ("b", 10), ("d", 20), ("c", 20)] {
        try db.execute(
          sql: "INSERT INTO result VALUES (?, 'r', 'classic', 1, 'finished', ?)",
          arguments: [match, ended])
      }
    }
    try old.close()
    let store = try store(in: folder)
    #expect(try stored(store).map(\.matchID) == ["b", "c", "d", "a"])
    write([result(["a", "b"], "new", at: 1)], room: "one", to: store)
    #expect(try stored(store).map(\.matchID) == ["b", "c", "d", "a", "new"])
  }

  @Test("keep the data for profiles, with checksums; results of former versions lack it")
  func details() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    var told = result(["a", "b"], "m", isRated: false)
    told.detail?.recall = [Recall(found: 3, chances: 4), Recall(found: 0, chances: 2)]
    var untold = result(["a", "b"], "n")
    untold.detail = nil
    write([told, untold], room: "one", to: store)
    #expect(try stored(store) == [told, untold])
    let record = try #require(try store.load(now: now).profiles.find("a").record)
    #expect(record.matches.map(\.matchID) == ["n", "m"])
    #expect(record.bestRecall == Recall(found: 3, chances: 4))
    try store.change { db in
      try db.execute(sql: "UPDATE placing SET found = 4 WHERE match_id = 'm'")
    }
    #expect(try stored(store) == [untold], "A changed recall does not match its checksum.")
  }

  @Test("of a file of the tenth version are read, and completed from the logs")
  func completes() throws {
    let folder = try TemporaryFolder()
    let results = [result(["a", "b"], "m", at: 1), result(["c", "a"], "n", at: 2)]
    let newer = try store(in: folder)
    write(results, room: "one", to: newer)
    // The same file, as it was before the migration.
    try newer.change { db in
      for (table, column) in [
        ("result", "theme"), ("result", "is_public"), ("result", "daily_day"),
        ("result", "daily_turns"), ("result", "daily_ms"), ("placing", "found"),
        ("placing", "chances"),
      ] {
        try db.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column)")
      }
      try db.execute(sql: ChecksummedTable.formerResult.seal)
      try db.execute(sql: ChecksummedTable.formerPlacing.seal)
      try db.execute(sql: "UPDATE placing SET score = 99 WHERE match_id = 'n' AND seat = 0")
      try db.execute(
        sql: "DELETE FROM grdb_migrations WHERE substr(identifier, 1, 3) IN ('11:', '12:')")
    }
    newer.close()
    let store = try store(in: folder)
    let read = try stored(store)
    #expect(read.map(\.matchID) == ["m"], "A row that was damaged before remains so.")
    #expect(read.first?.detail == nil && read.first.map { results[0].agrees(with: $0) } == true)
    let outcome = try store.recompute()
    #expect(outcome.completed == 1 && outcome.corrected == 1)
    #expect(outcome.sentences[0].contains("1 corrected, 1 completed for profiles;"))
    #expect(try stored(store) == results)
  }

  @Test("of unknown kinds are skipped, and damage is reported")
  func odd() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    write([result(["a", "b"], "m"), result(["b", "a"], "n")], room: "one", to: store)
    try store.change { db in
      try db.execute(sql: "UPDATE result SET mode = 'chess' WHERE match_id = 'm'")
      try RowSealing.seal(db)
    }
    #expect(try stored(store).map(\.matchID) == ["n"])
    #expect(try store.load(now: now).ratings.matchCount == 1)
    try store.change { db in
      try db.execute(sql: "UPDATE result SET reason = 'rain'")
      try RowSealing.seal(db)
    }
    #expect(try store.ratings().matchCount == 0)
  }

  // MARK: Reading them again from the logs

  @Test("are the same when recomputed from intact logs")
  func recomputed() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    var withBot = result(["a", "b"], "o", isRated: false)
    withBot.standings[1].player = Player(name: "Bot", isBot: true, level: "easy")
    write([result(["a", "b"], "m"), result(["c", "a"], "n"), withBot], room: "one", to: store)
    let before = try stored(store)
    let outcome = try store.recompute()
    #expect(outcome.readAgain == 3 && outcome.corrected == 0 && outcome.standing == 0)
    #expect(outcome.after.matchCount == 2)
    #expect(outcome.sentences.last == "No rating changed.")
    #expect(try stored(store) == before)
  }

  @Test("are corrected in place if rows were changed or lost")
  func corrected() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    let results = [
      result(["a", "b"], "m", at: 1), result(["c", "a"], "n", at: 2),
      result(["b", "c"], "o", at: 3),
    ]
    write(results, room: "one", to: store)
    let truth = try store.ratings().player("a", .memorize)
    try store.change { db in
      try db.execute(sql: "UPDATE placing SET rank = 3 - rank WHERE match_id = 'm'")
      try db.execute(sql: "DELETE FROM result WHERE match_id = 'n'")
      try db.execute(sql: "DELETE FROM placing WHERE match_id = 'n'")
    }
    #expect(try store.ratings().player("a", .memorize) != truth)
    let outcome = try store.recompute()
    #expect(outcome.readAgain == 3 && outcome.corrected == 2 && outcome.standing == 0)
    #expect(try stored(store) == results)
    #expect(try store.ratings().player("a", .memorize) == truth)
    #expect(outcome.sentences.count == 5 && outcome.sentences[1] == "3 ratings changed:")
    #expect(outcome.json.contains("\"corrected\":2") && outcome.json.contains("\"players\":3"))
  }

  @Test("are kept as stored if the log is gone or unreadable")
  func standing() throws {
    let folder = try TemporaryFolder()
    let store = try store(in: folder)
    write([result(["a", "b"], "m")], room: "one", to: store)
    write([result(["b", "c"], "n")], room: "two", to: store)
    write([result(["c", "a"], "o")], room: "three", to: store)
    try store.change { db in
      try db.execute(sql: "DELETE FROM room WHERE id = 'one'")
      try db.execute(sql: "UPDATE entry SET bytes = x'ff' WHERE room = 'two' AND seq = 1")
    }
    let outcome = try store.recompute()
    #expect(outcome.readAgain == 1 && outcome.corrected == 0 && outcome.standing == 2)
    #expect(outcome.unreadableRooms == 1 && outcome.after.matchCount == 3)
    #expect(
      outcome.sentences == [
        "Counted 3 rated matches by 3 players: 1 result recomputed from logs, 0 corrected; "
          + "2 kept as stored, because their logs are gone.",
        "1 room could not be read: their results are kept as stored.", "No rating changed.",
      ])
  }
}
