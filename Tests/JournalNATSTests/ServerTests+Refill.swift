// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import NATSFixtures
import Testing
import Wire

@testable import JournalNATS

extension ServerTests {
  @Suite("A world that is written back from its nodes' memory", .timeLimit(.minutes(3)))
  struct RefillTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    private static func open(_ cluster: NATSCluster, _ name: String) async throws -> WorldNode {
      try await WorldNode.open(cluster, name) {
        $0.lookInterval = .milliseconds(200)
        $0.patience = .seconds(5)
      }
    }

    /// Loses the disk of the one server, and waits until nodes have noticed.
    private static func loseDisk(_ cluster: NATSCluster, _ nodes: WorldNode...) async throws {
      await cluster.kill(0)
      try await cluster.loseDisk(0)
      try await cluster.start(0)
      for node in nodes { try await node.until { $0.journal.state.regression != nil } }
    }

    private static func room(_ number: Int) -> RoomID { RoomID("room-\(number)") }
    private static func code(_ number: Int) -> RoomCode { RoomCode("R\(1000 + number)") }

    /// Steps of a room, of which the first has a member who has left by the last.
    private static func steps(_ number: Int, _ count: UInt64) -> [Batch] {
      (1...count).map { seq in
        var batch = Samples.batch(seq...seq, of: room(number), code: code(number))
        if seq == 1 {
          batch.entering = ["ana", "ben"].enumerated().map {
            Membership(session: SessionID("\($1)-\(number)"), actor: ActorNumber(UInt32($0 + 1)))
          }
        }
        if seq == 2 { batch.leaving = [ActorNumber(2)] }
        return batch
      }
    }

    /// The room after these steps.
    private static func stored(_ steps: [Batch]) -> StoredRoom {
      var room = StoredRoom(openedBy: steps[0])
      for step in steps.dropFirst() { room.append(step) }
      return room
    }

    /// The room as a server has it in memory.
    private static func remembered(_ steps: [Batch]) -> StoredRoom {
      var room = stored(steps)
      room.former = []
      return room
    }

    /// The bytes of the entries of a room's log.
    private static func bytes(
      _ code: RoomCode, _ cluster: NATSCluster
    ) async throws -> [[UInt8]] {
      let client = try cluster.client("reader")
      await client.connect()
      let names = WorldNames(world: "test", roomStreams: 1)
      let (stream, subject) = (names.roomStream(code), names.room(code))
      let last = try #require(try await client.last(of: subject, in: stream).get())
      let first = try WorldRecord.Room(last.bytes).first ?? last.sequence
      let messages = try await client.read(stream, subject, from: first, through: last.sequence)
        .get()
      await client.close()
      let log = RoomLog(messages, code: code)
      #expect(log.damage == nil)
      return log.entries
    }

    private static func append(_ steps: some Sequence<Batch>, at node: WorldNode) async {
      for step in steps {
        let outcome = await node.append(.step(step)).bare
        #expect(outcome == [.landed(step.room)])
      }
    }

