// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchClient

@Suite("A client and its connections", .timeLimit(.minutes(1)))
struct ClientCoreConnectionsTests {
  @Test(
    "only the last probe of a new connection's burst deserves a chaser, and none that asks nothing",
    arguments: [true, false])
  func burst(asks: Bool) throws {
    var harness = ClientHarness()
    if asks { harness.perform(.leaderboard(.memorize)) }
    var outputs = harness.connect()
    var worth: [Bool] = []
    while worth.count < 12 {
      if !sent(outputs).isEmpty {
        worth.append(harness.core.isWorthChaser(over: harness.number, at: harness.now))
      }
      harness.now = try #require(harness.core.nextWake)
      outputs = harness.handle(.tick)
    }
    #expect(worth == [Bool](repeating: false, count: 9) + [asks, asks, asks])
  }

  @Test("a deferred first hello is repeated, and opens the session")
  func firstHelloPutOff() throws {
    var harness = ClientHarness()
    harness.connect()
    let closing = Closing(
      code: "journal/unavailable", retryAfter: .seconds(2), reason: "The disk is full.")
    #expect(harness.hear(.closing(closing)).contains(.event(.closing(closing))))
    #expect(!harness.disconnect().contains(.event(.disconnected)) && !harness.core.isOver)
    harness.now = try #require(harness.core.nextWake)
    #expect(harness.now >= LocalTime(microseconds: 3_000_000))
    #expect(harness.handle(.tick) == [.dial(ConnectionNumber(2), .home)])
    let greeting = sent(harness.handle(.opened(ConnectionNumber(2))))
    #expect(greeting.first == .hello(Hello(agent: "test", name: "Ana")))
  }

  @Test("messages over a connection that is not in use are dropped")
  func otherConnection() {
    var harness = ClientHarness()
    harness.connect()
    #expect(harness.handle(.received(ConnectionNumber(7), .notice("Back at nine."))) == [])
    #expect(harness.handle(.garbled(ConnectionNumber(7), "Nonsense.")) == [])
    #expect(!harness.core.isOver)
  }

  @Test("closes what is open once, and does nothing more")
  func close() {
    var harness = ClientHarness()
    harness.sitDown()
    #expect(
      harness.handle(.close) == [.hangUp(ConnectionNumber(1)), .event(.disconnected)])
    #expect(harness.core.isOver && harness.core.nextWake == nil)
    #expect(harness.handle(.close) == [])
    #expect(harness.handle(.opened(ConnectionNumber(2))) == [.hangUp(ConnectionNumber(2))])
  }
}
