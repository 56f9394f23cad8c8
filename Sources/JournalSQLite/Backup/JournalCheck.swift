// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import GRDB
import Game
import Glibc
import Lobby
import Protocol
import Replays
import Wire

/// Recomputes and verifies everything in a journal.
///
/// Checks SQLite's pages and every row's checksum; restores each room as a starting server would;
/// verifies each finished match by the rules, including seed, deck and scores; and compares its
/// stored result with its log. Reads one room at a time.
package struct JournalCheck {
  /// A problem found.
  package struct Problem: Hashable, Encodable {
    /// The room; nil if it is about the file.
    package var room: String?
    /// The match concerned, if any.
    package var match: String?
    /// The number of the entry concerned in the room's log, if any.
    package var entry: UInt64?
    /// A sentence: what is wrong.
    package var says: String

    /// The problem as a line.
    package var line: String {
      let place = [
        room.map { "room \($0.printable(limit: 60))" },
        match.map { "match \($0.printable(limit: 60))" }, entry.map { "entry \($0)" },
      ].compactMap { $0 }
      return (place.isEmpty ? "" : place.joined(separator: ", ") + ": ") + says
    }
  }

  /// What was checked.
  package struct Counts: Hashable, Encodable {
    /// Rooms.
    package var rooms = 0
    /// Entries.
    package var entries = 0
    /// Finished matches in existing logs.
    package var matches = 0
    /// Matches verified without a problem.
    package var verified = 0
    /// Flips in the verified matches.
    package var flips = 0
    /// Stored results, including those whose logs are gone.
    package var results = 0
    /// Problems found.
    package var problems = 0
  }

  /// The counts.
  package private(set) var counts = Counts()
  private let store: JournalStore
  private let report: (Problem) -> Void

  /// Checks a journal.
  ///
  /// - Parameters:
  ///   - store: the journal.
  ///   - loss: its known loss; nil for none.
  ///   - report: called with each problem as it is found.
  package init(
    of store: JournalStore, lacking loss: JournalLoss? = nil, _ report: @escaping (Problem) -> Void
  ) {
    self.store = store
    self.report = report
    if let loss { note(Problem(says: "\(loss.clause(about: store.path)).")) }
    checkPages()
    checkRows()
    checkRooms()
    checkTail()
    let count = reading { try Int.fetchOne($0, sql: "SELECT count(*) FROM result") }
    counts.results = (count ?? 0) ?? 0
    assert(counts.verified <= counts.matches, "Only matches that were found are verified.")
  }

  private mutating func note(_ problem: Problem) {
    counts.problems += 1
    report(problem)
  }

  /// Reads from the store; a failure is reported as a problem.
  private mutating func reading<Value>(
    of room: String? = nil, _ body: (Database) throws -> Value
  ) -> Value? {
    do {
      return try store.read(body)
    } catch {
      let what = room == nil ? "Part of the file" : "It"
      note(Problem(room: room, says: "\(what) cannot be read (\(JournalStore.words(error)))."))
      return nil
    }
  }

  private mutating func checkPages() {
    let store = store
    let rows = reading { try String.fetchAll($0, sql: "PRAGMA integrity_check(100)") } ?? []
    // A row may have several lines: a heading, then its findings.
    for line in rows.flatMap({ $0.split(whereSeparator: \.isNewline) })
    where line != "ok" && !line.hasPrefix("***") {
      note(Problem(says: "SQLite: \(String(line).printable(limit: 300))."))
    }
    if reading({ try store.isCutOff(in: $0) }) == true {
      note(Problem(says: "The file ends in the middle of a page: it was cut off."))
    }
    let strays = reading { try Row.fetchAll($0, sql: "PRAGMA foreign_key_check").count } ?? 0
    if strays > 0 {
      note(Problem(says: "\(strays.counted("row")) belong to rooms or matches that do not exist."))
    }
  }

  private mutating func checkRows() {
    let store = store
    for table in ChecksummedTable.all
    where ![ChecksummedTable.room.name, ChecksummedTable.member.name].contains(table.name) {
      for sentence in reading({ try store.damagedRows(of: table, in: $0) }) ?? [] {
        note(Problem(says: sentence))
      }
    }
  }

  private mutating func checkRooms() {
    let store = store
    let rooms = reading { try String.fetchAll($0, sql: "SELECT id FROM room ORDER BY id") } ?? []
    for id in rooms {
      counts.rooms += 1
      guard let found = reading(of: id, { try store.readableRoom(RoomID(id), in: $0) }),
        let room = found
      else { continue }
      counts.entries += room.entries.count
      do throws(StoredRoomError) {
        try room.check(dealer: .fair(.openSSL))
      } catch {
        note(Problem(room: id, entry: error.seq, says: error.description))
      }
      checkMatches(in: room)
    }
  }

  private mutating func checkTail() {
    let store = store
    if reading({ try store.isTailBroken(in: $0) }) == true {
      note(Problem(says: JournalStore.brokenTail))
    }
  }

  // MARK: Matches

  private mutating func checkMatches(in room: StoredRoom) {
    var view = MatchView()
    var begin: (index: Int, base: MatchView)?
    for (index, entry) in room.entries.enumerated() {
      // Already reported by restoring the room.
      guard entry.seq == view.seq + 1, entry.at >= view.at, entry.event != .unrecognized else {
        return
      }
      if entry.opensMatch { begin = (index, view.betweenMatches) }
      let played = room.entries[(begin?.index ?? index)..<index]
      let result = entry.endsMatch ? MatchResult(of: view, after: played, by: [entry]) : nil
      view.apply(entry)
      guard entry.endsMatch, let start = begin else { continue }
      begin = nil
      counts.matches += 1
      let name = view.matchID
      check(
        name, of: room.id.rawValue,
        MatchRecord(base: start.base, entries: Array(room.entries[start.index...index])))
      if let result { check(result, of: room.id.rawValue) }
    }
  }

  private mutating func check(_ name: String, of room: String, _ record: MatchRecord?) {
    guard let record else {
      return note(Problem(room: room, match: name, says: "The match is incomplete."))
    }
    let verification = Verification(of: record, hashing: .openSSL)
    if let complaint = verification.complaint {
      return note(
        Problem(room: room, match: name, entry: complaint.seq, says: complaint.clause + "."))
    }
    counts.verified += 1
    counts.flips += verification.flips
  }

  /// A stored result must equal the one its log yields.
  private mutating func check(_ result: MatchResult, of room: String) {
    guard let kept = reading(of: room, { try ResultRows(db: $0).result(of: result.matchID) })
    else { return }
    guard kept.map({ result.agrees(with: $0) }) != true else { return }
    note(
      Problem(
        room: room, match: result.matchID,
        says: kept == nil
          ? "Its result is missing: facedown-server ratings --recompute adds it."
          : "Its stored result differs from its log: facedown-server ratings --recompute corrects "
            + "it."
      ))
  }
}

extension JournalCheck.Counts {
  /// The result as a sentence.
  package var sentence: String {
    let found =
      problems == 0 ? "all is well" : "\(problems.counted("problem"))"
    return "\(rooms.counted("room")), \(entries.counted("entry", "entries")), \(verified) of "
      + "\(matches.counted("match", "matches")) verified with \(flips.counted("flip")), "
      + "\(results.counted("result")): \(found)."
  }
}
