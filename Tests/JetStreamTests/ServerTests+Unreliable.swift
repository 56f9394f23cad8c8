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

    // Their time of its making is another one then: each tells when it made its own copy.
    @Test("know a stream of three copies as the same one after all were restarted")
    func restarted() async throws {
      try await NATSCluster.run(3, program) { cluster in
        let client = try cluster.client()
        await client.connect()
        let rooms = StreamConfiguration(name: "ROOMS", subjects: ["room.>"], replicas: 3)
        let earlier = try await client.makeStream(rooms).get().state
        #expect(!earlier.identity.isEmpty)
        for server in 0..<3 { await cluster.kill(server) }
        for server in 0..<3 { try await cluster.start(server) }
        var found = await client.state(of: "ROOMS")
        while case .failure = found {
          try Task.checkCancellation()
          found = await client.state(of: "ROOMS")
        }
        #expect(try found.get().identity == earlier.identity)
        await client.close()
      }
    }

    @Test("have one stream that two clients make at the same moment")
    func madeTwice() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let clients = [try cluster.client("a"), try cluster.client("b")]
        for client in clients { await client.connect() }
        for number in 0..<20 {
          let stream = StreamConfiguration(
            name: "S\(number)", subjects: ["s\(number)"], replicas: 1)
          async let first = clients[0].makeStream(stream)
          async let second = clients[1].makeStream(stream)
          let states = [try await first.get().state, try await second.get().state]
          #expect(states[0].identity == states[1].identity && !states[0].identity.isEmpty)
        }
        for client in clients { await client.close() }
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
