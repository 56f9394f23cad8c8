// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Game
import JetStream
package import Journal
import Lobby
import Wire

/// Writes everything that a world keeps into another journal; its nodes may be running.
///
/// **The cut.** Results are read first, up to where their stream ended; then every room, up to where
/// its stream ended after that; then who watches, sessions and bans. So each room is as it was at
/// one moment, with every match whose result was read; results that were not in their stream yet are
/// taken from the rooms' logs; and every session that a room knew then is there, unless it has ended
/// since. Rooms share no moment, and need none: nothing in one depends on another.
package struct WorldExport {
  /// What was exported.
  package struct Counts: Hashable, Sendable {
    /// Rooms, open and closed.
    package var rooms = 0
    /// Entries.
    package var entries = 0
    /// Results of matches.
    package var results = 0
    /// Sessions.
    package var sessions = 0
    /// Bans.
    package var bans = 0
    /// A sentence for each room that was left out because of its damage.
    package var damage: [String] = []
  }

  /// Records that are written together.
  private static let together = 256

  private let sink: any JournalSink
  private let acceptsLoss: Bool
  private let loop = DispatchQueue(label: "export")

  /// An export into an empty journal.
  ///
  /// - Parameters:
  ///   - sink: the journal.
  ///   - acceptsLoss: whether rooms that cannot be read whole are left out.
  package init(to sink: any JournalSink, acceptsLoss: Bool = false) {
    self.sink = sink
    self.acceptsLoss = acceptsLoss
  }

  /// Exports a world.
  ///
  /// - Parameter options: the world, and where; the node there does not matter.
  /// - Returns: what the other journal has now.
  /// - Throws: `NATSJournalError` if the world cannot be read, and what the other journal throws.
  package func run(_ options: NATSJournalOptions) async throws -> Counts {
    var options = options
    options.purpose = .reading
    options.tellsEverything = true
    options.acceptsSameName = true
    options.restHours = nil
    let loop = loop
    let reach = try await WorldReach.open(options) { loop.async(execute: $0) }
    do {
      let counts = try await run(reach)
      await reach.close()
      return counts
    } catch {
      await reach.close()
      throw error
    }
  }

  private func run(_ reach: WorldReach) async throws -> Counts {
    var counts = Counts()
    try sink.setCodeKey(reach.codeKey)
    let names = reach.names
    var results = try await reach.messages(of: names.results, names.everyResult).map {
      do {
        return try WorldRecord.Result($0.bytes)
      } catch {
        throw NATSJournalError.damagedRooms(["Result \($0.sequence) cannot be read: \(error)."])
      }
    }
    var rooms = Rooms(sink, knowing: results)
    for (index, stream) in names.rooms.enumerated() {
      let end = try await reach.state(of: stream).lastSequence
      try await reach.each(of: stream, names.rooms(index), through: end) { try rooms.take($0) }
    }
    try rooms.flush()
    counts.damage = try rooms.removeDamaged()
    guard counts.damage.isEmpty || acceptsLoss else {
      throw NATSJournalError.damagedRooms(counts.damage)
    }
    results += rooms.missing.sorted { ($0.endedAt, $0.matchID) < ($1.endedAt, $1.matchID) }
    try sink.add(results.map(\.kept))
    try await writeSpectators(reach, of: rooms.open)
    let sessions = try await reach.entries(of: names.sessions).compactMap { entry in
      Self.session(entry, rooms.highest)
    }
    let bans = try await reach.entries(of: names.bans).compactMap { entry in
      if case .set(let ban)? = BanChange(entry) { ban } else { nil }
    }
    try sink.add(sessions, bans)
    counts.rooms = rooms.count
    counts.entries = rooms.entries
    (counts.results, counts.sessions, counts.bans) = (results.count, sessions.count, bans.count)
    return counts
  }

  private static func session(
    _ entry: KeyEntry, _ highest: [SessionID: RequestID]
  ) -> SessionRecord? {
    guard let value = entry.value, let text = WorldNames.text(of: entry.key),
      let stored = try? WorldRecord.Session(value)
    else { return nil }
    var record = SessionRecord(SessionID(text), stored)
    // What only the log of a room says that the session has left.
    if let request = highest[record.id] { record.highest = max(record.highest, request) }
    return record
  }

  private func writeSpectators(_ reach: WorldReach, of rooms: Set<RoomID>) async throws {
    var records: [RoomRecord] = []
    for entry in try await reach.entries(of: reach.names.spectators) {
      let words = entry.key.split(separator: ".")
      guard words.count == 2, let room = WorldNames.text(of: String(words[0])),
        rooms.contains(RoomID(room)), let value = entry.value,
        let record = try? WorldRecord.Spectator(value)
      else { continue }
      records.append(
        .spectator(
          SpectatorRecord(session: SessionID(record.session), firstSeq: record.firstSeq),
          of: RoomID(room)))
    }
    _ = try sink.append(records)
  }

  /// The rooms on their way into the other journal.
  private struct Rooms {
    /// The number of rooms that were begun, and are sound.
    private(set) var count = 0
    /// The number of entries.
    private(set) var entries = 0
    /// Results that were in rooms' logs and not in their stream.
    private(set) var missing: [WorldRecord.Result] = []
    /// The highest request of each session that a log names.
    private(set) var highest: [SessionID: RequestID] = [:]
    private let sink: any JournalSink
    private let known: Set<String>
    /// The rooms that are open, by their subject.
    private var rooms: [String: ExportedRoom] = [:]
    private var damaged: [ExportedRoom] = []
    private var waiting: [RoomRecord] = []

    init(_ sink: any JournalSink, knowing results: [WorldRecord.Result]) {
      self.sink = sink
      known = Set(results.map(\.matchID))
    }

    /// The rooms that are open and sound.
    var open: Set<RoomID> { Set(rooms.values.filter { $0.damage == nil }.map(\.room)) }

    /// Takes the next message of a stream.
    mutating func take(_ message: StoredMessage) throws {
      let subject = message.subject
      let word = subject.split(separator: ".").last.map(String.init) ?? ""
      guard let code = WorldNames.text(of: word).map({ RoomCode($0) }) else { return }
      if let next = ExportedRoom(openedBy: message, code: code) {
        // Whatever had the code before has closed, or its end cannot be read.
        note(rooms.removeValue(forKey: subject))
        rooms[subject] = next
        count += 1
      } else if rooms[subject] == nil, let record = try? WorldRecord.Room(message.bytes) {
        rooms[subject] = ExportedRoom(lacking: record, code: code)
        count += 1
      }
      guard let (record, result) = rooms[subject]?.take(message) else { return }
      waiting.append(record)
      if let result, !known.contains(result.matchID) { missing.append(result) }
      switch record {
      case .step(let step): entries += step.entries.count
      case .closed:
        note(rooms.removeValue(forKey: subject))
      case .spectator, .spectatorLeft: break
      }
      if waiting.count >= WorldExport.together { try flush() }
    }

    /// Writes what was taken.
    mutating func flush() throws {
      let outcomes = try sink.append(waiting)
      waiting = []
      for case .taken(let room, _) in outcomes {
        throw NATSJournalError.damagedRooms([
          "The code of room \(room.rawValue) was used again while the world was read; run this again."
        ])
      }
    }

    /// Ends the reading: removes the rooms that cannot be read whole.
    ///
    /// - Returns: a sentence for each.
    mutating func removeDamaged() throws -> [String] {
      for room in rooms.values { note(room) }
      return try damaged.sorted { $0.code.rawValue < $1.code.rawValue }.map { room in
        try sink.remove(room.room)
        count -= 1
        missing.removeAll { $0.room == room.room.rawValue }
        return "Room \(room.code.rawValue): \(room.damage?.description ?? "")"
      }
    }

    /// A room's log has ended.
    private mutating func note(_ room: ExportedRoom?) {
      guard let room else { return }
      if room.damage != nil { damaged.append(room) }
      highest.merge(room.highest) { max($0, $1) }
    }
  }
}
