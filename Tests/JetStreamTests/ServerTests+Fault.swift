// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import NATSFixtures
import Testing

@testable import JetStream

extension ServerTests {
  @Suite("Three servers, of which one fails", .timeLimit(.minutes(5)))
  struct FaultTests {
    enum Fault: CaseIterable {
      case leaderKilled, leaderEnded, leaderPaused, followerKilled, followerPaused
    }

    private static let rooms = 4
    /// The steps that each writer lands before a fault, and again after it.
    private static let steps = 20

    @Test(
      "lose nothing that they have acknowledged, and fence three writers all the time",
      arguments: Fault.allCases)
    func fault(_ fault: Fault) async throws {
      try await NATSCluster.run(3, #require(NATSProgram.current)) { cluster in
        let clients = try (0..<3).map { try cluster.client("writer \($0)") }
        for client in clients { await client.connect() }
        let rooms = StreamConfiguration(name: "ROOMS", subjects: ["room.>"], replicas: 3)
        _ = try await clients[0].asked { await clients[0].makeStream(rooms) }
        let leader = try #require(await cluster.leader(of: "ROOMS", as: clients[0]))
        let landed = try await withThrowingTaskGroup(of: [Landed].self) { group in
          for (number, client) in clients.enumerated() {
            group.addTask { try await Self.write(as: number, client) }
          }
          try await Self.cause(fault, leader: leader, cluster)
          return try await group.reduce(into: []) { $0 += $1 }
        }
        try await Self.check(landed, clients[0])
        for client in clients { await client.close() }
      }
    }

    @Test("leave a reader nothing out, and tell it nothing twice", arguments: Fault.allCases)
    func following(_ fault: Fault) async throws {
      try await NATSCluster.run(3, #require(NATSProgram.current)) { cluster in
        let client = try cluster.client("writer")
        // Its server may be the one that fails.
        let reader = try cluster.client("reader")
        let rooms = StreamConfiguration(name: "ROOMS", subjects: ["room.>"], replicas: 3)
        _ = try await client.asked { await client.makeStream(rooms) }
        let leader = try #require(await cluster.leader(of: "ROOMS", as: client))
        async let told = Self.messages(3 * Self.steps, of: reader)
        var last: UInt64 = 0
        for step in 0..<3 * Self.steps {
          if step == Self.steps { try await Self.cause(fault, leader: leader, cluster) }
          last = try #require(
            await client.land("room.a", [UInt8(step)], behind: last, in: "ROOMS"))
        }
        #expect(await told == (0..<3 * Self.steps).map { UInt8($0) })
        await client.close()
        await reader.close()
      }
    }

    @Test("are read from the stream's leader where they can make no consumer")
    func withoutConsumers() async throws {
      try await NATSCluster.run(3, #require(NATSProgram.current)) { cluster in
        let client = try cluster.client("reader")
        // On one of the servers, which needs no others for it, while consumers need two of them.
        let rooms = StreamConfiguration(name: "ROOMS", subjects: ["room.>"], replicas: 1)
        _ = try await client.asked { await client.makeStream(rooms) }
        var last: UInt64 = 0
        for number: UInt8 in 0..<20 {
          last = try #require(await client.land("room.a", [number], behind: last, in: "ROOMS"))
        }
        let leader = try #require(await cluster.leader(of: "ROOMS", as: client))
        for server in 0..<3 where server != leader { await cluster.kill(server) }
        _ = try await client.asked { await client.last(of: "room.a", in: "ROOMS") }
        let log = try await client.read("ROOMS", "room.a", from: 1, through: last).get()
        #expect(log.map(\.bytes) == (0..<20).map { [$0] })
        #expect(try await client.read("ROOMS", "room.>", through: nil).get() == log)
        await client.close()
      }
    }

    private static func messages(_ count: Int, of reader: NATSClient) async -> [UInt8] {
      var told: [UInt8] = []
      for await event in reader.follow("ROOMS", "room.>") {
        guard case .message(let message) = event else { continue }
        told += message.bytes
        if told.count == count { break }
      }
      return told
    }

    /// A message that a writer was told to be stored.
    private struct Landed: Sendable {
      var room: Int
      var sequence: UInt64
      var bytes: [UInt8]
    }

    /// Writes to the rooms by turns, each time behind what is read there.
    private static func write(as writer: Int, _ client: NATSClient) async throws -> [Landed] {
      var landed: [Landed] = []
      for step in 0..<2 * steps {
        let room = (writer + step) % rooms
        while true {
          try Task.checkCancellation()
          guard case .success(let last) = await client.last(of: "room.\(room)", in: "ROOMS") else {
            await NATSCluster.pause(milliseconds: 20)
            continue
          }
          let bytes = Array("\(last?.sequence ?? 0) \(writer) \(step)".utf8)
          let sequence = await client.land(
            "room.\(room)", bytes, behind: last?.sequence ?? 0, in: "ROOMS")
          if let sequence {
            landed.append(Landed(room: room, sequence: sequence, bytes: bytes))
            break
          }
        }
        // The fault comes while they write.
        if step < steps { await NATSCluster.pause(milliseconds: 20) }
      }
      return landed
    }

    private static func cause(_ fault: Fault, leader: Int, _ cluster: NATSCluster) async throws {
      await NATSCluster.pause(milliseconds: 200)
      let follower = (leader + 1) % 3
      switch fault {
      case .leaderKilled: await cluster.kill(leader)
      case .leaderEnded: await cluster.terminate(leader)
      case .leaderPaused: await cluster.pause(leader)
      case .followerKilled: await cluster.kill(follower)
      case .followerPaused: await cluster.pause(follower)
      }
      await NATSCluster.pause(milliseconds: 6000)
      switch fault {
      case .leaderKilled, .leaderEnded: try await cluster.start(leader)
      case .leaderPaused: await cluster.resume(leader)
      case .followerKilled: try await cluster.start(follower)
      case .followerPaused: await cluster.resume(follower)
      }
    }

    /// Each message of a room stands behind the one it names, and all that were acknowledged are there.
    private static func check(_ landed: [Landed], _ client: NATSClient) async throws {
      #expect(landed.count == 3 * 2 * steps)
      for room in 0..<rooms {
        let subject = "room.\(room)"
        let end = try await seal(subject, client)
        let all = try await client.asked {
          await client.read("ROOMS", subject, from: 1, through: end)
        }
        var before: UInt64 = 0
        for message in all {
          let named = String(decoding: message.bytes, as: UTF8.self).split(separator: " ").first
          #expect(named.flatMap { UInt64($0) } == before)
          before = message.sequence
        }
        let stored = Dictionary(uniqueKeysWithValues: all.map { ($0.sequence, $0.bytes) })
        for message in landed where message.room == room {
          #expect(stored[message.sequence] == message.bytes)
        }
      }
    }

    /// Lands a message behind all others, so that a read up to it is whole: a leader that was paused
    /// answers from what it has until it learns that it is deposed, but can store nothing any more.
    private static func seal(_ subject: String, _ client: NATSClient) async throws -> UInt64 {
      while true {
        let last = try await client.asked { await client.last(of: subject, in: "ROOMS") }
        let end = try #require(last).sequence
        let bytes = Array("\(end) seal".utf8)
        if let sequence = await client.land(subject, bytes, behind: end, in: "ROOMS") {
          return sequence
        }
        try Task.checkCancellation()
      }
    }
  }
}
