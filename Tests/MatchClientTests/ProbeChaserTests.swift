// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol
import Testing

@Suite("A probe as a chaser", .timeLimit(.minutes(1)))
struct ProbeChaserTests {
  @Test("follows a message by twenty milliseconds, once, and only over the connection in use")
  func chaser() throws {
    var harness = ClientHarness()
    harness.sitDown(leaves: [[], [], [], []])
    // The burst of a new connection, and the ten seconds after it, are over.
    while harness.now < LocalTime(microseconds: 14_000_000) {
      harness.now = try #require(harness.core.nextWake)
      for case .ping(let ping) in sent(harness.handle(.tick)) {
        let stamp = ServerTime(microseconds: harness.now.microseconds)
        harness.hear(.pong(Pong(id: ping.id, t0: ping.t0, t1: stamp, t2: stamp, nonce: 1)))
      }
    }
    harness.now = harness.now + .milliseconds(300)
    harness.core.chaseByProbe(over: ConnectionNumber(7), at: harness.now)
    #expect(try #require(harness.core.nextWake) > harness.now + .seconds(1))
    harness.perform(.intent(.choose(CardID(generation: 1, slot: 0))))
    harness.core.chaseByProbe(over: harness.number, at: harness.now)
    let due = harness.now + ClientCore.chaserDelay
    #expect(harness.core.nextWake == due)
    harness.now = due
    let pings = sent(harness.handle(.tick)).filter { if case .ping = $0 { true } else { false } }
    #expect(pings.count == 1)
    #expect(try #require(harness.core.nextWake) > due + .milliseconds(500))
  }
}
