// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import NATSFixtures
import Testing
import Wire

@testable import JournalNATS

extension ServerTests {
  @Suite("Rooms of several nodes", .timeLimit(.minutes(5)))
  struct OwnershipTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("are not taken back by a node that has let them go because the table says so")
    func lostUnawares() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        let b = try await WorldNode.open(cluster, "b")
        let code = Samples.code
        #expect(await a.append(.step(Samples.batch(1...2))).bare == [.landed(Samples.room)])
        try await a.until { $0.places.last == .open(code, at: a.journal.node) }
        let gone = [a.journal.node: Samples.time(9)]
        let claimed = await b.claim(RoomClaim(code: code, from: gone, now: Samples.time(10)))
        let stored = StoredRoom(openedBy: Samples.batch(1...2))
        #expect(claimed == .owned(stored, aliveUntil: Samples.time(9)))
        try await a.until { $0.places.last == .open(code, at: b.journal.node) }
        let told = await a.onLoop { $0.places.count }
        await a.onLoop { node in
          node.journal.letGo(Samples.room)
          node.journal.repairPlaces()
        }
        await b.onLoop { $0.journal.repairPlaces() }
        // Whatever they wrote would be told before this.
        #expect(
          await a.claim(RoomClaim(code: code, now: .zero))
            == .elsewhere(Samples.room, b.journal.node))
        #expect(await b.append(Samples.step(3...3)).bare == [.landed(Samples.room)])
        #expect(await a.onLoop { $0.places.count } == told)
      }
    }

    @Test("stay where they are although a row that was written late has an earlier owner")
    func lateRow() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        let b = try await WorldNode.open(cluster, "b")
        let code = Samples.code
        #expect(await a.append(.step(Samples.batch(1...2))).bare == [.landed(Samples.room)])
        let gone = [a.journal.node: Samples.time(9)]
        _ = await b.claim(RoomClaim(code: code, from: gone, now: Samples.time(10)))
        try await b.until { $0.places.last == .open(code, at: b.journal.node) }
        let told = await b.onLoop { $0.places.count }
        let names = WorldNames(world: "test", roomStreams: 1)
        let late = WorldRecord.Place(node: a.journal.node.description, since: 1)
        let client = try cluster.client()
        await client.connect()
        _ = await client.publish("$KV.\(names.open).K7QF2", late.bytes, expecting: nil)
        await client.close()
        // A room opened after it is told after it.
        let other = RoomCode("K7QF3")
        let batch = Samples.batch(1...2, of: RoomID("other"), code: other)
        #expect(await a.append(.step(batch)).bare == [.landed(batch.room)])
        try await b.until { $0.places.last == .open(other, at: a.journal.node) }
        #expect(await b.onLoop { $0.places.count } == told + 1)
        await b.onLoop { $0.journal.repairPlaces() }
        let c = try await WorldNode.open(cluster, "c")
        try await c.until { $0.places.contains(.open(code, at: b.journal.node)) }
      }
    }

    @Test("are claimed again by the node that has let them go, where the table says otherwise")
    func letGo() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        let b = try await WorldNode.open(cluster, "b")
        let code = Samples.code
        #expect(await a.append(.step(Samples.batch(1...2))).bare == [.landed(Samples.room)])
        let found = await a.claim(RoomClaim(code: code, now: .zero))
        #expect(found == .elsewhere(Samples.room, a.journal.node))
        let wrong = WorldRecord.Place(node: b.journal.node.description).bytes
        await a.onLoop { node in
          node.journal.context.connection.put(
            WorldNames.token(code.rawValue), in: node.journal.context.names.open, wrong
          ) { _ in }
        }
        try await a.until { $0.places.last == .open(code, at: b.journal.node) }
        let unchanged = await a.claim(RoomClaim(code: code, now: .zero))
        #expect(unchanged == .elsewhere(Samples.room, a.journal.node))
        let told = await a.onLoop { node in
          node.journal.letGo(Samples.room)
          node.journal.repairPlaces()
          return node.places.count
        }
        #expect(await a.append(Samples.step(3...3)) == [.failed(Samples.room)])
        #expect(await a.onLoop { $0.places.count } == told, "Its place is not repaired.")
        let again = await a.claim(RoomClaim(code: code, now: .zero))
        let stored = StoredRoom(openedBy: Samples.batch(1...2))
        #expect(again == .owned(stored, aliveUntil: stored.entries[1].at))
        try await b.until { $0.places.last == .open(code, at: a.journal.node) }
        #expect(await a.append(Samples.step(3...3)).bare == [.landed(Samples.room)])
      }
    }

    @Test("are handed over, and taken over from a node that is gone")
    func ownership() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        let b = try await WorldNode.open(cluster, "b")
        let (room, code) = (Samples.room, Samples.code)
        var opening = Samples.batch(1...2)
        opening.entering = [Membership(session: SessionID("ana"), actor: ActorNumber(1))]
        opening.requests = [Origin(session: SessionID("ana"), request: RequestID(7))]
        opening.sealed = SealedRecord(matchID: "match", seed: [UInt8](repeating: 7, count: 32))
        let watching = SpectatorRecord(session: SessionID("eve"), firstSeq: 1)
        #expect(await a.append(.step(opening)).bare == [.landed(room)])
        #expect(
          await a.append(.spectator(watching, of: room), Samples.step(3...3)).bare
            == [.watches(watching.session, room), .landed(room)])
        for node in [a, b] {
          let found = await node.claim(RoomClaim(code: code, now: .zero))
          #expect(found == .elsewhere(room, a.journal.node))
        }
        #expect(
          await b.claim(RoomClaim(code: RoomCode("NOBODY"), now: .zero)) == .unknown)
        // The other request finds the room that this one has opened.
        var rival = Samples.batch(1...1, of: RoomID("rival"))
        rival.requests = [Origin(session: SessionID("ben"), request: RequestID(1))]
        #expect(
          await b.append(.step(rival)) == [.taken(rival.room, by: opening.requests.first)])

        let gone = [a.journal.node: Samples.time(9)]
        let claimed = await b.claim(RoomClaim(code: code, from: gone, now: Samples.time(10)))
        var stored = StoredRoom(openedBy: opening)
        stored.append(Samples.batch(3...3))
        stored.spectators = [watching]
        #expect(claimed == .owned(stored, aliveUntil: Samples.time(9)))
        #expect(await a.append(Samples.step(4...4)) == [.lost(room, to: b.journal.node)])
        #expect(await a.append(Samples.step(4...4)) == [.lost(room, to: b.journal.node)])
        #expect(await b.append(Samples.step(4...4)).bare == [.landed(room)])

        #expect(await b.release(room, to: a.journal.node) == .landed(room))
        #expect(await b.append(Samples.step(5...5)) == [.lost(room, to: a.journal.node)])
        stored.append(Samples.batch(4...4))
        #expect(
          await a.claim(RoomClaim(code: code, now: .zero))
            == .owned(stored, aliveUntil: Samples.time(4)))
        #expect(await a.append(Samples.step(5...5)).bare == [.landed(room)])
        try await b.until { $0.places.last == .open(code, at: a.journal.node) }
        #expect(await a.append(.closed(room, at: Samples.time(20))).isEmpty)
        try await b.until { $0.places.last == .closed(code) }
        #expect(await b.claim(RoomClaim(code: code, from: gone, now: .zero)) == .unknown)
        for node in [a, b] { #expect(await node.close()) }
      }
    }

    @Test("are found by an earlier run of their node, without being told that it is gone")
    func laterRun() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let first = try await WorldNode.open(cluster, "a", run: "1")
        _ = await first.append(Samples.step(1...2))
        await first.close()
        let second = try await WorldNode.open(cluster, "a", run: "2")
        let claimed = await second.claim(RoomClaim(code: Samples.code, now: Samples.time(9)))
        #expect(
          claimed
            == .owned(StoredRoom(openedBy: Samples.batch(1...2)), aliveUntil: Samples.time(2)))
        await second.close()
      }
    }

    @Test("belong to nodes that tell about themselves, and answer each other")
    func nodes() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        let b = try await WorldNode.open(cluster, "b")
        let record = Samples.node(a.journal.node, rooms: 3)
        #expect(await a.announce(record))
        try await b.until { $0.nodes.last == .present(record) }
        _ = await b.onLoop { node in
          node.journal.network.onAsked = { $0.reversed() }
        }
        #expect(await a.ask(b.journal.node, [1, 2]) == .answered([2, 1]))
        #expect(await a.ask(NodeID(name: "b", run: "0"), [1]) == .nobody)
        _ = await a.onLoop { node in
          node.journal.network.tell([7], to: nil)
          node.journal.network.tell([8], to: b.journal.node)
          node.journal.network.tell([9], to: NodeID(name: "b", run: "0"))
        }
        try await b.until { $0.news == [[7], [8]] }
        #expect(await a.onLoop { $0.news.isEmpty })
        _ = await a.onLoop { $0.journal.withdraw() }
        try await b.until { $0.nodes.last == .ended(a.journal.node) }
        for node in [a, b] { await node.close() }
      }
    }
  }
}
