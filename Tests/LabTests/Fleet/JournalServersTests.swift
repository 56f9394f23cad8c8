// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Testing

@testable import Lab

/// The model of NATS servers, against what was measured of them.
@Suite("A model of NATS servers", .timeLimit(.minutes(1)))
struct JournalServersTests {
  /// Servers, rooms with a step under way each, steps a second, the median in milliseconds.
  private static let measured = [
    (JournalServers.v2_10, 10, 1450.0, 6.2), (.v2_10, 200, 1430, 141),
    (.v2_14, 10, 2090, 4.7), (.v2_14, 200, 1990, 99),
    (.v2_15, 10, 5340, 1.8), (.v2_15, 200, 24_000, 7.7),
  ]

  @Test("stores as many steps, as late, as was measured under full load", arguments: measured)
  func saturated(servers: JournalServers, rooms: Int, rate: Double, median: Double) {
    let found = servers.saturated(rooms: rooms, steps: 10_000, seed: 1)
    #expect(abs(found.rate / rate - 1) < 0.15, "\(found.rate)")
    #expect(abs(found.latencies[50] * 1000 / median - 1) < 0.15, "\(found.latencies[50])")
  }

  @Test(
    "one room, and a thousand steps a second, wait about as long as was measured",
    arguments: [
      (JournalServers.v2_10, 1.1, 1.8, 9.1), (.v2_14, 1.0, 1.4, 3.5), (.v2_15, 0.78, 1.1, 3.9),
    ])
  func open(servers: JournalServers, alone: Double, median: Double, worst: Double) {
    let one = servers.saturated(rooms: 1, steps: 10_000, seed: 1).latencies
    #expect(abs(one[50] * 1000 / alone - 1) < 0.15, "\(one[50])")
    let found = servers.latencies(rate: 1000, count: 20_000, seed: 1)
    #expect(abs(found[50] * 1000 / median - 1) < 0.25, "\(found[50])")
    #expect((0.5...1.2).contains(found[99] * 1000 / worst), "\(found[99])")
  }

  @Test("answers each step once, in order and after it came", arguments: JournalServers.all)
  func answers(servers: JournalServers) {
    var random = SeededRandom(seed: 3)
    var at = 0.0
    let arrivals = (0..<5000).map { _ in
      at += random.exponential(mean: 0.5e-3)
      return at
    }
    let answers = servers.stored(arrivals, &random)
    #expect(answers.count == arrivals.count)
    #expect(answers == answers.sorted())
    #expect(zip(answers, arrivals).allSatisfy { $0 > $1 + servers.batch * 0.83 })
  }

  @Test("holds within its capacity what it holds, and no more")
  func capacity() {
    let capacities = JournalServers.all.map { servers in
      let capacity = servers.capacity(within: 0.005, share: 0.9, seed: 1)
      #expect(servers.latencies(rate: capacity, count: 20_000, seed: 1)[99] <= 0.005)
      #expect(servers.latencies(rate: capacity * 1.15, count: 20_000, seed: 1)[99] > 0.005)
      return capacity
    }
    #expect(capacities[0] < capacities[1] && 5 * capacities[1] < capacities[2], "\(capacities)")
  }
}
