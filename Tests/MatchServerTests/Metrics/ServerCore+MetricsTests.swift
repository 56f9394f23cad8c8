// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("Metrics of a server core", .timeLimit(.minutes(1)))
struct ServerCoreMetricsTests {
  private func refusals(_ server: ScriptedServer) -> [RefusalCode: UInt64] {
    Dictionary(zip(ServerMetrics.codes, server.server.metrics.refusals).filter { $0.1 > 0 }) { $1 }
  }

  private func closings(_ server: ScriptedServer) -> [RefusalCode: UInt64] {
    Dictionary(zip(ServerMetrics.codes, server.server.metrics.closings).filter { $0.1 > 0 }) { $1 }
  }

  @Test("count requests by kind, granted or not")
  func requests() {
    var server = ScriptedServer()
    let ada = server.open("Ada")
    _ = server.create(MatchSettings(seats: 2), over: ada)
    server.say(
      .request(
        id: server.nextID(), .quickMatch(QuickMatch(mode: .classic, seats: 2, isRated: false))),
      over: ada)
    server.join("AAAAA", .player, over: server.open("Bob"))
    for _ in 0..<40 {
      server.say(
        .request(id: server.nextID(), .intent(IntentRequest(seenSeq: 1_000, intent: .deal))),
        over: ada)
    }
    server.say(.request(id: server.nextID(), .leaveRoom), over: ada)
    let metrics = server.server.metrics
    #expect(metrics[.createRoom] == 1 && metrics[.quickMatch] == 1 && metrics[.joinRoom] == 1)
    #expect(metrics[.leaveRoom] == 0, "The connection ended before.")
    let asked = metrics[.intent]
    let counted = refusals(server)
    #expect(counted[.roomAlreadyIn] == 1 && counted[.roomUnknownCode] == 1)
    #expect(counted[.limitTooFast] == UInt64(MessageRateLimiter.refusals))
    #expect(closings(server) == [.limitTooFast: 1])
    #expect(asked > 20 && asked < 40)
    #expect(
      UInt64(server.refusals(ada).count + 1) == counted.values.reduce(0, +),
      "Each refusal that was told is counted once.")
  }

  @Test("count slow readers by the step taken")
  func readers() {
    let limits = BacklogLimits()
    var server = ScriptedServer()
    let code = server.create(MatchSettings(seats: 2), over: server.open("Ada"))
    let spectator = server.open("Bob")
    server.join(code, .spectator, over: spectator)
    server.feed(.waiting(spectator, bytes: limits.mergeAbove + 1))
    server.feed(.waiting(spectator, bytes: limits.mergeAbove + 2))
    #expect(server.server.metrics[.readersMerged] == 1, "It was behind already.")
    server.feed(.waiting(spectator, bytes: 0))
    #expect(server.server.metrics[.readersRefreshed] == 0, "It only had to be sent what waited.")
    server.feed(.waiting(spectator, bytes: limits.refreshAbove + 1))
    server.feed(.waiting(spectator, bytes: 0))
    #expect(server.server.metrics[.readersRefreshed] == 1)
    server.feed(.waiting(spectator, bytes: limits.closeAbove + 1))
    #expect(server.server.metrics[.readersClosed] == 1)
    #expect(closings(server) == [.slowBehind: 1])
  }
}
