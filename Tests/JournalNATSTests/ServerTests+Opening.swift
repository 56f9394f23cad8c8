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
  @Suite("A world that a node starts with", .timeLimit(.minutes(4)))
  struct OpeningTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("is closed for everybody who closes it, again and later")
    func closedTwice() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let node = try await WorldNode.open(cluster, "a")
        async let one = node.close()
        async let other = node.close()
        let both = await [one, other]
        #expect(both == [true, true])
        #expect(await node.close())
      }
    }

    @Test("has one key of codes, its bans and its ratings, and no rooms")
    func contents() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a") { $0.roomStreams = 3 }
        #expect(a.contents.lobby.codeKey?.count == 32 && a.contents.bans.isEmpty)
        #expect(await a.onLoop { $0.journal.state.problems }.isEmpty)
        let ban = Ban(
          target: .key(String(repeating: "a", count: 32)), since: Samples.time(50), until: nil,
          reason: "noise")
        let other = Ban(
          target: .key(String(repeating: "b", count: 32)), since: Samples.time(40), until: nil,
          reason: "")
        let groups: [[JournalRecord]] = [
          [.ban(.set(other), for: CorrelationID(1)), .ban(.set(ban), for: CorrelationID(2))],
          [.ban(.lift(other.target), for: CorrelationID(3))],
        ]
        _ = await a.appendAll(groups)
        var last = Samples.batch(1...1)
        last.result = Samples.result("match")
        _ = await a.append(.step(last))
        try await a.until { $0.results.count == 1 }
        let b = try await WorldNode.open(cluster, "b")
        #expect(b.contents.lobby.codeKey == a.contents.lobby.codeKey)
        #expect(b.contents.lobby.rooms.isEmpty && b.contents.sessions.isEmpty)
        #expect(b.contents.bans == [ban] && b.contents.lastStamp == Samples.time(50))
        #expect(b.contents.ratings.matchCount == 1)
        #expect(await b.onLoop { $0.results.isEmpty && $0.bans.isEmpty })
        // The three streams of rooms are those of the world, whichever node asks.
        #expect(
          await b.claim(RoomClaim(code: Samples.code, now: .zero))
            == .elsewhere(Samples.room, a.journal.node))
        for node in [a, b] { await node.close() }
      }
    }

    @Test("is refused if it is another one, or its streams are")
    func different() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let node = try await WorldNode.open(cluster)
        await expectRefusal(cluster, "spread over 1 streams, not 2") { $0.roomStreams = 2 }
        await expectRefusal(cluster, "on 1 servers each, not 3") { $0.replicas = 3 }
        await expectRefusal(cluster, "names no world") { $0.world = "A.B" }
        await expectRefusal(cluster, "answers under this node's name") {
          $0.node = NodeID(name: "a", run: "2")
        }
        await node.close()
        let client = try cluster.client()
        await client.connect()
        var results = StreamConfiguration(
          name: "FD_other_RESULTS", subjects: ["fd.other.result.>"], replicas: 1)
        results.maximumAge = .seconds(60)
        _ = try await client.makeStream(results).get()
        await expectRefusal(cluster, "max_age of stream FD_other_RESULTS") { $0.world = "other" }
        await client.close()
      }
    }

    @Test("is refused if nobody knows whether its servers sync, unless that is accepted")
    func unsynced() async throws {
      try await NATSCluster.run(1, program, syncs: false) { cluster in
        await expectRefusal(cluster, "sync_interval: always") { _ in }
        await expectRefusal(cluster, "give the credentials") { $0.systemCredentials = nil }
        let node = try await WorldNode.open(cluster) { $0.acceptsUnsynced = true }
        let problems = await node.onLoop { $0.journal.state.problems }
        #expect(problems.count == 1 && problems.first?.contains("sync_interval: always") == true)
        await node.close()
        let blind = try await WorldNode.open(cluster) {
          $0.acceptsUnsynced = true
          $0.systemCredentials = nil
        }
        #expect(await blind.onLoop { $0.journal.state.problems.count } == 1)
        await blind.close()
      }
    }

    @Test("is refused with the reason if its servers cannot be reached, or refuse the node")
    func unreachable() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let wrong = ConnectionOptions.Credentials.password(user: "node", password: "wrong")
        await expectRefusal(cluster, "refuse the credentials of this node") {
          $0.connection.credentials = wrong
        }
        await expectRefusal(cluster, "refuse the credentials of the system account") {
          $0.systemCredentials = wrong
        }
        await expectRefusal(cluster, "no JetStream") {
          $0.connection.credentials = .password(user: "system", password: "secret")
        }
        await expectRefusal(cluster, "cannot be used as it is configured") {
          $0.connection.servers = []
        }
        await cluster.kill(0)
        await expectRefusal(cluster, "No NATS server answers at nats://127.0.0.1:") { _ in }
      }
    }

    @Test("is refused if its servers do not fence", .needsUnfencedNATS)
    func unfenced() async throws {
      try await NATSCluster.run(1, #require(NATSProgram.unfenced)) { cluster in
        await expectRefusal(cluster, "version 2.9.10") { $0.acceptsUnsynced = true }
      }
    }

    private func expectRefusal(
      _ cluster: NATSCluster, _ words: String, _ change: (inout NATSJournalOptions) -> Void
    ) async {
      do {
        let node = try await WorldNode.open(cluster, run: "x") { options in
          options.patience = .seconds(4)
          change(&options)
        }
        await node.close()
        Issue.record("It is opened, and not refused with \"\(words)\".")
      } catch {
        #expect("\(error)".contains(words))
      }
    }
  }
}
