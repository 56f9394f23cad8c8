// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials
import GRDB
import Game
import Protocol
import Wire

@testable import JournalSQLite
@testable import MatchServer

/// Properties of restoring rows: whatever they contain, a server starts with the rooms that can be
/// restored, reports the others, and runs.
///
/// An input is lines, a row each: `room ID CODE`, and of that room `entry JSON`, `bytes SEQ ANY`,
/// `sealed AFTER MATCH SEED` in hexadecimal digits, `member ACTOR SESSION`, `viewer SESSION FIRST`;
/// `session ID NAME BOT HIGHEST`.
enum JournalRowsProperty {
  static func examine(_ bytes: [UInt8]) throws(InvariantViolation) -> Verdict {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).prefix(256)
    do {
      try JournalScratch.store.change { db in
        for table in ["viewer", "member", "sealed", "entry", "room", "session"] {
          try db.execute(sql: "DELETE FROM \(table)")
        }
        var room = "a"
        for line in lines {
          // Rows that the tables themselves refuse are skipped.
          try? insert(line, into: &room, db)
        }
        // Checksums are computed, because rows with wrong ones are not even read.
        try db.execute(
          sql: """
            UPDATE room SET last_seq = coalesce(
              (SELECT max(seq) FROM entry WHERE entry.room = room.id), 0)
            """)
        try RowSealing.seal(db)
      }
    } catch {
      throw InvariantViolation("The scratch journal cannot be written: \(error)")
    }
    return try JournalScratch.holdStart(JournalScratch.store)
  }

  private static func insert(
    _ line: ArraySlice<UInt8>, into room: inout String, _ db: Database
  ) throws {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard parts.count == 2 else { return }
    let rest = Array(parts[1])
    let words = String(decoding: rest, as: UTF8.self).split(separator: " ").map { String($0) }
    func word(_ index: Int) -> String { words.indices.contains(index) ? words[index] : "" }
    func number(_ index: Int) -> Int64 { Int64(word(index)) ?? 0 }
    switch String(decoding: parts[0], as: UTF8.self) {
    case "room":
      room = word(0)
      try db.execute(
        sql: "INSERT INTO room (id, code, last_seq) VALUES (?, ?, 0)",
        arguments: [room, word(1)])
    case "entry":
      let entry = try WireEncoding.json.decodeEntry(rest)
      try db.execute(
        sql: "INSERT INTO entry (room, seq, bytes) VALUES (?, ?, ?)",
        arguments: [room, Int64(clamping: entry.seq), Data(WireEncoding.proto.encode(entry))])
    case "bytes":
      try db.execute(
        sql: "INSERT INTO entry (room, seq, bytes) VALUES (?, ?, ?)",
        arguments: [room, number(0), Data(rest.dropFirst(word(0).utf8.count + 1))])
    case "sealed":
      try db.execute(
        sql: "INSERT INTO sealed (room, after_seq, match_id, seed) VALUES (?, ?, ?, ?)",
        arguments: [room, number(0), word(1), bytes(hexadecimal: word(2))])
    case "member":
      try db.execute(
        sql: "INSERT INTO member (room, actor, session) VALUES (?, ?, ?)",
        arguments: [room, number(0), word(1)])
    case "viewer":
      try db.execute(
        sql: "INSERT INTO viewer (room, session, first_seq) VALUES (?, ?, ?)",
        arguments: [room, word(0), number(1)])
    case "session":
      try db.execute(
        sql: """
          INSERT INTO session (id, name, is_bot, highest, token_hash) VALUES (?, ?, ?, ?, ?)
          """, arguments: [word(0), word(1), number(2), number(3), Data(word(0).utf8)])
    default: break
    }
  }

  /// The bytes of as many whole pairs of digits as there are.
  private static func bytes(hexadecimal text: String) -> Data {
    let digits = text.compactMap(\.hexDigitValue)
    return Data(
      stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      })
  }
}
