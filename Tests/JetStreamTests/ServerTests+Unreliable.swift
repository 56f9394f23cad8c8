// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import NATSFixtures
import Testing

@testable import JetStream

extension ServerTests {
  @Suite("Servers that are not to be relied on", .timeLimit(.minutes(2)))
  struct UnreliableTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("are told from those that are, all of a cluster", arguments: [1, 3])
    func reliable(count: Int) async throws {
      try await NATSCluster.run(count, program) { cluster in
        let reports = try await reports(cluster)
        #expect(reports.map(\.name) == (0..<count).map { "n\($0)" })
        #expect(reports.flatMap(\.problems).isEmpty)
      }
    }

    @Test("say that they do not write to their disks what they acknowledge")
    func unsynced() async throws {
      try await NATSCluster.run(1, program, syncs: false) { cluster in
        let problems = try await reports(cluster).flatMap(\.problems)
        #expect(problems.count == 1 && problems.first?.contains("sync_interval") == true)
      }
    }

    @Test("say that they are too old", .needsUnfencedNATS)
    func old() async throws {
      try await NATSCluster.run(1, #require(NATSProgram.unfenced)) { cluster in
        let problems = try await reports(cluster).flatMap(\.problems)
        #expect(problems.first?.contains("2.9.10") == true, "\(problems)")
      }
    }

    @Test("are known by a stream that has less than before")
    func regressed() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let client = try cluster.client()
        await client.connect()
        let rooms = StreamConfiguration(name: "ROOMS", subjects: ["room.>"], replicas: 1)
        let empty = try await client.makeStream(rooms).get().state
        _ = await client.publish("room.a", [1], expecting: 0)
        let earlier = try await client.state(of: "ROOMS").get()
        #expect(!earlier.hasRegressed(from: empty) && empty.hasRegressed(from: earlier))
        await cluster.kill(0)
        try await cluster.start(0)
        var found = await client.state(of: "ROOMS")
        while case .failure = found {
          try Task.checkCancellation()
          found = await client.state(of: "ROOMS")
        }
        let same = try found.get()
        #expect(!same.hasRegressed(from: earlier))
        await cluster.kill(0)
        try await cluster.loseDisk(0)
        try await cluster.start(0)
        while true {
          try Task.checkCancellation()
          guard case .success(let made) = await client.makeStream(rooms) else { continue }
          #expect(made.state.hasRegressed(from: earlier))
          break
        }
        await client.close()
      }
    }

    private func reports(_ cluster: NATSCluster) async throws -> [ServerReport] {
      let client = try cluster.client("check", isSystem: true)
      await client.connect()
      let reports = await client.checkServers(atMost: cluster.count)
      await client.close()
      return reports
    }
  }
}
