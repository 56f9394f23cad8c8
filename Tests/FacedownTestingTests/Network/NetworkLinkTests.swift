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
    var line = lossy(seed)
    var random = SeededRandom(seed: seed)
    var now = ServerTime.zero
    var sent: [ServerTime] = []
    var got: [(at: ServerTime, parcel: Int)] = []
    while got.count < 200 {
      let next = line.nextInstant
      let due = now + .microseconds(Int64(random.uniform(0...300_000)))
      if sent.count < 200, next.map({ due < $0 }) ?? true {
        now = due
        line.send(sent.count, bytes: 40, at: now)
        sent.append(now)
      } else if let next {
        #expect(next >= now, "An arrival moved into the past.")
        now = next
        got += line.arrivals(upTo: now)
      }
    }
    #expect(got.map(\.parcel) == Array(0..<200))
    #expect(zip(got, sent).allSatisfy { $0.at - $1 >= .milliseconds(30) })
    #expect(zip(got, got.dropFirst()).allSatisfy { $0.at <= $1.at })
    #expect(line.nextInstant == nil)
  }

  @Test("a lost message arrives sooner when another follows it")
  func followed() throws {
    // A seed with which the first message is lost and the second is not.
    let late = try #require(
      (UInt64(1)...200).first { seed in
        var line = lossy(seed)
        line.send(0, bytes: 40, at: .zero)
        guard let alone = line.nextInstant, alone > at(300) else { return false }
        line.send(1, bytes: 40, at: at(20))
        return line.nextInstant.map { $0 < alone } ?? false
      })
    var line = lossy(late)
    line.send(0, bytes: 40, at: .zero)
    line.send(1, bytes: 40, at: at(20))
    let repaired = try #require(line.nextInstant)
    #expect(repaired > at(20 + 125 + 37))
    #expect(repaired < at(20 + 125 + 125))
    #expect(line.arrivals(upTo: at(2000)).map(\.parcel) == [0, 1])
  }

  @Test("a chaser is sent automatically and never delivered")
  func chased() {
    var conditions = LinkConditions.steady(roundTrip: .milliseconds(100))
    conditions.chaser = .milliseconds(20)
    var line = NetworkLink<Int>(LinkModel(conditions, seed: 1), .down)
    line.send(0, bytes: 40, at: .zero)
    #expect(line.nextInstant == at(20))
    #expect(line.arrivals(upTo: at(20)).isEmpty)
    #expect(line.nextInstant == at(50))
    #expect(line.arrivals(upTo: at(50)).map(\.parcel) == [0])
    #expect(line.arrivals(upTo: at(500)).isEmpty)
    #expect(line.nextInstant == nil)
  }

  @Test("loses messages in flight when it is cut")
  func cut() {
    var line = lossy(1, loss: 0)
    line.send(0, bytes: 40, at: .zero)
    line.cut()
    #expect(line.nextInstant == nil)
    #expect(line.arrivals(upTo: at(5000)).isEmpty)
  }
}
