// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Game
import JetStream
import Journal
import JournalFixtures
import JournalSQLite
import MatchFixtures
import NATSFixtures
import Protocol
import Testing

@testable import JournalNATS
@testable import Lobby

extension ServerTests {
  @Suite("A journal file and a world", .timeLimit(.minutes(3)))
  struct TransferTests {
    private struct Interrupted: Error {}

    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    // MARK: A file with one of everything

    /// A backup with a match that was played, and rooms, sessions and bans of every kind.
    private static func backup() throws -> PlayedBackup {
      let backup = try PlayedBackup()
      let store = try JournalStore(path: backup.path)
      defer { store.close() }
      var open = Samples.batch(1...300)
      open.entering = [1, 2].map {
        Membership(session: SessionID("s\($0)"), actor: ActorNumber($0))
      }
      var deal = Samples.batch(301...302)
      deal.sealed = SealedRecord(matchID: "match", seed: [1, 2, 3])
      deal.leaving = [ActorNumber(2)]
      let closed = RoomID("closed")
      var ended = Samples.batch(1...4, of: closed, code: RoomCode("CLSD1"))
      ended.entering = [Membership(session: SessionID("s3"), actor: ActorNumber(1))]
      ended.result = Samples.result("late")
      ended.finished = FinishedMatch(
        matchID: "late", settings: MatchSettings(), endedAt: Samples.time(4),
        standings: Samples.result("late").standings, base: MatchView(), entries: ended.entries,
        actors: [ActorNumber(1)])
      let sessions = (1...3).map { number in
        JournalRecord.session(
          SessionRecord(
            id: SessionID("s\(number)"), player: Player(name: "P\(number)"),
            tokenHashes: [[UInt8](repeating: UInt8(number), count: 32)],
            highest: RequestID(UInt64(number) * 7)), for: CorrelationID(1))
      }
      let bans = [
        Ban(
          target: .key(String(repeating: "a", count: 32)), since: Samples.time(5), until: nil,
          reason: "noise"),
        Ban(
          target: try #require(BanTarget("address:192.0.2.0/24")), since: Samples.time(6),
          until: Samples.time(1 << 60), reason: ""),
      ]
      let records: [JournalRecord] =
        [
          .step(open), .step(deal),
          .spectator(SpectatorRecord(session: SessionID("s3"), firstSeq: 4), of: Samples.room),
          .step(ended), .closed(closed, at: Samples.time(9)),
        ] + sessions + bans.map { .ban(.set($0), for: CorrelationID(1)) }
      let report = try #require(store.write(records))
      #expect(report.problem == nil && report.outcomes.count == 9)
      try store.settle()
      return backup
    }

    /// Everything that a journal keeps, as it can be compared.
    private struct Everything: Hashable {
      var codeKey: [UInt8]
      var rooms: [KeptRoom]
      var results: [KeptResult]
      var sessions: [SessionRecord]
      var bans: [Ban]

      init(_ path: String) throws {
        let store = try JournalStore(reading: path)
        defer { store.close() }
        codeKey = try store.codeKey
        rooms = try store.roomIDs.compactMap { try store.keptRoom($0) }
        results = try store.keptResults
        // What no room's log has is in them either way.
        sessions = try store.keptSessions.map { session in
          var session = session
          session.highest = RequestID(0)
          return session
        }
        bans = try store.keptBans
      }
    }

    private static func contents(_ path: String) throws -> JournalContents {
      let store = try JournalStore(path: path)
      defer { store.close() }
      return try store.load(now: .zero)
    }

    private static func importing(
      _ path: String, into cluster: NATSCluster, stopAt limit: Int? = nil
    ) async throws -> WorldImport.Counts {
      let store = try JournalStore(reading: path)
      defer { store.close() }
      var transfer = try WorldImport(of: store)
      transfer.onStored = { count in
        if let limit, count >= limit { throw Interrupted() }
      }
      return try await transfer.run(cluster.options(NodeID(name: "x", run: "1")))
    }

    private static func exporting(
      _ cluster: NATSCluster, to path: String, acceptsLoss: Bool = false
    ) async throws -> WorldExport.Counts {
      let store = try JournalStore(path: path)
      defer { store.close() }
      let counts = try await WorldExport(to: store, acceptsLoss: acceptsLoss)
        .run(cluster.options(NodeID(name: "x", run: "1")))
      try store.settle()
      return counts
    }

    // MARK: There and back

