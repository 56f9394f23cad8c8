// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import NATSFixtures
import Testing

@testable import JetStream

extension ServerTests {
  @Suite("Writers that race on real servers", .timeLimit(.minutes(3)))
  struct RaceTests {
    private static let batches = 10
    /// The number of races that run at once, so that servers have something to do.
    private static let size = 30

    @Test("are never both accepted behind one message", arguments: [1, 3])
    func fenced(servers: Int) async throws {
      let doubles = try await Self.doubles(servers, #require(NATSProgram.current))
      #expect(doubles == 0)
    }

    // The test of the test above.
    @Test("are both accepted by a cluster of 2.9.10", .needsUnfencedNATS)
    func unfenced() async throws {
      let doubles = try await Self.doubles(3, #require(NATSProgram.unfenced))
      #expect(doubles > 0)
      print("Of \(Self.batches * Self.size) races \(doubles) were won by both.")
    }

    /// In how many races two writers, at different servers where there are several, were both told
    /// that they had written.
    private static func doubles(_ servers: Int, _ program: NATSProgram) async throws -> Int {
      try await NATSCluster.run(servers, program) { cluster in
        let writers = [try cluster.client("a", of: 0), try cluster.client("b", of: servers - 1)]
        for writer in writers { await writer.connect() }
        let rooms = StreamConfiguration(name: "ROOMS", subjects: ["room.>"], replicas: servers)
        _ = try await writers[0].makeStream(rooms).get()
        var doubles = 0
        for batch in 0..<batches {
          let accepted = await race(writers, batch)
          doubles += accepted.count { $0 == 2 }
          #expect(accepted.contains { $0 > 0 })
        }
        for writer in writers { await writer.close() }
        return doubles
      }
    }

    /// Lets both writers go on in as many rooms, and returns how many of them could, for each.
    ///
    /// Not at a room's beginning: there 2.9.10 compares when it stores.
    private static func race(_ writers: [NATSClient], _ batch: Int) async -> [Int] {
      var firsts: [UInt64] = []
      for room in 0..<size {
        let first = await writers[0].publish("room.\(batch).\(room)", [], expecting: 0)
        if case .stored(let number) = first { firsts.append(number) }
      }
      #expect(firsts.count == size)
      let (accepted, feed) = AsyncStream.makeStream(of: (room: Int, isStored: Bool).self)
      for (room, first) in firsts.enumerated() {
        for (number, writer) in writers.enumerated() {
          writer.connection.publish(
            "room.\(batch).\(room)", [UInt8(number)], expecting: first
          ) { outcome in
            if case .stored = outcome {
              feed.yield((room, true))
            } else {
              feed.yield((room, false))
            }
          }
        }
      }
      var counts = [Int](repeating: 0, count: size)
      var outcomes = accepted.makeAsyncIterator()
      for _ in 0..<firsts.count * writers.count {
        if let outcome = await outcomes.next() { counts[outcome.room] += outcome.isStored ? 1 : 0 }
      }
      return counts
    }
  }
}
