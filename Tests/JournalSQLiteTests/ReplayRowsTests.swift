// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import GRDB
import Game
import Journal
import JournalFixtures
import Lobby
import MatchClient
import MatchFixtures
import Protocol
import Testing
import Wire

@testable import JournalSQLite

@Suite("The journal's file: replays", .timeLimit(.minutes(1)))
struct ReplayRowsTests {
  /// A match of two bots over a journal in `folder`, played to its end.
  private func play(
    in folder: TemporaryFolder, _ audience: MatchSettings.Audience
  ) throws -> (journal: StoreJournal, log: [Entry]) {
    try playMatch(
      MatchSettings(pairs: 3, seats: 2, reveal: .seconds(1), audience: audience), in: folder)
  }

  private func query(
    _ subject: ReplayQuery.Subject, by session: String = "stranger", player: String? = nil
  ) -> ReplayQuery {
    ReplayQuery(
      correlation: CorrelationID(1), id: RequestID(7), encoding: .json,
      session: SessionID(session),
      playerID: player, now: ServerTime(microseconds: 1_000_000_000_000), subject: subject)
  }

  private func message(_ answer: ReplayAnswer) throws -> ServerMessage {
    guard case .message(let bytes) = answer else {
      throw Missing(answer: answer)
    }
    return try WireEncoding.json.decodeServerMessage(bytes)
  }

  private struct Missing: Error {
    let answer: ReplayAnswer
  }

  private func sessions(in store: JournalStore) throws -> [String] {
    try store.read { try String.fetchAll($0, sql: "SELECT id FROM session") }
  }

  @Test("returns a public match as it was played, after reopening")
  func everybody() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder, .public)
    journal.store.close()
    let store = try JournalStore(path: folder.path + "/journal.sqlite")
    defer { store.close() }
    guard
      case .replays(let id, let replays) = try message(store.look(for: query(.list(nil))).answer)
    else { return #expect(Bool(false), "Something else was answered.") }
    #expect(id == RequestID(7))
    let summary = try #require(replays.first)
    #expect(replays.count == 1 && summary.standings.count == 2)
    guard
      case .replay(let replay) = try message(
        store.look(for: query(.match(summary.matchID))).answer)
    else { return #expect(Bool(false), "Something else was answered.") }
    let record = try #require(MatchRecord(base: replay.base, entries: replay.entries))
    #expect(record == MatchRecord(of: summary.matchID, in: log))
    let other = store.look(for: query(.list(.zen))).answer
    #expect(try message(other) == .replays(id: RequestID(7), []))
  }

  @Test("returns an unlisted match only to the sessions and players in it")
  func own() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder, .unlisted)
    let store = journal.store
    defer { store.close() }
    guard case .opened(let opened) = log.first?.event else { return }
    let subject = ReplayQuery.Subject.match(opened.matchID)
    #expect(store.look(for: query(subject)).answer == .unknown)
    #expect(store.look(for: query(subject, player: "somebody")).answer == .unknown)
    let sessions = try sessions(in: store)
    #expect(sessions.count == 2)
    for session in sessions {
      let found = try message(store.look(for: query(subject, by: session)).answer)
      guard case .replay = found else { return #expect(Bool(false), "\(found)") }
      let listed = try message(store.look(for: query(.list(.memorize), by: session)).answer)
      guard case .replays(_, let replays) = listed else { return #expect(Bool(false), "\(listed)") }
      #expect(replays.count == 1)
    }
    try store.change {
      try $0.execute(
        sql: "INSERT INTO replay_viewer (match_id, player_id) VALUES (?, 'somebody')",
        arguments: [opened.matchID])
    }
    guard case .message = store.look(for: query(subject, player: "somebody")).answer else {
      return #expect(Bool(false), "A proven player is refused.")
    }
    let strangers = try message(store.look(for: query(.list(nil))).answer)
    #expect(strangers == .replays(id: RequestID(7), []))
  }

  @Test("forgets a match with its room's log")
  func forgets() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder, .public)
    let store = journal.store
    defer { store.close() }
    guard case .opened(let opened) = log.first?.event else { return }
    let room = try #require(try store.everyRoom().first?.id)
    let end = ServerTime(microseconds: 2_000_000_000)
    _ = store.write([.closed(room, at: end)])
    guard case .message = store.look(for: query(.match(opened.matchID))).answer else {
      return #expect(Bool(false), "It is gone with its room.")
    }
    try store.prune(now: end + JournalStore.closedRoomsKept + .seconds(1))
    #expect(store.look(for: query(.match(opened.matchID))).answer == .unknown)
    let spectators = try store.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM replay_viewer")
    }
    #expect(spectators == 0)
  }

  @Test("answers damaged rows with a refusal, not with a trap")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder, .public)
    let store = journal.store
    defer { store.close() }
    guard case .opened(let opened) = log.first?.event else { return }
    try store.change {
      try $0.execute(sql: "UPDATE replay SET summary = x'ff', base = x'ff', first_seq = -5")
    }
    #expect(store.look(for: query(.match(opened.matchID))).answer == .unavailable)
    // Nor do rows that were written so.
    try store.change { try RowSealing.seal($0) }
    #expect(store.look(for: query(.list(nil))).answer == .unavailable)
    #expect(store.look(for: query(.match(opened.matchID))).answer == .unavailable)
    try store.change { db in
      try db.execute(sql: "UPDATE replay SET first_seq = 1")
      try RowSealing.seal(db)
    }
    #expect(store.look(for: query(.match(opened.matchID))).answer == .unavailable)
    try store.change { db in
      try db.execute(sql: "UPDATE replay SET last_seq = 1000000")
      try RowSealing.seal(db)
    }
    #expect(store.look(for: query(.match(opened.matchID))).answer == .tooLong)
  }

  @Test("returns no match with an entry that fails its checksum")
  func damagedEntry() throws {
    let folder = try TemporaryFolder()
    let (journal, log) = try play(in: folder, .public)
    let store = journal.store
    defer { store.close() }
    guard case .opened(let opened) = log.first?.event else { return }
    guard case .message = store.look(for: query(.match(opened.matchID))).answer else {
      return #expect(Bool(false), "It is whole.")
    }
    try store.settle()
    guard case .message = store.look(for: query(.match(opened.matchID))).answer else {
      return #expect(Bool(false), "It is still whole.")
    }
    try store.change {
      try $0.execute(
        sql: "UPDATE entry SET bytes = (SELECT bytes FROM entry WHERE seq = 9) WHERE seq = 8")
    }
    #expect(store.look(for: query(.match(opened.matchID))).answer == .unavailable)
  }
}
