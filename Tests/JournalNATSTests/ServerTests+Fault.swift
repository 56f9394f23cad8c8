// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import NATSFixtures
import Testing

@testable import JournalNATS

extension ServerTests {
  @Suite("The rooms of a world whose servers fail", .timeLimit(.minutes(5)))
  struct FaultTests {
    enum Fault: CaseIterable {
      case killedLeader, pausedLeader, endedLeader, killedFollower
    }

    private static let steps: UInt64 = 40
    private static let rooms = (0..<4).map { RoomID("R\($0)") }

    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("have each step once that has landed, and no other", arguments: Fault.allCases)
    func servers(_ fault: Fault) async throws {
      try await NATSCluster.run(3, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        let b = try await WorldNode.open(cluster, "b")
        try await withThrowingTaskGroup { group in
          for room in Self.rooms {
            group.addTask { try await Self.play(room, at: a) }
          }
          group.addTask { try await Self.strike(fault, cluster) }
          try await group.waitForAll()
        }
        for room in Self.rooms {
          let expected = Self.step(1...Self.steps, of: room).entries
          let claim = RoomClaim(
            code: RoomCode(room.rawValue), from: [a.journal.node: .zero], now: .zero)
          guard case .owned(let found, _) = try await Self.outcome(of: claim, at: b) else {
            Issue.record("Room \(room.rawValue) is not owned.")
            continue
          }
          #expect(found.entries == expected)
        }
        for node in [a, b] { await node.close() }
      }
    }

    private static func step(_ numbers: ClosedRange<UInt64>, of room: RoomID) -> Batch {
      Samples.batch(numbers, of: room, code: RoomCode(room.rawValue))
    }

    /// Lands steps one after the other; those that fail are decided again.
    private static func play(_ room: RoomID, at node: WorldNode) async throws {
      for number in 1...steps {
        var outcomes = await node.append(.step(step(number...number, of: room)))
        while outcomes.bare == [.failed(room)] {
          try Task.checkCancellation()
          await NATSCluster.pause(milliseconds: 50)
          outcomes = await node.append(.step(step(number...number, of: room)))
        }
        #expect(outcomes.bare == [.landed(room)])
        await NATSCluster.pause(milliseconds: 10)
      }
    }

    private static func strike(_ fault: Fault, _ cluster: NATSCluster) async throws {
      let client = try cluster.client("strike")
      await client.connect()
      await NATSCluster.pause(milliseconds: 150)
      var found = await cluster.leader(of: "FD_test_ROOMS_0", as: client)
      while found == nil {
        try Task.checkCancellation()
        found = await cluster.leader(of: "FD_test_ROOMS_0", as: client)
      }
      let leader = try #require(found)
      switch fault {
      case .killedLeader: await cluster.kill(leader)
      case .endedLeader: await cluster.terminate(leader)
      case .killedFollower: await cluster.kill((leader + 1) % 3)
      case .pausedLeader:
        await cluster.pause(leader)
        await NATSCluster.pause(milliseconds: 6_000)
        await cluster.resume(leader)
      }
      await client.close()
    }

    /// Claims until the journal can tell.
    private static func outcome(
      of claim: RoomClaim, at node: WorldNode
    ) async throws -> ClaimOutcome {
      while true {
        try Task.checkCancellation()
        let outcome = await node.claim(claim)
        guard outcome == .unavailable else { return outcome }
        await NATSCluster.pause()
      }
    }

    @Test("fail for certain while there is no server, and go on afterwards")
    func noServer() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let node = try await WorldNode.open(cluster)
        #expect(await node.append(Samples.step(1...1)).bare == [.landed(Samples.room)])
        await cluster.kill(0)
        try await node.until { $0.journal.state.awaySince != nil }
        #expect(await node.append(Samples.step(2...2)).bare == [.failed(Samples.room)])
        #expect(await node.announce(Samples.node(node.journal.node)) == false)
        #expect(await node.get(SessionID("ana")) == .unavailable)
        #expect(await node.claim(RoomClaim(code: Samples.code, now: .zero)) == .unavailable)
        #expect(
          await node.ask(NodeID(name: "b", run: "1"), [1], within: .milliseconds(200)) == .silent)
        try await cluster.start(0)
        try await node.until { $0.journal.state.awaySince == nil }
        var outcomes = await node.append(Samples.step(2...2))
        while outcomes.bare == [.failed(Samples.room)] {
          try Task.checkCancellation()
          await NATSCluster.pause()
          outcomes = await node.append(Samples.step(2...2))
        }
        #expect(outcomes.bare == [.landed(Samples.room)])
        #expect(await node.onLoop { $0.journal.state.regression } == nil)
        await node.close()
      }
    }

    @Test("stand still where their stream is full, and go on where it has room again")
    func full() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let node = try await WorldNode.open(cluster) { $0.maximumBytes = 20_000 }
        let big = RoomID("BIG")
        var number: UInt64 = 1
        while await node.append(.step(Self.step(number...number, of: big))).bare
          == [.landed(big)]
        {
          number += 1
          try #require(number < 1_000)
        }
        let next = RoomRecord.step(Self.step(number...number, of: big))
        #expect(await node.append(next).bare == [.failed(big)])
        #expect(
          await node.append(.step(Self.step(1...1, of: RoomID("NEW")))).bare
            == [.failed(RoomID("NEW"))])
        #expect(await node.announce(Samples.node(node.journal.node)))
        let client = try cluster.client("purge")
        await client.connect()
        let last = try await client.last(of: "fd.test.room.0.BIG", in: "FD_test_ROOMS_0").get()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
          client.connection.purge(
            "fd.test.room.0.BIG", from: "FD_test_ROOMS_0", before: last?.sequence
          ) { _ in done.resume() }
        }
        #expect(await node.append(next).bare == [.landed(big)])
        await client.close()
        await node.close()
      }
    }
  }
}
