// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Game
import JetStream
package import Journal
import Lobby
import Wire

/// Puts everything that another journal keeps into a world that has nothing yet.
///
/// The world's record of its import says which journal it is, before anything else is written; nodes
/// take no part in the world before it says that everything is there. An import that was interrupted,
/// however, is run again: what is there is compared, and it goes on behind that.
package struct WorldImport {
  /// What was imported.
  package struct Counts: Hashable, Sendable {
    /// Rooms, open and closed.
    package var rooms = 0
    /// Records that they consist of.
    package var records = 0
    /// Results of matches.
    package var results = 0
    /// Sessions.
    package var sessions = 0
    /// Bans.
    package var bans = 0
    /// Whether it was imported before, and nothing was done.
    package var wasThere = false
  }

  /// Maximum number of rooms that are written at the same time.
  private static let mostRooms = 32
  /// A node that runs answers within this time.
  private static let answerTime = Duration.seconds(1)

  private let source: any JournalSource
  private let identity: String
  private let node: NodeID
  private let loop = DispatchQueue(label: "import")
  /// Called with the number of messages stored so far; a test throws there, as a killed process ends.
  var onStored: (Int) throws -> Void = { _ in }

  /// An import of a journal.
  package init(of source: any JournalSource) throws {
    self.source = source
    identity = try source.identity
    node = NodeID(name: "import", run: identity)
  }

  /// Imports it; a journal that is there already is left as it is, whatever became of it since.
  ///
  /// - Parameter options: the world, and where; the node there does not matter.
  /// - Returns: what the world has now.
  /// - Throws: `NATSJournalError` if the world is not to have it, or the servers cannot be used.
  package func run(_ options: NATSJournalOptions) async throws -> Counts {
    var options = options
    options.node = node
    options.purpose = .importing(codeKey: try source.codeKey)
    options.tellsEverything = true
    options.acceptsSameName = true
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
    guard let marker = try await begin(reach) else {
      counts.wasThere = true
      return counts
    }
    var places: [RoomID: (code: RoomCode, first: UInt64)] = [:]
    try await writeRooms(reach, &counts, &places)
    for kept in try source.keptResults {
      counts.results += 1
      try await write(WorldRecord.Result(kept, in: places[kept.room]), reach, &counts)
    }
    for ban in try source.keptBans {
      counts.bans += 1
      try await put(ban.target.key, ban.stored.bytes, in: reach.names.bans, reach, &counts)
    }
    for session in try source.keptSessions {
      counts.sessions += 1
      try await put(
        WorldNames.token(session.id.rawValue), session.stored.bytes, in: reach.names.sessions,
        reach, &counts)
    }
    let done = WorldRecord.Import(source: identity, isFinished: true)
    try await reach.put(
      WorldNames.importKey, in: reach.worldBucket, done.bytes, expecting: marker)
    return counts
  }

  /// Checks that the world may have the journal, and writes that it is being imported.
  ///
  /// - Returns: the revision of that record; nil if the journal was imported before.
  private func begin(_ reach: WorldReach) async throws -> UInt64? {
    let (names, world) = (reach.names, reach.names.world)
    let entry = try await reach.entry(WorldNames.importKey, in: reach.worldBucket)
    if let entry, let value = entry.value {
      guard let record = try? WorldRecord.Import(value), record.source == identity else {
        throw NATSJournalError.otherImport(
          world: world, source: (try? WorldRecord.Import(value))?.source ?? "of another version")
      }
      return record.isFinished ? nil : entry.revision
    }
    let kept =
      names.rooms + [names.results]
      + [names.sessions, names.spectators, names.bans, names.open].map { "KV_\($0)" }
    guard kept.allSatisfy({ reach.states[$0]?.messages == 0 }) else {
      throw NATSJournalError.notEmpty(world: world)
    }
    let running = try await runningNodes(reach)
    guard running.isEmpty else {
      throw NATSJournalError.nodesRunning(world: world, running)
    }
    let begun = WorldRecord.Import(source: identity, isFinished: false)
    return try await reach.put(
      WorldNames.importKey, in: reach.worldBucket, begun.bytes, expecting: entry?.revision ?? 0)
  }

  private func runningNodes(_ reach: WorldReach) async throws -> [NodeID] {
    let bucket = reach.names.nodes
    var running: [NodeID] = []
    for message in try await reach.messages(of: "KV_\(bucket)", "$KV.\(bucket).>") {
      guard let value = KeyEntry(message, in: bucket)?.value,
        let node = (try? WorldRecord.Node(value)).flatMap({ NodeID($0.id) })
      else { continue }
      let outcome = await waitFor {
        reach.connection.request(reach.names.node(node), [], timeout: Self.answerTime, $0)
      }
      if case .answered = outcome { running.append(node) }
    }
    return running
  }

  // MARK: Rooms

  private func writeRooms(
    _ reach: WorldReach, _ counts: inout Counts,
    _ places: inout [RoomID: (code: RoomCode, first: UInt64)]
  ) async throws {
    var rest = try latestRooms()[...]
    var closed: [(code: RoomCode, at: ServerTime)] = []
    while !rest.isEmpty {
      let rooms = try rest.prefix(Self.mostRooms).compactMap { try source.keptRoom($0) }
      rest = rest.dropFirst(Self.mostRooms)
      let written = try await withThrowingTaskGroup(
        of: (RoomID, RoomCode, UInt64, Int).self
      ) { group in
        for kept in rooms where !kept.room.entries.isEmpty {
          group.addTask {
            let (first, records) = try await reach.write(kept)
            return (kept.room.id, kept.room.code, first, records)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for (room, code, first, records) in written {
        places[room] = (code, first)
        counts.rooms += 1
        counts.records += records
      }
      try onStored(counts.stored)
      for kept in rooms {
        for spectator in kept.room.spectators {
          try await reach.put(spectator, of: kept.room.id)
        }
        if let time = kept.closedAt {
          closed.append((kept.room.code, time))
        } else {
          try await reach.put(kept.room.code, WorldRecord.Place(node: node.description))
        }
      }
    }
    // In the order of closing, as sweeps read them.
    for room in closed.sorted(by: { $0.at < $1.at }) {
      try await reach.put(
        room.code, WorldRecord.Place(node: node.description, closedAt: room.at))
    }
  }

  /// The rooms, without those whose code another one has had since: their rest is over, and a world
  /// has one log for each code.
  private func latestRooms() throws -> [RoomID] {
    var latest: [RoomCode: (id: RoomID, openedAt: ServerTime)] = [:]
    for id in try source.roomIDs {
      guard let room = try source.keptRoom(id)?.room else { continue }
      let time = room.entries.first?.at ?? .zero
      if latest[room.code].map({ $0.openedAt < time }) ?? true { latest[room.code] = (id, time) }
    }
    return latest.values.map(\.id).sorted { $0.rawValue < $1.rawValue }
  }

  // MARK: The rest

  private func write(
    _ result: WorldRecord.Result, _ reach: WorldReach, _ counts: inout Counts
  ) async throws {
    await reach.write(result)
    try onStored(counts.stored)
  }

  private func put(
    _ key: String, _ bytes: [UInt8], in bucket: String, _ reach: WorldReach,
    _ counts: inout Counts
  ) async throws {
    // What is there already is not written again: each change of a ban is kept.
    if try await reach.entry(key, in: bucket)?.value != bytes {
      try await reach.put(key, in: bucket, bytes)
    }
    try onStored(counts.stored)
  }
}

extension WorldImport.Counts {
  /// Everything that was stored, for the test that ends an import half-way.
  fileprivate var stored: Int { records + results + bans + sessions }
}
