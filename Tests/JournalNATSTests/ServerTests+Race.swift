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
  @Suite("An owner and a claimer that race", .timeLimit(.minutes(5)))
  struct RaceTests {
    /// The number of races that run at once, so that servers have something to do.
    private static let size = 30

    @Test("never both write behind one record", arguments: [1, 3])
    func fenced(servers: Int) async throws {
      let (broken, races) = try await Self.race(servers, #require(NATSProgram.current), batches: 10)
      #expect(broken == 0 && races == 10 * Self.size)
    }

    // The test of the test above. How rarely such a cluster fails depends on the machine, so it gets
    // many more races, of which the first that both win will do.
    @Test("both write behind one record of a cluster of 2.9.10", .needsUnfencedNATS)
    func unfenced() async throws {
      let (broken, races) = try await Self.race(3, #require(NATSProgram.unfenced), batches: 200)
      #expect(broken > 0)
      print("Of \(races) races \(broken) were won by both.")
    }

    /// In how many races of an owner's step and a claim both have landed, so that the room is
    /// damaged, or lacks a step that has landed; and how many races there were, as no batch follows
    /// one that broke a room.
    private static func race(
      _ servers: Int, _ program: NATSProgram, batches: Int
    ) async throws -> (broken: Int, races: Int) {
      try await NATSCluster.run(servers, program) { cluster in
        let open = { (name: String, server: Int) in
          try await WorldNode.open(cluster, name) { options in
            options.connection.servers = [cluster.addresses[server]]
            options.acceptsUnsynced = true
            options.acceptsUnfenced = true
          }
        }
        let (a, b) = (try await open("a", 0), try await open("b", servers - 1))
        var (broken, races) = (0, 0)
        for batch in 0..<batches where broken == 0 {
          let rooms = (0..<size).map { RoomID("R\(batch)X\($0)") }
          for room in rooms { _ = await a.append(.step(step(1, of: room))) }
          let results = await withTaskGroup(of: Bool.self) { group in
            for room in rooms { group.addTask { await isBroken(room, a, b) } }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
          }
          broken += results.count { $0 }
          races += results.count
        }
        for node in [a, b] { await node.close() }
        return (broken, races)
      }
    }

    private static func step(_ number: UInt64, of room: RoomID) -> Batch {
      Samples.batch(number...number, of: room, code: RoomCode(room.rawValue))
    }

    private static func isBroken(_ room: RoomID, _ a: WorldNode, _ b: WorldNode) async -> Bool {
      let claim = RoomClaim(
        code: RoomCode(room.rawValue), from: [a.journal.node: .zero], now: .zero)
      async let stepped = a.append(.step(step(2, of: room))).bare
      async let claimed = b.claim(claim)
      let hasLanded = await stepped == [.landed(room)]
      guard case .owned(let found, _) = await claimed else { return true }
      return (found.entries.count == 2) != hasLanded
    }
  }
}
