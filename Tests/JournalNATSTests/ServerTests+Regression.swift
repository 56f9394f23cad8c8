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
  @Suite("A journal that knows less than its writers", .timeLimit(.minutes(2)))
  struct RegressionTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("is not written to, because its servers have lost their disks")
    func lost() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let node = try await WorldNode.open(cluster) { $0.lookInterval = .milliseconds(200) }
        _ = await node.append(Samples.step(1...2))
        await cluster.kill(0)
        try await cluster.loseDisk(0)
        try await cluster.start(0)
        try await Self.expectStopped(node)
        // What was there is lost: another start makes a world without it.
        await node.close()
        let next = try await WorldNode.open(cluster, run: "2")
        #expect(await next.claim(RoomClaim(code: Samples.code, now: .zero)) == .unknown)
        await next.close()
      }
    }

    @Test("is not written to, because its servers have an older copy of their disks")
    func older() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let node = try await WorldNode.open(cluster) { $0.lookInterval = .milliseconds(200) }
        _ = await node.append(Samples.step(1...1))
        await cluster.kill(0)
        try await cluster.saveDisk(0)
        try await cluster.start(0)
        var number: UInt64 = 2
        while number < 6 {
          try Task.checkCancellation()
          let outcome = await node.append(Samples.step(number...number)).bare
          if outcome == [.landed(Samples.room)] { number += 1 }
        }
        #expect(await node.onLoop { $0.journal.state.regression } == nil)
        await cluster.kill(0)
        try await cluster.restoreDisk(0)
        try await cluster.start(0)
        try await Self.expectStopped(node)
        await node.close()
      }
    }

    @Test("is reported with every stream, and a stream that is gone as one nobody answers for")
    func reported() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let node = try await WorldNode.open(cluster) {
          $0.lookInterval = .milliseconds(200)
          $0.restHours = 48
        }
        _ = await node.append(Samples.step(1...2))
        let before = await node.report()
        #expect(before.name == "test" && before.restHours == 48 && before.streams.count == 8)
        let rooms = before.streams.first { $0.name == "FD_test_ROOMS_0" }?.state
        #expect(rooms?.messages == 1 && rooms?.lastSequence == 1)
        let client = try cluster.client()
        await client.connect()
        _ = await client.request("$JS.API.STREAM.DELETE.FD_test_ROOMS_0")
        await client.close()
        try await node.until { $0.journal.state.regression?.contains("FD_test_ROOMS_0") == true }
        let after = await node.report()
        #expect(after.streams.count { $0.state == nil } == 1)
        await node.close()
      }
    }

    /// Waits until a journal has stopped writing; then everything that is awaited fails.
    private static func expectStopped(_ node: WorldNode) async throws {
      try await node.until { $0.journal.state.regression != nil }
      #expect(await node.onLoop { $0.states.last?.regression?.contains("Stream") == true })
      #expect(await node.append(Samples.step(9...9)) == [.failed(Samples.room)])
      #expect(
        await node.append(.step(Samples.batch(1...1, of: RoomID("new"))))
          == [.failed(RoomID("new"))])
      #expect(await node.announce(Samples.node(node.journal.node)) == false)
      #expect(await node.claim(RoomClaim(code: Samples.code, now: .zero)) == .unavailable)
      #expect(await node.get(SessionID("ana")) == .unavailable)
      #expect(
        await node.release(Samples.room, to: NodeID(name: "b", run: "1")) == .failed(Samples.room))
    }
  }
}
