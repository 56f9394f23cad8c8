// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Testing

@Suite("NetworkLink", .timeLimit(.minutes(1)))
struct NetworkLinkTests {
  private func at(_ milliseconds: Int) -> ServerTime {
    ServerTime(microseconds: Int64(milliseconds) * 1000)
  }

  private func lossy(_ seed: UInt64, loss: Double = 0.3) -> NetworkLink<Int> {
    var conditions = LinkConditions(roundTrip: .milliseconds(100), loss: loss)
    conditions.hasCongestion = false
    return NetworkLink(LinkModel(conditions, seed: seed), .up)
  }

  @Test("delivers everything once, in order, and never before it was sent", arguments: 1...40)
  func inOrder(seed: UInt64) {
    var link = lossy(seed)
    var random = SeededRandom(seed: seed)
    var now = ServerTime.zero
    var sent: [ServerTime] = []
    var got: [(at: ServerTime, parcel: Int)] = []
    while got.count < 200 {
      let next = link.nextInstant
      let due = now + .microseconds(Int64(random.uniform(0...300_000)))
      if sent.count < 200, next.map({ due < $0 }) ?? true {
        now = due
        link.send(sent.count, bytes: 40, at: now)
        sent.append(now)
      } else if let next {
        #expect(next >= now, "An arrival moved into the past.")
        now = next
        got += link.arrivals(upTo: now)
      }
    }
    #expect(got.map(\.parcel) == Array(0..<200))
    #expect(zip(got, sent).allSatisfy { $0.at - $1 >= .milliseconds(30) })
    #expect(zip(got, got.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(link.nextInstant == nil)
  }

  @Test("a lost message arrives sooner when another follows it")
  func followed() throws {
    // A seed with which the first message is lost and the second is not.
    let late = try #require(
      (UInt64(1)...200).first { seed in
        var link = lossy(seed)
        link.send(0, bytes: 40, at: .zero)
        guard let alone = link.nextInstant, alone > at(300) else { return false }
        link.send(1, bytes: 40, at: at(20))
        return link.nextInstant.map { $0 < alone } ?? false
      })
    var link = lossy(late)
    link.send(0, bytes: 40, at: .zero)
    link.send(1, bytes: 40, at: at(20))
    let repaired = try #require(link.nextInstant)
    #expect(repaired > at(20 + 125 + 37))
    #expect(repaired < at(20 + 125 + 125))
    #expect(link.arrivals(upTo: at(2000)).map(\.parcel) == [0, 1])
  }

  @Test("a chaser is sent automatically and never delivered")
  func chased() {
    var conditions = LinkConditions.steady(roundTrip: .milliseconds(100))
    conditions.chaser = .milliseconds(20)
    var link = NetworkLink<Int>(LinkModel(conditions, seed: 1), .down)
    link.send(0, bytes: 40, at: .zero)
    #expect(link.nextInstant == at(20))
    #expect(link.arrivals(upTo: at(20)).isEmpty)
    #expect(link.nextInstant == at(50))
    #expect(link.arrivals(upTo: at(50)).map(\.parcel) == [0])
    #expect(link.arrivals(upTo: at(500)).isEmpty)
    #expect(link.nextInstant == nil)
  }

  @Test("loses messages in flight when it is cut")
  func cut() {
    var link = lossy(1, loss: 0)
    link.send(0, bytes: 40, at: .zero)
    link.cut()
    #expect(link.nextInstant == nil)
    #expect(link.arrivals(upTo: at(5000)).isEmpty)
  }
}
