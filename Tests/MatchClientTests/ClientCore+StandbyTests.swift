// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@testable import MatchClient

@Suite("Client core, standing by for a move", .timeLimit(.minutes(1)))
struct ClientCoreStandbyTests {
  private var client: MovedClient

  init() throws { client = try MovedClient() }

  /// Connects ahead of a move, and measures the node's clock.
  private mutating func standBy() throws {
    #expect(
      client.harness.hear(.moving(url: MovedClient.other)) == [
        .dial(client.two, try client.target(MovedClient.other))
      ])
    let outputs = client.harness.handle(.opened(client.two))
    #expect(outputs.count == 1 && client.asked(outputs) == [], "Nothing is sent but a probe.")
    try client.answerProbe(in: outputs, over: client.two)
  }

  @Test("a clock that was measured ahead of the move is in use from its first moment")
  mutating func standby() throws {
    client.harness.sitDown()
    let before = try #require(client.core.serverTime(at: client.harness.now))
    try standBy()
    let time = try #require(client.core.serverTime(at: client.harness.now))
    #expect(time - before == .milliseconds(10), "The present clock is not touched.")
    for message in [client.welcome("x"), .notice("?"), .closing(Closing(code: "a", reason: ""))] {
      #expect(client.hear(message, over: client.two) == [])
    }
    let outputs = client.moved()
    #expect(
      outputs.prefix(2) == [.event(.interrupted(retryAt: client.harness.now)), .hangUp(client.one)])
    #expect(client.asked(outputs) == [client.hello, client.goOn(1)])
    #expect(
      outputs.allSatisfy { if case .send(_, let over) = $0 { over == client.two } else { true } })
    let shown = try #require(client.core.serverTime(at: client.harness.now))
    #expect(
      shown - client.nodeTime < .milliseconds(6) && client.nodeTime - shown < .milliseconds(6))
    _ = client.hear(client.welcome(), over: client.two)
    #expect(
      client.core.serverTime(at: client.harness.now) == shown,
      "Its epoch is the one that was measured.")
    #expect(events(client.hear(client.resumed(1), over: client.two)) == [.joined])
    #expect(client.core.isCurrent)
  }

  @Test("probes go on over the standby connection, and stop when it is hung up")
  mutating func standbyProbes() throws {
    client.harness.sitDown()
    try standBy()
    let began = client.harness.now
    var probes = 0
    while let due = client.core.nextWake, due - began < .milliseconds(4_200) {
      client.harness.now = due
      let outputs = client.harness.handle(.tick)
      probes += outputs.count { if case .send(.ping, client.two) = $0 { true } else { false } }
      if outputs.contains(.hangUp(client.two)) { break }
    }
    #expect(probes >= 10)
    #expect(client.harness.now - began <= .seconds(4))
    let after = client.moved()
    #expect(
      after.last == .dial(client.three, try client.target(MovedClient.other)), "It comes too late.")
    _ = client.harness.handle(.opened(client.three))
    #expect(client.core.serverTime(at: client.harness.now) == nil)
  }

  @Test("a standby connection that ends leaves its clock behind", arguments: [true, false])
  mutating func standbyEnds(isOfAnother: Bool) throws {
    client.harness.sitDown()
    try standBy()
    if !isOfAnother { #expect(client.harness.handle(.ended(client.two, mayRetry: true)) == []) }
    let outputs = client.moved(to: isOfAnother ? MovedClient.third : MovedClient.other)
    #expect(outputs.contains(.hangUp(client.two)) == isOfAnother)
    _ = client.harness.handle(.opened(client.three))
    #expect(client.core.serverTime(at: client.harness.now) == nil)
  }

  @Test("closing hangs up the standby connection too")
  mutating func close() throws {
    client.harness.sitDown()
    try standBy()
    #expect(
      client.harness.handle(.close) == [
        .hangUp(client.one), .hangUp(client.two), .event(.disconnected),
      ])
    #expect(client.core.nextWake == nil)
  }
}
