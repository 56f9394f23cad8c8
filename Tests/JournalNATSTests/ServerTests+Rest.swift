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
  @Suite("Rooms that closed long ago", .timeLimit(.minutes(2)))
  struct RestTests {
    private static let end = Samples.time(10)
    private static let rest = Duration.seconds(2 * 3600)
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("are removed after the world's rest, once, by one of two nodes")
    func swept() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a") { $0.restHours = 2 }
        let b = try await WorldNode.open(cluster, "b")
        _ = await a.append(Samples.step(1...2), .closed(Samples.room, at: Self.end))
        let other = Samples.batch(1...2, of: RoomID("open"), code: RoomCode("AAAAA"))
        _ = await a.append(.step(other))
        try await Self.untilClosed(cluster)
        #expect(await a.sweep(now: Self.end + Self.rest - .microseconds(1)) == 0)
        #expect(await Self.messages(cluster, Samples.code) == 2)
        // Another node has just swept.
        #expect(await b.sweep(now: Self.end + Self.rest) == nil)
        let later = Self.end + Self.rest + RoomSweep.interval
        #expect(await b.sweep(now: later) == 1)
        #expect(await Self.messages(cluster, Samples.code) == 0)
        #expect(await Self.messages(cluster, RoomCode("AAAAA")) == 1, "It is open.")
        #expect(await a.sweep(now: later + RoomSweep.interval) == 0)
        // Nothing was lost, as far as the journal is concerned.
        let next = Samples.batch(3...3, of: RoomID("open"), code: RoomCode("AAAAA"))
        #expect(await a.append(.step(next)).bare == [.landed(RoomID("open"))])
        for node in [a, b] { await node.close() }
      }
    }

    @Test("leave what a newer room of the same code has written")
    func reused() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a") { $0.restHours = 2 }
        _ = await a.append(Samples.step(1...2), .closed(Samples.room, at: Self.end))
        try await Self.untilClosed(cluster)
        // The table still has the former room when it is read: only the log tells.
        let names = WorldNames(world: "test", roomStreams: 1)
        let client = try cluster.client()
        await client.connect()
        let place = try #require(try await client.get("K7QF2", in: names.open).get()?.value)
        var batch = Samples.batch(1...2, of: RoomID("newer"))
        batch.entries = batch.entries.map {
          Entry(seq: $0.seq, at: Self.end + Self.rest, event: $0.event)
        }
        #expect(await a.append(.step(batch)).bare == [.landed(RoomID("newer"))])
        _ = await client.publish("$KV.\(names.open).K7QF2", place, expecting: nil)
        #expect(await a.sweep(now: Self.end + Self.rest + .seconds(1)) == 0)
        #expect(await Self.messages(cluster, Samples.code) == 1)
        await client.close()
        await a.close()
      }
    }

    @Test("are found although their node died before it could write that they closed")
    func diedBefore() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a") { $0.restHours = 2 }
        _ = await a.append(Samples.step(1...2), .closed(Samples.room, at: Self.end))
        try await Self.untilClosed(cluster)
        let names = WorldNames(world: "test", roomStreams: 1)
        let client = try cluster.client()
        await client.connect()
        let open = WorldRecord.Place(node: a.journal.node.description)
        _ = await client.publish("$KV.\(names.open).K7QF2", open.bytes, expecting: nil)
        await client.close()
        await a.close()
        let b = try await WorldNode.open(cluster, "b")
        let owner = a.journal.node
        try await b.until { $0.places.contains(.open(Samples.code, at: owner)) }
        let claim = RoomClaim(
          code: Samples.code, from: [a.journal.node: .zero], now: Self.end)
        #expect(await b.claim(claim) == .unknown)
        try await Self.untilClosed(cluster)
        #expect(await b.sweep(now: Self.end + Self.rest) == 1)
        #expect(await Self.messages(cluster, Samples.code) == 0)
        await b.close()
      }
    }

    @Test("rest for as long as the world says, whichever node was told")
    func changed() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        _ = await a.append(Samples.step(1...2), .closed(Samples.room, at: Self.end))
        try await Self.untilClosed(cluster)
        func reopened(_ name: String) -> RoomRecord {
          var batch = Samples.batch(1...1, of: RoomID(name))
          batch.entries = [
            Entry(seq: 1, at: Self.end + Self.rest, event: batch.entries[0].event)
          ]
          return .step(batch)
        }
        #expect(await a.append(reopened("early")).bare == [.taken(RoomID("early"))])
        let b = try await WorldNode.open(cluster, "b") { $0.restHours = 2 }
        // The first node learns it with its next sweep, whether or not it is the one that sweeps.
        _ = await a.sweep(now: Self.end)
        #expect(await a.append(reopened("late")).bare == [.landed(RoomID("late"))])
        for node in [a, b] { await node.close() }
      }
    }

    /// Waits until the table of open rooms says that the room has closed.
    private static func untilClosed(_ cluster: NATSCluster) async throws {
      let client = try cluster.client("watch")
      await client.connect()
      let names = WorldNames(world: "test", roomStreams: 1)
      while true {
        try Task.checkCancellation()
        let value = try await client.get("K7QF2", in: names.open).get()?.value
        if let value, try WorldRecord.Place(value).closedAt != nil { break }
        await NATSCluster.pause(milliseconds: 10)
      }
      await client.close()
    }

    private static func messages(_ cluster: NATSCluster, _ code: RoomCode) async -> Int? {
      guard let client = try? cluster.client("count") else { return nil }
      await client.connect()
      let names = WorldNames(world: "test", roomStreams: 1)
      let last = try? await client.last(of: names.room(code), in: names.roomStream(code)).get()
      guard let last = last.flatMap({ $0 }) else {
        await client.close()
        return 0
      }
      let found = try? await client.read(
        names.roomStream(code), names.room(code), from: 1, through: last.sequence
      ).get()
      await client.close()
      return found?.count
    }
  }
}