    @Test("are the same after a way there and back")
    func roundTrip() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let backup = try Self.backup()
        let counts = try await Self.importing(backup.path, into: cluster)
        #expect(counts.rooms == 3 && counts.results == 2 && counts.bans == 2 && !counts.wasThere)
        let path = backup.folder.path + "/back.sqlite"
        let back = try await Self.exporting(cluster, to: path)
        #expect(back.rooms == 3 && back.results == 2 && back.damage == [])
        let (before, after) = (try Everything(backup.path), try Everything(path))
        #expect(before.rooms.contains { $0.room.id == Samples.room && $0.room.former.count == 1 })
        #expect(after.codeKey == before.codeKey && after.rooms == before.rooms)
        #expect(after.results == before.results && after.bans == before.bans)
        #expect(after.sessions == before.sessions)
        let (former, latter) = (try Self.contents(backup.path), try Self.contents(path))
        #expect(latter.lobby.rooms == former.lobby.rooms && latter.damage == [])
        #expect(latter.sessions.map(\.record) == former.sessions.map(\.record))
        #expect(latter.bans == former.bans && latter.lastStamp == former.lastStamp)
        // Everything a second time changes nothing.
        #expect(try await Self.importing(backup.path, into: cluster).wasThere)
      }
    }

    @Test("verify as before: seeds, decks and scores are those of the file")
    func verified() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let backup = try PlayedBackup()
        _ = try await Self.importing(backup.path, into: cluster)
        let path = backup.folder.path + "/back.sqlite"
        _ = try await Self.exporting(cluster, to: path)
        let store = try JournalStore(reading: path)
        defer { store.close() }
        var problems: [JournalCheck.Problem] = []
        let counts = JournalCheck(of: store) { problems.append($0) }.counts
        let former = try backup.check()
        #expect(problems == [] && counts == former.counts && counts.verified == 1)
      }
    }

    @Test(
      "are the same if the import ended half-way, and nodes wait for the rest",
      arguments: [1, 3, 4, 5, 6, 7, 8])
    func interrupted(_ limit: Int) async throws {
      try await NATSCluster.run(1, program) { cluster in
        let backup = try Self.backup()
        await #expect(throws: Interrupted.self) {
          _ = try await Self.importing(backup.path, into: cluster, stopAt: limit)
        }
        await #expect(throws: NATSJournalError.self) { _ = try await WorldNode.open(cluster) }
        let other = try PlayedBackup()
        try other.change("UPDATE progress SET commits = commits + 100")
        await #expect(throws: NATSJournalError.self) {
          _ = try await Self.importing(other.path, into: cluster)
        }
        #expect(try await !Self.importing(backup.path, into: cluster).wasThere)
        let path = backup.folder.path + "/back.sqlite"
        _ = try await Self.exporting(cluster, to: path)
        #expect(try Everything(path) == Everything(backup.path))
        let node = try await WorldNode.open(cluster)
        await node.close()
      }
    }

    @Test("go on within a room's log if the import ended there")
    func interruptedRoom() async throws {
      try await NATSCluster.run(1, program) { cluster in
        var options = cluster.options(NodeID(name: "import", run: "1"))
        options.purpose = .importing(codeKey: [UInt8](repeating: 1, count: 32))
        let loop = DispatchQueue(label: "import")
        let reach = try await WorldReach.open(options) { loop.async(execute: $0) }
        var whole = KeptRoom(StoredRoom(openedBy: Samples.batch(1...600)))
        var part = whole
        part.room.entries = Array(whole.room.entries.prefix(ImportedRoom.mostEntries * 2))
        whole.closedAt = Samples.time(700)
        let first = try await reach.write(part)
        let then = try await reach.write(whole)
        let again = try await reach.write(whole)
        #expect(first.records == 2 && then.records == 4 && again == then)
        #expect(first.first == then.first)
        let state = try await reach.state(of: reach.names.roomStream(Samples.code))
        #expect(state.messages == 4, "Nothing is there twice.")
        let other = KeptRoom(StoredRoom(openedBy: Samples.batch(1...2, of: RoomID("other"))))
        await #expect(throws: NATSJournalError.disturbed(world: "test")) {
          _ = try await reach.write(other)
        }
        await reach.close()
      }
    }

    // MARK: Refusals

    @Test("stay apart if the world has something, has nodes, or makes codes by another key")
    func refusals() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let backup = try PlayedBackup()
        func refusal(_ world: String) async throws -> NATSJournalError? {
          let store = try JournalStore(reading: backup.path)
          defer { store.close() }
          do {
            _ = try await WorldImport(of: store).run(
              cluster.options(NodeID(name: "x", run: "1"), world: world))
            return nil
          } catch let error as NATSJournalError { return error }
        }
        // A node's own world has a key of its own.
        let first = try await WorldNode.open(cluster, world: "other")
        await first.close()
        guard case .differentWorld("other", _) = try await refusal("other") else {
          Issue.record("Another key was accepted.")
          return
        }
        let store = try JournalStore(reading: backup.path)
        defer { store.close() }
        let loop = DispatchQueue(label: "import")
        for world in ["busy", "full"] {
          var options = cluster.options(NodeID(name: "x", run: "1"), world: world)
          options.purpose = .importing(codeKey: try store.codeKey)
          let reach = try await WorldReach.open(options) { loop.async(execute: $0) }
          await reach.close()
        }
        let busy = try await WorldNode.open(cluster, world: "busy")
        #expect(await busy.announce(Samples.node(busy.journal.node)))
        #expect(
          try await refusal("busy") == .nodesRunning(world: "busy", [busy.journal.node]))
        await busy.close()
        let full = try await WorldNode.open(cluster, world: "full")
        _ = await full.append(Samples.step(1...2))
        await full.close()
        #expect(try await refusal("full") == .notEmpty(world: "full"))
        #expect(try await refusal("busy") == nil)
        let path = backup.folder.path + "/none.sqlite"
        let empty = try JournalStore(path: path)
        defer { empty.close() }
        await #expect(throws: NATSJournalError.noWorld(name: "none")) {
          _ = try await WorldExport(to: empty).run(
            cluster.options(NodeID(name: "x", run: "1"), world: "none"))
        }
      }
    }

    @Test("a room that cannot be read whole is left out only where that is accepted")
    func damage() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let backup = try Self.backup()
        _ = try await Self.importing(backup.path, into: cluster)
        let client = try cluster.client()
        await client.connect()
        let names = WorldNames(world: "test", roomStreams: 1)
        _ = await client.publish(names.room(Samples.code), [1, 2, 3], expecting: nil)
        await client.close()
        await #expect(throws: NATSJournalError.self) {
          _ = try await Self.exporting(cluster, to: backup.folder.path + "/refused.sqlite")
        }
        let path = backup.folder.path + "/back.sqlite"
        let counts = try await Self.exporting(cluster, to: path, acceptsLoss: true)
        #expect(counts.damage.count == 1 && counts.rooms == 2)
        let (before, after) = (try Everything(backup.path), try Everything(path))
        #expect(after.rooms == before.rooms.filter { $0.room.id != Samples.room })
        #expect(try Self.contents(path).damage == [])
      }
    }

    // MARK: Going on

    @Test("a room goes on at a node of the world, and on one machine again")
    func goesOn() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let backup = try Self.backup()
        let kept = try Everything(backup.path).rooms.first { $0.room.id == Samples.room }
        _ = try await Self.importing(backup.path, into: cluster)
        let node = try await WorldNode.open(cluster)
        try await node.until { $0.places.contains { $0.code == Samples.code } }
        let place = await node.onLoop { $0.places.first { $0.code == Samples.code } }
        guard case .open(_, let owner)? = place else {
          Issue.record("Nobody had the room.")
          return
        }
        let claim = RoomClaim(code: Samples.code, from: [owner: .zero], now: Samples.time(400))
        guard case .owned(let room, let aliveUntil) = await node.claim(claim) else {
          Issue.record("The room was not claimed.")
          return
        }
        #expect(room == kept?.room && aliveUntil == Samples.time(302))
        #expect(await node.append(Samples.step(303...304)).bare == [.landed(Samples.room)])
        // Nodes may be running while their world is exported.
        let path = backup.folder.path + "/back.sqlite"
        _ = try await Self.exporting(cluster, to: path)
        await node.close()
        let store = try JournalStore(path: path)
        defer { store.close() }
        #expect(try store.load(now: .zero).damage == [])
        let outcome = try #require(store.write([.room(Samples.step(305...305))])).outcomes
        guard case .room(.landed(Samples.room, _))? = outcome.first else {
          Issue.record("The room does not go on: \(outcome)")
          return
        }
      }
    }
  }
}

extension PlaceChange {
  /// The code of the room.
  fileprivate var code: RoomCode {
    switch self {
    case .open(let code, _), .closed(let code): code
    }
  }
}