    @Test("has the same logs, byte for byte, and goes on, after both nodes have written at once")
    func whole() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await Self.open(cluster, "a")
        let b = try await Self.open(cluster, "b")
        let counts: [UInt64] = [1, 7, 300]
        for (number, count) in counts.enumerated() {
          await Self.append(Self.steps(number, count), at: number == 1 ? b : a)
        }
        let before = try await Self.bytes(Self.code(2), cluster)
        #expect(before.count == 300)
        try await Self.loseDisk(cluster, a, b)
        #expect(await a.append(.step(Self.steps(0, 2)[1])) == [.failed(Self.room(0))])
        let (mine, theirs) = ([0, 2].map { Self.steps($0, counts[$0]) }, Self.steps(1, 7))
        let dry = try await a.refill(
          WorldMemory(rooms: mine.map { Self.remembered($0) }), isDry: true
        ).get()
        #expect(dry.rooms.map(\.fate) == [.whole(written: 1), .whole(written: 300)])
        #expect(await a.onLoop { $0.journal.state.regression != nil })
        async let first = a.refill(WorldMemory(rooms: mine.map { Self.remembered($0) }))
        async let second = b.refill(WorldMemory(rooms: [Self.remembered(theirs)]))
        let reports = try await (first.get(), second.get())
        #expect(reports.0.rooms.map(\.fate) == [.whole(written: 1), .whole(written: 300)])
        #expect(reports.1.rooms.map(\.fate) == [.whole(written: 7)])
        for node in [a, b] {
          #expect(await node.onLoop { $0.states.last?.regression == nil })
          guard case .failure(.nothingLost) = await node.refill(WorldMemory()) else {
            Issue.record("Something is still lost.")
            continue
          }
        }
        #expect(try await Self.bytes(Self.code(2), cluster) == before)
        await Self.append(Self.steps(2, 301).suffix(1), at: a)
        await Self.append(Self.steps(1, 8).suffix(1), at: b)
        await a.close()
        // Of these rooms only the servers know now.
        let c = try await Self.open(cluster, "c")
        let claim = RoomClaim(code: Self.code(2), from: [a.journal.node: .zero], now: .zero)
        guard case .owned(let found, _) = await c.claim(claim) else {
          Issue.record("The room is not owned.")
          return
        }
        #expect(found == Self.stored(Self.steps(2, 301)))
        #expect(try await Self.bytes(Self.code(2), cluster).prefix(300) == before[...])
        for node in [b, c] { await node.close() }
      }
    }

    @Test("goes on behind an older copy, and tells each result and ban once")
    func older() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await Self.open(cluster, "a")
        await Self.append(Self.steps(0, 3), at: a)
        let range = try #require(AddressRange("203.0.113.0/24"))
        let ban = Ban(target: .address(range), since: .zero, until: nil, reason: "")
        await cluster.kill(0)
        try await cluster.saveDisk(0)
        try await cluster.start(0)
        try await a.until { $0.journal.state.awaySince == nil }
        var ended = Self.steps(0, 5)[4]
        ended.result = Samples.result("match")
        try await Self.land(Self.steps(0, 5)[3], at: a)
        try await Self.land(ended, at: a)
        _ = await a.put(.ban(.set(ban), for: CorrelationID(1)))
        try await a.until { $0.results.count == 1 && $0.bans.count == 1 }
        await cluster.kill(0)
        try await cluster.restoreDisk(0)
        try await cluster.start(0)
        try await a.until { $0.journal.state.regression != nil }
        let memory = WorldMemory(rooms: [Self.remembered(Self.steps(0, 5))], bans: [ban])
        let report = try await a.refill(memory).get()
        #expect(report.rooms.map(\.fate) == [.whole(written: 2)])
        #expect(report.resultsWritten == 1 && report.bansWritten == 1)
        ended = Self.steps(0, 6)[5]
        ended.result = Samples.result("next")
        await Self.append([ended], at: a)
        try await a.until { $0.results.map(\.matchID) == ["match", "next"] }
        #expect(await a.onLoop { $0.bans.allSatisfy { $0 == .set(ban) } })
        let b = try await Self.open(cluster, "b")
        #expect(b.contents.bans == [ban])
        for node in [a, b] { await node.close() }
      }
    }

    /// Lands a step, however often the server's start refuses it.
    private static func land(_ step: Batch, at node: WorldNode) async throws {
      while await node.append(.step(step)).bare != [.landed(step.room)] {
        try Task.checkCancellation()
        await NATSCluster.pause(milliseconds: 20)
      }
    }

    @Test("leaves a room to the node that has claimed it since")
    func elsewhere() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await Self.open(cluster, "a")
        await Self.append(Self.steps(0, 2), at: a)
        await cluster.kill(0)
        try await cluster.saveDisk(0)
        try await cluster.start(0)
        try await Self.land(Self.steps(0, 3)[2], at: a)
        await cluster.kill(0)
        try await cluster.restoreDisk(0)
        try await cluster.start(0)
        try await a.until { $0.journal.state.regression != nil }
        let b = try await Self.open(cluster, "b")
        let claim = RoomClaim(code: Self.code(0), from: [a.journal.node: .zero], now: .zero)
        guard case .owned = await b.claim(claim) else {
          Issue.record("The room is not owned.")
          return
        }
        var other = Self.steps(0, 3)[2]
        other.entries[0].at = Samples.time(99)
        await Self.append([other], at: b)
        let report = try await a.refill(
          WorldMemory(rooms: [Self.remembered(Self.steps(0, 3))])
        ).get()
        #expect(report.rooms.map(\.fate) == [.elsewhere(b.journal.node)])
        #expect(
          await a.append(.step(Self.steps(0, 4)[3]))
            == [.lost(Self.room(0), to: b.journal.node)])
        #expect(try await Self.bytes(Self.code(0), cluster).count == 3)
        for node in [a, b] { await node.close() }
      }
    }

    @Test("leaves a room standing whose log is damaged, until that is mended")
    func damaged() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await Self.open(cluster, "a")
        for number in 0...1 { await Self.append(Self.steps(number, 3), at: a) }
        let client = try cluster.client("damage")
        await client.connect()
        let names = WorldNames(world: "test", roomStreams: 1)
        let (subject, stream) = (names.room(Self.code(0)), names.roomStream(Self.code(0)))
        let last = try #require(try await client.last(of: subject, in: stream).get())
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
          client.connection.purge(subject, from: stream, before: last.sequence) { _ in
            done.resume()
          }
        }
        // Another stream is enough for a world to be written back.
        _ = await client.request("$JS.API.STREAM.DELETE.KV_FD_test_SESSIONS")
        try await a.until { $0.journal.state.regression != nil }
        let memory = WorldMemory(rooms: (0...1).map { Self.remembered(Self.steps($0, 3)) })
        let report = try await a.refill(memory).get()
        guard case .stuck(let sentence) = report.rooms[0].fate else {
          Issue.record("It is not stuck: \(report.rooms[0])")
          return
        }
        #expect(sentence.contains("damaged") && report.rooms[1].fate == .whole(written: 0))
        #expect(await a.append(.step(Self.steps(0, 4)[3])) == [.failed(Self.room(0))])
        await Self.append(Self.steps(1, 4).suffix(1), at: a)
        _ = try await client.purge(subject, from: stream).get()
        let memoryLater = WorldMemory(
          rooms: [Self.remembered(Self.steps(0, 3)), Self.remembered(Self.steps(1, 4))])
        let again = try await a.refill(memoryLater).get()
        #expect(again.rooms.map(\.id) == [Self.room(0)] && !again.isWhole)
        #expect(again.rooms.map(\.fate) == [.whole(written: 3)])
        for number in 0...1 {
          await Self.append(Self.steps(number, 5).suffix(number == 0 ? 2 : 1), at: a)
        }
        await client.close()
        await a.close()
      }
    }

    @Test("is not there while its servers are not, and is written back once they are")
    func unreachable() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await Self.open(cluster, "a")
        await Self.append(Self.steps(0, 3), at: a)
        try await Self.loseDisk(cluster, a)
        await cluster.kill(0)
        let memory = WorldMemory(rooms: [Self.remembered(Self.steps(0, 3))])
        guard case .failure(let problem) = await a.refill(memory) else {
          Issue.record("It was written nowhere.")
          return
        }
        #expect(problem.description.contains("No NATS server answers"))
        #expect(await a.onLoop { $0.journal.state.regression != nil })
        try await cluster.start(0)
        #expect(try await a.refill(memory).get().rooms.map(\.fate) == [.whole(written: 3)])
        await Self.append(Self.steps(0, 4).suffix(1), at: a)
        await a.close()
      }
    }

    @Test("has the latest record of each session after all nodes have refilled it")
    func sessions() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await Self.open(cluster, "a")
        let b = try await Self.open(cluster, "b")
        func record(_ name: String, _ tokens: [UInt8], highest: UInt64) -> SessionRecord {
          SessionRecord(
            id: SessionID(name), player: Player(name: name), tokenHashes: tokens.map { [$0] },
            highest: RequestID(highest))
        }
        let (ana, former) = (record("ana", [1, 2], highest: 3), record("ben", [1, 2], highest: 3))
        let latter = record("ben", [2, 3], highest: 5)
        try await Self.loseDisk(cluster, a, b)
        let first = try await a.refill(WorldMemory(sessions: [ana, former])).get()
        #expect(first.sessionsWritten == 2)
        // Another node may be about to write it.
        #expect(await a.get(SessionID("eve")) == .unavailable)
        let second = try await b.refill(WorldMemory(sessions: [latter])).get()
        #expect(second.sessionsWritten == 1)
        let revision = try #require(second.sessions[latter.id])
        #expect(await a.get(latter.id) == .found(RegisteredSession(latter, revision: revision)))
        let next = record("ben", [3, 4], highest: 5)
        let outcome = await b.put(.session(next, expecting: revision, for: CorrelationID(1)))
        guard case .kept = outcome.first else {
          Issue.record("It was not kept: \(outcome)")
          return
        }
        try await Self.loseDisk(cluster, a, b)
        _ = try await b.refill(WorldMemory(sessions: [next])).get()
        let stale = try await a.refill(WorldMemory(sessions: [ana, former])).get()
        #expect(stale.sessionsWritten == 1 && stale.sessions[former.id] == nil)
        for node in [a, b] { await node.close() }
      }
    }
  }
}
