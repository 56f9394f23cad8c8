// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchClient

@Suite("A client core and where its player points", .timeLimit(.minutes(1)))
struct ClientCorePointingTests {
  private static let leaves = [[UInt8]](repeating: [1], count: 4)

  /// A client in its own turn.
  private func seated() -> ClientHarness {
    var client = ClientHarness()
    client.sitDown(leaves: Self.leaves)
    return client
  }

  @Test("the first place is sent at once, then only the last of a fifth of a second")
  func coalesced() throws {
    var client = seated()
    #expect(sent(client.perform(.point(1))) == [.point(place: 1)])
    for place in 0..<4 { #expect(sent(client.perform(.point(place))) == []) }
    let due = try #require(client.core.nextWake)
    #expect(due <= client.now + .milliseconds(201))
    client.now = client.now + .milliseconds(201)
    #expect(sent(client.handle(.tick)).contains(.point(place: 3)))
    client.now = client.now + .milliseconds(201)
    #expect(!sent(client.handle(.tick)).contains(.point(place: 3)))
    #expect(sent(client.perform(.point(nil))) == [.point(place: nil)])
  }

  @Test("nothing is sent in another's turn, and what waited is forgotten")
  func turns() {
    var client = seated()
    client.perform(.point(1))
    client.perform(.point(2))
    client.hear(.turnExpired(Event.TurnExpired(seat: SeatIndex(0), judgedAt: .zero)))
    client.now = client.now + .seconds(1)
    #expect(!sent(client.handle(.tick)).contains(.point(place: 2)))
    #expect(sent(client.perform(.point(3))) == [])
    #expect(!client.core.mayPoint)
  }

  @Test("nothing is sent to a server that does not know the message")
  func older() {
    var client = seated()
    client.disconnect()
    client.connect()
    let limits = ClientLimits(pointsPerSecond: 0)
    client.hear(
      .welcome(
        Welcome(
          sessionID: "s", resumeToken: [2], serverTime: .zero, clockEpoch: 1, challenge: [],
          limits: limits, serverVersion: "old")))
    client.hear(
      .joined(
        Joined(
          code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0), role: .player,
          base: nil, tail: [])))
    #expect(client.core.isCurrent)
    #expect(!client.core.mayPoint)
    #expect(sent(client.perform(.point(1))) == [])
  }

  @Test("where a player points is told by seat")
  func told() {
    var client = seated()
    #expect(
      events(client.hear(.pointing(actor: ActorNumber(1), place: 3)))
        == [.pointing(SeatIndex(0), place: 3)])
    #expect(events(client.hear(.pointing(actor: ActorNumber(9), place: 3))) == [])
  }
}
