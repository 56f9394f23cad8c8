// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("ServerCore: replays", .timeLimit(.minutes(1)))
struct ServerCoreReplaysTests {
  /// A server core in which a match for one player has just ended.
  private func server(
    _ audience: MatchSettings.Audience = .public, delay: Duration = .zero
  ) -> (server: ScriptedServer, player: ServerConnectionID, matchID: String) {
    var server = ScriptedServer(journal: FaultyJournal())
    let player = server.open("Ana")
    let settings = MatchSettings(
      pairs: 4, seats: 1, mode: .classic, audience: audience, spectatorDelay: delay)
    _ = server.create(settings, over: player)
    play(&server, player, .ready(entropyCommit: []))
    play(&server, player, .resign)
    // Entries announced ahead have taken effect.
    server.pass(.milliseconds(200))
    let opened = server.joined(player)?.tail.compactMap { entry -> String? in
      if case .opened(let opened) = entry.event { opened.matchID } else { nil }
    }
    return (server, player, opened?.first ?? "")
  }

  private func play(
    _ server: inout ScriptedServer, _ connection: ServerConnectionID, _ intent: Intent
  ) {
    server.say(
      .request(
        id: server.nextID(),
        .intent(
          IntentRequest(seenSeq: server.seq(connection), intent: intent))),
      over: connection)
  }

  private func list(
    _ server: inout ScriptedServer, over connection: ServerConnectionID,
    _ mode: MatchSettings.Mode? = nil
  ) -> [ReplaySummary]? {
    let id = server.nextID()
    server.say(.replays(id: id, mode: mode), over: connection)
    return server.received[connection]?.compactMap { message -> [ReplaySummary]? in
      if case .replays(id, let replays) = message { replays } else { nil }
    }.last
  }

  private func fetch(
    _ server: inout ScriptedServer, _ matchID: String, over connection: ServerConnectionID
  ) -> MatchRecord? {
    let id = server.nextID()
    server.say(.replay(id: id, matchID: matchID), over: connection)
    return server.received[connection]?.compactMap { message -> MatchRecord? in
      guard case .replay(let replay) = message, replay.id == id else { return nil }
      return MatchRecord(base: replay.base, entries: replay.entries)
    }.last
  }

  @Test("gives a public room's match to everybody once it has ended")
  func everybody() throws {
    var (server, player, matchID) = server()
    let stranger = server.open("Zoe")
    for connection in [player, stranger] {
      let summary = try #require(list(&server, over: connection)?.first)
      #expect(summary.matchID == matchID)
      #expect(summary.standings.map(\.player.name) == ["Ana"])
      #expect(summary.settings.mode == .classic)
      #expect(list(&server, over: connection, .classic)?.count == 1)
      #expect(list(&server, over: connection, .zen) == [])
      let record = try #require(fetch(&server, matchID, over: connection))
      #expect(record.matchID == matchID)
      #expect(record.result.endReason == .resigned)
      #expect(record.entries.first?.seq == 1)
      #expect(record.result.seed.count == 32)
    }
  }

  @Test("gives the next match of a room alone, with nothing of the one before")
  func second() throws {
    var (server, player, first) = server()
    play(&server, player, .rematch)
    play(&server, player, .ready(entropyCommit: []))
    play(&server, player, .resign)
    server.pass(.milliseconds(200))
    let replays = try #require(list(&server, over: player))
    #expect(replays.count == 2 && replays[0].endedAt > replays[1].endedAt)
    #expect(replays[1].matchID == first)
    let record = try #require(fetch(&server, replays[0].matchID, over: player))
    #expect(record.base == record.base.betweenMatches)
    #expect(record.base.seq > 0 && record.base.seed.isEmpty)
  }

  @Test(
    "returns unlisted and locked matches to their players only",
    arguments: [
      MatchSettings.Audience.unlisted, .locked,
    ])
  func ownSeats(_ audience: MatchSettings.Audience) {
    var (server, player, matchID) = server(audience)
    let stranger = server.open("Zoe")
    #expect(list(&server, over: stranger) == [])
    #expect(fetch(&server, matchID, over: stranger) == nil)
    #expect(list(&server, over: player)?.count == 1)
    #expect(fetch(&server, matchID, over: player)?.matchID == matchID)
  }

  @Test("refuses unknown, forbidden and unfinished matches with the same code")
  func unknown() {
    var (server, player, forbidden) = server(.locked)
    let stranger = server.open("Zoe")
    play(&server, player, .rematch)
    let running = server.entries(player).compactMap { entry -> String? in
      if case .opened(let opened) = entry.event { opened.matchID } else { nil }
    }.last
    for name in [forbidden, "nothing", running ?? "-"] {
      #expect(fetch(&server, name, over: stranger) == nil)
      #expect(server.refusals(stranger).last == Refusal(.replayUnknown))
    }
    #expect(fetch(&server, running ?? "-", over: player) == nil)
    #expect(server.refusals(player).last == Refusal(.replayUnknown))
  }

  @Test("gives others a match only after its spectators have seen the end")
  func delayed() {
    var (server, player, matchID) = server(delay: .seconds(20))
    let stranger = server.open("Zoe")
    #expect(fetch(&server, matchID, over: stranger) == nil)
    #expect(list(&server, over: stranger) == [])
    #expect(fetch(&server, matchID, over: player) != nil)
    server.pass(.seconds(21))
    #expect(fetch(&server, matchID, over: stranger) != nil)
    #expect(list(&server, over: stranger)?.count == 1)
  }

  @Test("handles one query per connection at a time, and none after the client left")
  func bounded() {
    var server = ServerCore(
      key: [UInt8](repeating: 3, count: 32), dealer: .fair(.openSSL), version: "test")
    let (connection, now) = (ServerConnectionID(1), ServerTime(microseconds: 1_000_000_000))
    _ = server.handle(.opened(connection, .proto), now: now)
    let hello = ClientMessage.hello(Hello(agent: "test", name: "Ana"))
    for output in server.handle(
      .received(connection, WireEncoding.proto.encode(hello), at: now), now: now)
    {
      guard case .register(let records) = output else { continue }
      let outcomes = records.compactMap { $0.outcome(isThere: true) }
      _ = server.handle(.registered(outcomes), now: now)
    }
    func ask(_ id: UInt64) -> [ServerOutput] {
      let bytes = WireEncoding.proto.encode(.replays(id: RequestID(id), mode: nil))
      return server.handle(.received(connection, bytes, at: now), now: now)
    }
    guard case .query(let query) = ask(1).first else {
      Issue.record("Nothing was asked of the journal.")
      return
    }
    guard case .send(let bytes, let encoding, _) = ask(2).first,
      case .refused(RequestID(2), Refusal(.limitTooFast)) = try? encoding.decodeServerMessage(bytes)
    else {
      Issue.record("A second question was not refused.")
      return
    }
    #expect(
      server.handle(.found(.message([1, 2]), for: query), now: now)
        == [.send([1, 2], .proto, to: [connection])])
    #expect(ask(3).count == 1)
    _ = server.handle(.closed(connection), now: now)
    #expect(server.handle(.found(.message([1]), for: query), now: now) == [])
  }
}
