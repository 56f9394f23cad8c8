// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@testable import MatchClient

@Suite("Linked client", .timeLimit(.minutes(1)))
struct ReconnectingClientTests {
  @Test(
    "only the last question a connection begins with has a chaser, and none of who asks for nothing",
    arguments: [true, false])
  func burst(asks: Bool) throws {
    let core = ClientCore(
      agent: "test", name: "Ana", key: [UInt8](repeating: 1, count: 32), hashing: .openSSL)
    var client = ReconnectingClient(core, reconnectPolicy: nil, seed: 1)
    var now = LocalTime(microseconds: 1_000_000)
    _ = client.begin(now: now)
    if asks { _ = client.handle(.command(.leaderboard(.memorize)), now: now) }
    var sent = client.handle(.opened(ConnectionNumber(1)), now: now)
    var worth: [Bool] = []
    while worth.count < 12 {
      if sent.contains(where: { if case .send = $0 { true } else { false } }) {
        worth.append(client.isWorthChaser(at: now))
      }
      now = try #require(client.nextWake)
      sent = client.handle(.tick, now: now)
    }
    #expect(worth == [Bool](repeating: false, count: 9) + [asks, asks, asks])
  }

  @Test("a deferred first hello is repeated, and opens the session")
  func firstHelloPutOff() throws {
    let core = ClientCore(
      agent: "test", name: "Ana", key: [UInt8](repeating: 1, count: 32), hashing: .openSSL)
    var client = ReconnectingClient(core, reconnectPolicy: ReconnectPolicy(), seed: 1)
    var now = LocalTime(microseconds: 1_000_000)
    _ = client.begin(now: now)
    _ = client.handle(.opened(ConnectionNumber(1)), now: now)
    let closing = Closing(
      code: "journal/unavailable", retryAfter: .seconds(2), reason: "The disk is full.")
    let told = client.handle(
      .received(ConnectionNumber(1), WireEncoding.proto.encode(.closing(closing))), now: now)
    #expect(told.contains(.event(.closing(closing))))
    let lost = client.handle(.ended(ConnectionNumber(1), mayRetry: true), now: now)
    #expect(!lost.contains(.event(.disconnected)) && !client.isOver)
    now = try #require(client.nextWake)
    #expect(now >= LocalTime(microseconds: 3_000_000))
    #expect(client.handle(.tick, now: now).contains(.dial(ConnectionNumber(2))))
    let greeting = client.handle(.opened(ConnectionNumber(2)), now: now)
    #expect(
      greeting.contains { output in
        guard case .send(let bytes, _) = output,
          case .hello? = try? WireEncoding.proto.decodeClientMessage(bytes)
        else { return false }
        return true
      })
  }
}
