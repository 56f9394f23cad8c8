// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Testing

@Suite("Link model", .timeLimit(.minutes(1)))
struct LinkModelTests {
  /// Round trips of one message a second and its answer, in milliseconds, over many links.
  private func roundTrips(_ conditions: LinkConditions, links: UInt64 = 40) -> [Double] {
    var trips: [Double] = []
    for seed in 1...links {
      var link = LinkModel(conditions, seed: seed)
      for second in 0..<100 {
        let sent = at(second * 1000)
        let there = link.deliver(.up, at: sent, followedAt: sent + .seconds(1))
        let back = link.deliver(.down, at: there, followedAt: there + .seconds(1))
        trips.append(Double((back - sent).wholeMicroseconds) / 1000)
      }
    }
    return trips.sorted()
  }

  private func at(_ milliseconds: Int) -> ServerTime {
    ServerTime(microseconds: Int64(milliseconds) * 1000)
  }

  private func percentile(_ sorted: [Double], _ percent: Int) -> Double {
    sorted[sorted.count * percent / 100]
  }

  @Test("a steady link always takes half of the round trip each way")
  func steady() {
    var link = LinkModel(.steady(roundTrip: .milliseconds(80)), seed: 1)
    for second in 0..<10 {
      #expect(link.deliver(.up, at: at(second * 1000)) == at(second * 1000 + 40))
      #expect(link.deliver(.down, at: at(second * 1000 + 40)) == at(second * 1000 + 80))
    }
    #expect(link.hiddenAsymmetry == .zero)
    #expect(link.congestion.isEmpty)
  }

  /// Medians and 97th percentiles measured over Linux's TCP with such losses.
  @Test(
    "sparse messages wait for the retransmission timeout, as over the kernel's TCP",
    arguments: [(20, 22.0, 252.0), (80, 83, 380), (200, 201, 617), (400, 403, 1064)])
  func losses(roundTrip: Int, median: Double, tail: Double) {
    var conditions = LinkConditions(roundTrip: .milliseconds(roundTrip), loss: 0.02)
    conditions.hasCongestion = false
    let trips = roundTrips(conditions)
    let jitter = 2 * (0.5 + 0.02 * Double(roundTrip)) * 1.6
    #expect(abs(percentile(trips, 50) - median) < jitter)
    #expect(abs(percentile(trips, 97) - tail) / tail < 0.1)
  }

  @Test("with a chaser a loss is noticed a round trip later instead")
  func chased() {
    var conditions = LinkConditions(roundTrip: .milliseconds(80), loss: 0.03)
    conditions.hasCongestion = false
    let plain = roundTrips(conditions)
    conditions.chaser = .milliseconds(20)
    let chased = roundTrips(conditions)
    #expect(percentile(plain, 97) > 330)
    #expect(percentile(chased, 97) < 230)
  }

  @Test("directions are asymmetric as on real routes, with congestion a tenth of the time")
  func mixture() {
    var uneven = 0
    var full = 0
    var upward = 0
    var episodes = 0
    for seed in UInt64(1)...400 {
      let link = LinkModel(LinkConditions(roundTrip: .milliseconds(200)), seed: seed)
      #expect(abs((link.delay(.up) + link.delay(.down) - .milliseconds(200)).wholeMicroseconds) < 3)
      if abs(link.hiddenAsymmetry.wholeMicroseconds) > 10_000 { uneven += 1 }
      for second in 0..<100 where link.isCongested(in: at(second * 1000)...at(second * 1000)) {
        full += 1
      }
      episodes += link.congestion.count
      upward += link.congestion.count { $0.direction == .up }
    }
    #expect((40...120).contains(uneven))
    #expect((2800...4800).contains(full))
    #expect(abs(Double(upward) / Double(episodes) - 0.7) < 0.03)
  }

  @Test("a message of many packets is lost more easily than a small one")
  func large() {
    func late(bytes: Int) -> Int {
      (UInt64(1)...400).count { seed in
        var conditions = LinkConditions(roundTrip: .milliseconds(80), loss: 0.02)
        conditions.hasCongestion = false
        var link = LinkModel(conditions, seed: seed)
        return link.deliver(.up, at: .zero, bytes: bytes) - .zero > .milliseconds(110)
      }
    }
    #expect(late(bytes: 60) < 20)
    #expect(late(bytes: 30_000) > 80)
  }

  @Test("the same seed gives the same link, another seed another")
  func seeded() {
    let conditions = LinkConditions(roundTrip: .milliseconds(80), loss: 0.05)
    func arrivals(_ seed: UInt64) -> [ServerTime] {
      var link = LinkModel(conditions, seed: seed)
      return (0..<50).map { link.deliver(.up, at: at($0 * 500)) }
    }
    #expect(arrivals(7) == arrivals(7))
    #expect(arrivals(7) != arrivals(8))
    #expect(arrivals(7) == arrivals(7).sorted())
  }
}
