// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import Wire

/// Writes back what a node remembers of its world, after the servers have lost it.
///
/// Everything is written behind what stands there, as all writes are, and what stands there and is not
/// older stays. So it can be run again, and several nodes can do it at the same time.
struct WorldRefill: Sendable {
  /// What a node remembers: the server's memory, and its journal's.
  struct Contents: Sendable {
    var rooms: [RememberedRoom]
    var sessions: [SessionRecord] = []
    var bans: [Ban] = []
    /// The latest results, in the order of their stream.
    var results: [WorldRecord.Result] = []
  }

  /// What was done.
  struct Done: Sendable {
    var report = RefillReport()
    var rooms: [RefilledRoom] = []
  }

  /// Maximum number of rooms or sessions that are written at the same time.
  private static let together = 32
  /// How often something is compared anew because others write it too.
  private static let mostAttempts = 8

  let reach: WorldReach
  let node: NodeID
  let contents: Contents
  let now: ServerTime

  /// Compares the rooms, and writes nothing.
  ///
  /// - Returns: what would become of them.
  /// - Throws: `NATSJournalError` if the servers do not answer.
  func compare() async throws -> Done {
    var done = Done()
    done.rooms = try await each(contents.rooms) { room in
      let log = try await reach.log(of: room.room.code)
      return Self.refilled(room, room.lack(of: log, rest: reach.rest, now: now))
    }
    done.report.rooms = done.rooms.map(\.room)
    return done
  }

  /// Writes everything back.
  ///
  /// - Parameter isThere: whether the result of a match is in its stream.
  /// - Returns: what was done.
  /// - Throws: `NATSJournalError` if the servers do not answer, or have lost their disks again.
  func run(unless isThere: (String) -> Bool) async throws -> Done {
    var done = Done()
    done.report.codeKey = reach.codeKey
    done.rooms = try await each(contents.rooms) { try await refill($0) }
    done.report.rooms = done.rooms.map(\.room)
    let sessions = try await each(contents.sessions) { ($0.id, try await refill($0)) }
    for case (let session, let written?) in sessions {
      done.report.sessions[session] = written.revision
      if written.isNew { done.report.sessionsWritten += 1 }
    }
    for ban in contents.bans {
      if try await refill(ban) { done.report.bansWritten += 1 }
    }
    // One after the other: their order is that of ratings, whoever else writes them too.
    for result in contents.results where !isThere(result.matchID) {
      await reach.write(result)
      done.report.resultsWritten += 1
    }
    return done
  }

  /// Does something with each element, some at the same time; the results are in order.
  private func each<Element: Sendable, Value: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Value
  ) async throws -> [Value] {
    var values: [Value] = []
    var rest = elements[...]
    while !rest.isEmpty {
      let part = rest.prefix(Self.together)
      rest = rest.dropFirst(Self.together)
      values += try await withThrowingTaskGroup(of: (Int, Value).self) { group in
        for (index, element) in zip(part.indices, part) {
          group.addTask { (index, try await body(element)) }
        }
        var found: [(index: Int, value: Value)] = []
        for try await next in group { found.append(next) }
        return found.sorted { $0.index < $1.index }.map(\.value)
      }
    }
    return values
  }

  // MARK: Rooms

  private static func refilled(
    _ room: RememberedRoom, _ lack: RememberedRoom.Lack
  ) -> RefilledRoom {
    switch lack {
    case .nothing(let end):
      RefilledRoom(
        room: RefillReport.Room(room.room, .whole(written: 0)), end: room.end(of: end))
    case .records(_, _, let entries):
      RefilledRoom(room: RefillReport.Room(room.room, .whole(written: entries)))
    case .elsewhere(let owner):
      RefilledRoom(room: RefillReport.Room(room.room, .elsewhere(owner)))
    case .ahead: RefilledRoom(room: RefillReport.Room(room.room, .ahead))
    case .stuck(let sentence):
      RefilledRoom(room: RefillReport.Room(room.room, .stuck(sentence)))
    }
  }

  private func refill(_ room: RememberedRoom) async throws -> RefilledRoom {
    for _ in 0..<Self.mostAttempts {
      let log = try await reach.log(of: room.room.code)
      let lack = room.lack(of: log, rest: reach.rest, now: now)
      var refilled = Self.refilled(room, lack)
      if case .records(let records, let end, _) = lack {
        do throws(any Error) {
          let end = try await reach.append(
            records[...], to: room.room, behind: end, epoch: room.epoch)
          refilled.end = end.map { room.end(of: $0) }
        } catch NATSJournalError.disturbed { continue }
      }
      guard let end = refilled.end else { return refilled }
      // Before the table is read again, which may name an earlier owner.
      try await reach.put(
        room.room.code, WorldRecord.Place(node: node.description, since: end.sequence))
      for spectator in room.room.spectators {
        try await reach.put(spectator, of: room.room.id)
      }
      return refilled
    }
    return Self.refilled(room, .stuck("Others write its log at this moment: run this again."))
  }

  // MARK: People

  /// Writes a session, unless it is there, or has gone on elsewhere.
  ///
  /// - Returns: the revision by which it is there as this node knows it; nil if it is not.
  private func refill(
    _ session: SessionRecord
  ) async throws -> (revision: Revision, isNew: Bool)? {
    let (key, bucket) = (WorldNames.token(session.id.rawValue), reach.names.sessions)
    for _ in 0..<Self.mostAttempts {
      let entry = try await reach.entry(key, in: bucket)
      let there = entry?.value.flatMap { try? WorldRecord.Session($0) }
      if let entry, let there {
        if there.tokenHashes.last == session.tokenHashes.last {
          return (Revision(entry.revision), isNew: false)
        }
        guard session.isLater(than: there) else { return nil }
      }
      do throws(any Error) {
        let revision = try await reach.put(
          key, in: bucket, session.stored.bytes, expecting: entry?.revision ?? 0)
        return (Revision(revision), isNew: true)
      } catch NATSJournalError.disturbed { continue }
    }
    return nil
  }

  /// Writes a ban, unless something is known of its target; whether it did.
  private func refill(_ ban: Ban) async throws -> Bool {
    guard try await reach.entry(ban.target.key, in: reach.names.bans) == nil else { return false }
    do throws(any Error) {
      try await reach.put(ban.target.key, in: reach.names.bans, ban.stored.bytes, expecting: 0)
      return true
    } catch NATSJournalError.disturbed { return false }
  }
}

extension SessionRecord {
  /// Whether it is what has become of a stored record of the same session: requests are only added,
  /// and a new token stands beside the one that it was given for.
  func isLater(than record: WorldRecord.Session) -> Bool {
    guard highest == record.highest else { return highest > record.highest }
    return tokenHashes.first.map { record.tokenHashes.contains($0) } ?? false
  }
}
