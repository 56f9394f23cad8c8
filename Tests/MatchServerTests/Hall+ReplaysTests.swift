// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Protocol
import Testing

@testable import MatchServer

@Suite("Hall: replays", .timeLimit(.minutes(1)))
struct HallReplaysTests {
  /// A hall in which a match of one has just ended.
  private func hall(
    _ audience: MatchSettings.Audience = .public, delay: Duration = .zero
  ) -> (hall: ScriptedHall, player: LinkID, matchID: String) {
    var hall = ScriptedHall(journal: FaultyJournal())
    let player = hall.open("Ana")
    let settings = MatchSettings(
      pairs: 4, seats: 1, mode: .classic, audience: audience, spectatorDelay: delay)
    _ = hall.create(settings, over: player)
    play(&hall, player, .ready(entropyCommit: []))
    play(&hall, player, .resign)
    // What was announced ahead has happened.
    hall.pass(.milliseconds(200))
    let opened = hall.joined(player)?.tail.compactMap { entry -> String? in
      if case .opened(let opened) = entry.event { opened.matchID } else { nil }
    }
    return (hall, player, opened?.first ?? "")
  }

  private func play(_ hall: inout ScriptedHall, _ link: LinkID, _ intent: Intent) {
    hall.say(
      .intent(
        IntentRequest(id: hall.nextID(), seenSeq: hall.seq(link), intent: intent)), over: link)
  }

  private func list(
    _ hall: inout ScriptedHall, over link: LinkID, _ mode: MatchSettings.Mode? = nil
  ) -> [ReplaySummary]? {
    let id = hall.nextID()
    hall.say(.replays(id: id, mode: mode), over: link)
    return hall.received[link]?.compactMap { message -> [ReplaySummary]? in
      if case .replays(id, let replays) = message { replays } else { nil }
    }.last
  }

  private func fetch(
    _ hall: inout ScriptedHall, _ matchID: String, over link: LinkID
  ) -> MatchRecord? {
    let id = hall.nextID()
    hall.say(.replay(id: id, matchID: matchID), over: link)
    return hall.received[link]?.compactMap { message -> MatchRecord? in
      guard case .replay(let replay) = message, replay.id == id else { return nil }
      return MatchRecord(base: replay.base, entries: replay.entries)
    }.last
  }

  @Test("gives a public room's match to everybody once it has ended")
  func everybody() throws {
    var (hall, player, matchID) = hall()
    let stranger = hall.open("Zoe")
    for link in [player, stranger] {
      let summary = try #require(list(&hall, over: link)?.first)
      #expect(summary.matchID == matchID)
      #expect(summary.standings.map(\.player.name) == ["Ana"])
      #expect(summary.settings.mode == .classic)
      #expect(list(&hall, over: link, .classic)?.count == 1)
      #expect(list(&hall, over: link, .zen) == [])
      let record = try #require(fetch(&hall, matchID, over: link))
      #expect(record.matchID == matchID)
      #expect(record.result.endReason == .resigned)
      #expect(record.entries.first?.seq == 1)
      #expect(record.result.seed.count == 32)
    }
  }

  @Test("gives the next match of a room alone, with nothing of the one before")
  func second() throws {
    var (hall, player, first) = hall()
    play(&hall, player, .rematch)
    play(&hall, player, .ready(entropyCommit: []))
    play(&hall, player, .resign)
    hall.pass(.milliseconds(200))
    let replays = try #require(list(&hall, over: player))
    #expect(replays.count == 2 && replays[0].endedAt > replays[1].endedAt)
    #expect(replays[1].matchID == first)
    let record = try #require(fetch(&hall, replays[0].matchID, over: player))
    #expect(record.base == record.base.betweenMatches)
    #expect(record.base.seq > 0 && record.base.seed.isEmpty)
  }

  @Test(
    "gives the matches of other rooms to who played them alone",
    arguments: [
      MatchSettings.Audience.unlisted, .locked,
    ])
  func ownSeats(_ audience: MatchSettings.Audience) {
    var (hall, player, matchID) = hall(audience)
    let stranger = hall.open("Zoe")
    #expect(list(&hall, over: stranger) == [])
    #expect(fetch(&hall, matchID, over: stranger) == nil)
    #expect(list(&hall, over: player)?.count == 1)
    #expect(fetch(&hall, matchID, over: player)?.matchID == matchID)
  }

  @Test("refuses what is unknown, forbidden and not over with the same word")
  func unknown() {
    var (hall, player, forbidden) = hall(.locked)
    let stranger = hall.open("Zoe")
    play(&hall, player, .rematch)
    let running = hall.entries(player).compactMap { entry -> String? in
      if case .opened(let opened) = entry.event { opened.matchID } else { nil }
    }.last
    for name in [forbidden, "nothing", running ?? "-"] {
      #expect(fetch(&hall, name, over: stranger) == nil)
      #expect(hall.refusals(stranger).last == Refusal(.replayUnknown))
    }
    #expect(fetch(&hall, running ?? "-", over: player) == nil)
    #expect(hall.refusals(player).last == Refusal(.replayUnknown))
  }

  @Test("gives nobody else a match before those who watched it have seen its end")
  func delayed() {
    var (hall, player, matchID) = hall(delay: .seconds(20))
    let stranger = hall.open("Zoe")
    #expect(fetch(&hall, matchID, over: stranger) == nil)
    #expect(list(&hall, over: stranger) == [])
    #expect(fetch(&hall, matchID, over: player) != nil)
    hall.pass(.seconds(21))
    #expect(fetch(&hall, matchID, over: stranger) != nil)
    #expect(list(&hall, over: stranger)?.count == 1)
  }

  @Test("takes one question of a link at a time, and answers nobody who has gone")
  func bounded() {
    var hall = Hall(
      key: [UInt8](repeating: 3, count: 32), dealer: .fair(.openSSL), version: "test")
    let (link, now) = (LinkID(1), ServerTime(microseconds: 1_000_000_000))
    _ = hall.handle(.opened(link, .proto), now: now)
    let hello = ClientMessage.hello(Hello(agent: "test", name: "Ana"))
    _ = hall.handle(.received(link, WireEncoding.proto.encode(hello), at: now), now: now)
    _ = hall.handle(.journalled([.kept(link)]), now: now)
    func ask(_ id: UInt64) -> [HallOutput] {
      let bytes = WireEncoding.proto.encode(.replays(id: RequestID(id), mode: nil))
      return hall.handle(.received(link, bytes, at: now), now: now)
    }
    guard case .inquire(let inquiry) = ask(1).first else {
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
      hall.handle(.found(.message([1, 2]), for: inquiry), now: now)
        == [.send([1, 2], .proto, to: [link])])
    #expect(ask(3).count == 1)
    _ = hall.handle(.closed(link), now: now)
    #expect(hall.handle(.found(.message([1]), for: inquiry), now: now) == [])
  }
}
