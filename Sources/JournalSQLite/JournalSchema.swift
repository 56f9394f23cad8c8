// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FoundationEssentials
import GRDB

/// The journal's schema and its migrations.
///
/// A released migration never changes; later changes are new migrations.
enum JournalSchema {
  /// Marks a SQLite file as a journal of ours ("FDJ1").
  static let applicationID: Int32 = 0x4644_4A31

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: rooms, entries, sessions and results") { db in
      try db.execute(sql: first)
    }
    migrator.registerMigration("2: outages, and who has left") { db in
      try db.execute(sql: second)
    }
    migrator.registerMigration("3: the order of results") { db in
      try db.execute(sql: third)
    }
    migrator.registerMigration("4: replays") { db in
      try db.execute(sql: replays)
    }
    migrator.registerMigration("5: bans") { db in
      try db.execute(sql: bans)
    }
    migrator.registerMigration("6: checksums, and how far it has come") { db in
      try db.execute(sql: checksums)
      for table in ["entry"] + ChecksummedTable.all.map(\.name) {
        try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
      }
      try RowSealing.seal(db, ChecksummedTable.allFormer)
    }
    migrator.registerMigration("7: who watches") { db in
      try db.execute(sql: spectators)
    }
    migrator.registerMigration("8: rows that follow from entries, written later") { db in
      try db.execute(sql: recent)
    }
    migrator.registerMigration("9: which codes are taken, and the key of new ones") { db in
      try db.execute(sql: codes)
      try db.execute(
        sql: "UPDATE progress SET code_key = ?",
        arguments: [Data(RandomBytes.make(JournalStore.codeKeyLength))])
    }
    migrator.registerMigration("10: sessions by revision, and when they were put aside") { db in
      try db.execute(sql: revisions)
      // A row that was damaged before remains so.
      try db.execute(
        sql: "\(ChecksummedTable.session.seal) WHERE \(ChecksummedTable.formerSession.isSound)")
    }
    migrator.registerMigration("11: themes, audiences and recall of results") { db in
      try db.execute(sql: details)
      // A row that was damaged before remains so.
      for (table, former) in [
        (ChecksummedTable.resultBefore12, ChecksummedTable.formerResult),
        (.placing, .formerPlacing),
      ] {
        try db.execute(sql: "\(table.seal) WHERE \(former.isSound)")
      }
    }
    migrator.registerMigration("12: attempts at daily deals") { db in
      try db.execute(sql: attempts)
      // A row that was damaged before remains so.
      try db.execute(
        sql: "\(ChecksummedTable.result.seal) WHERE \(ChecksummedTable.resultBefore12.isSound)")
    }
    return migrator
  }

  /// Times are microseconds of server time; `bytes` is a protobuf `Entry`.
  private static let first = """
    CREATE TABLE room (
      id TEXT PRIMARY KEY,
      code TEXT NOT NULL,
      last_seq INTEGER NOT NULL,
      closed_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX room_by_closing ON room (closed_at);
    CREATE TABLE entry (
      room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
      seq INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (room, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sealed (
      room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
      after_seq INTEGER NOT NULL,
      match_id TEXT NOT NULL,
      seed BLOB NOT NULL,
      PRIMARY KEY (room, after_seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE member (
      room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
      actor INTEGER NOT NULL,
      session TEXT NOT NULL,
      PRIMARY KEY (room, actor)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE session (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      player_id TEXT,
      is_bot INTEGER NOT NULL,
      highest INTEGER NOT NULL,
      token_hash BLOB NOT NULL,
      former_token_hash BLOB
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE result (
      match_id TEXT PRIMARY KEY,
      room TEXT NOT NULL,
      mode TEXT NOT NULL,
      is_rated INTEGER NOT NULL,
      reason TEXT NOT NULL,
      ended_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE placing (
      match_id TEXT NOT NULL REFERENCES result (match_id) ON DELETE CASCADE,
      seat INTEGER NOT NULL,
      rank INTEGER NOT NULL,
      name TEXT NOT NULL,
      player_id TEXT,
      is_bot INTEGER NOT NULL,
      score INTEGER NOT NULL,
      pairs INTEGER NOT NULL,
      PRIMARY KEY (match_id, seat)
    ) STRICT, WITHOUT ROWID;
    """

  /// `has_left` is 1 for a member who has left and has not been notified yet.
  private static let second = """
    CREATE TABLE outage (
      until INTEGER PRIMARY KEY,
      since INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE member ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
    """

  /// `number` is the order in which results were written, which is the order of rating them.
  ///
  /// Matches of two rooms may end at the same time. `level` is the level of a server's own bot.
  private static let third = """
    ALTER TABLE result ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
    UPDATE result SET number = ordered.number FROM (
      SELECT match_id, row_number() OVER (ORDER BY ended_at, match_id) AS number FROM result
    ) AS ordered WHERE ordered.match_id = result.match_id;
    CREATE INDEX result_by_number ON result (number);
    ALTER TABLE placing ADD COLUMN level TEXT;
    """

  /// Where a match is in its room's log, for as long as the log is kept.
  ///
  /// It consists of the entries `first_seq` to `last_seq` on top of `base`. `public_from` is NULL
  /// if only its viewers may see it; each viewer is a session or a player. `summary` and `base` are
  /// a protobuf `ReplaySummary` and `MatchView`.
  private static let replays = """
    CREATE TABLE replay (
      match_id TEXT PRIMARY KEY,
      room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
      first_seq INTEGER NOT NULL,
      last_seq INTEGER NOT NULL,
      mode TEXT NOT NULL,
      ended_at INTEGER NOT NULL,
      public_from INTEGER,
      summary BLOB NOT NULL,
      base BLOB NOT NULL
    ) STRICT;
    CREATE INDEX replay_by_room ON replay (room);
    CREATE INDEX replay_by_end ON replay (ended_at) WHERE public_from IS NOT NULL;
    CREATE INDEX replay_by_mode ON replay (mode, ended_at) WHERE public_from IS NOT NULL;
    CREATE TABLE replay_viewer (
      match_id TEXT NOT NULL REFERENCES replay (match_id) ON DELETE CASCADE,
      session TEXT,
      player_id TEXT
    ) STRICT;
    CREATE INDEX replay_viewer_by_match ON replay_viewer (match_id);
    CREATE INDEX replay_viewer_by_session ON replay_viewer (session) WHERE session IS NOT NULL;
    CREATE INDEX replay_viewer_by_player ON replay_viewer (player_id) WHERE player_id IS NOT NULL;
    """

  /// The entries that their rooms' rows lack, and some that they have by now, in the order of
  /// writing; `tail` is the sum of the checksums of the former: see `JournalTail`.
  private static let recent = """
    ALTER TABLE progress ADD COLUMN tail INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE recent (
      number INTEGER PRIMARY KEY,
      room TEXT NOT NULL,
      seq INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      checksum INTEGER NOT NULL
    ) STRICT;
    """

  // Since migration 8 `last_seq` and `chain` of an open room may be those of an earlier entry, and
  // `highest` of a session that of an earlier request.

  /// Columns `chain`, the checksum of a room's last entry, and the table `progress` with one row:
  /// the commit count and the journal's random id.
  private static let checksums = """
    ALTER TABLE room ADD COLUMN chain INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE progress (
      journal INTEGER NOT NULL,
      commits INTEGER NOT NULL
    ) STRICT;
    INSERT INTO progress (journal, commits) VALUES (random(), 0);
    """

  /// `target` is `key:` or `address:` and its value; `until` is NULL for a ban without end.
  private static let bans = """
    CREATE TABLE ban (
      target TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      until INTEGER,
      reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// `code_key` is the secret from which the codes of new rooms are derived.
  private static let codes = """
    ALTER TABLE progress ADD COLUMN code_key BLOB NOT NULL DEFAULT x'';
    CREATE INDEX room_by_code ON room (code);
    """

  /// `revision` is the number of the commit that wrote a session last, 0 before this migration;
  /// `detached_at` when it lost its connection, NULL while a server has it in memory.
  private static let revisions = """
    ALTER TABLE session ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE session ADD COLUMN detached_at INTEGER;
    CREATE INDEX session_by_detachment ON session (detached_at);
    """

  /// `theme` and `is_public` are the match's, `found` and `chances` a seat's recall; NULL in results
  /// that were written before this migration.
  private static let details = """
    ALTER TABLE result ADD COLUMN theme TEXT;
    ALTER TABLE result ADD COLUMN is_public INTEGER;
    ALTER TABLE placing ADD COLUMN found INTEGER;
    ALTER TABLE placing ADD COLUMN chances INTEGER;
    """

  /// The day (as a number of days since 1970), turns and milliseconds of an attempt at a daily deal; NULL
  /// in any other match's result.
  private static let attempts = """
    ALTER TABLE result ADD COLUMN daily_day INTEGER;
    ALTER TABLE result ADD COLUMN daily_turns INTEGER;
    ALTER TABLE result ADD COLUMN daily_ms INTEGER;
    """

  /// `first_seq` is where a spectator's first base stood: it may be sent every later entry again.
  private static let spectators = """
    CREATE TABLE viewer (
      room TEXT NOT NULL REFERENCES room (id) ON DELETE CASCADE,
      session TEXT NOT NULL,
      first_seq INTEGER NOT NULL,
      PRIMARY KEY (room, session)
    ) STRICT, WITHOUT ROWID;
    """
}
