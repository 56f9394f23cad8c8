// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Testing
import Wire

@testable import JournalNATS

@Suite("The index of replays", .timeLimit(.minutes(1)))
struct ReplayIndexTests {
  private static func result(
    _ match: String, mode: MatchSettings.Mode = .memorize, publicFrom: ServerTime? = nil
  ) -> WorldRecord.Result {
    var result = WorldRecord.Result(
      room: "room", code: "K7QF2", matchID: match, mode: mode, isRated: true,
      endedAt: Samples.time(9), reason: .finished,
      standings: [
        Standing(
          rank: 1, seat: SeatIndex(0), player: Player(name: "Ana", id: "ana"), score: 1, pairs: 1),
        Standing(rank: 2, seat: SeatIndex(1), player: Player(name: "Guest"), score: 0, pairs: 0),
      ])
    result.replay = WorldRecord.Result.Replay(
      settings: MatchSettings(), publicFrom: publicFrom, base: MatchView(), entries: 1...2,
      sessions: ["ana's", "guest's"])
    return result
  }

  private static func query(
    _ session: String, playerID: String? = nil, now: Int64 = 0
  ) -> ReplayQuery {
    ReplayQuery(
      correlation: CorrelationID(1), id: RequestID(1), encoding: .proto,
      session: SessionID(session), playerID: playerID, now: Samples.time(now),
      subject: .list(nil))
  }

  @Test("shows a match to its players at once, and to others once it is public")
  func visibility() {
    var index = ReplayIndex()
    index.add(Self.result("private"))
    index.add(Self.result("public", publicFrom: Samples.time(20)))
    func seen(_ query: ReplayQuery) -> [String] {
      let listed = index.summaries(of: nil, for: query).map(\.matchID)
      let found = ["private", "public"].filter { index.match($0, for: query) != nil }
      #expect(listed == found)
      return found
    }
    #expect(seen(Self.query("guest's")) == ["private", "public"])
    #expect(seen(Self.query("other", playerID: "ana")) == ["private", "public"])
    // A guest is nobody's id.
    #expect(seen(Self.query("other")).isEmpty)
    #expect(seen(Self.query("other", now: 19)).isEmpty)
    #expect(seen(Self.query("other", now: 20)) == ["public"])
    #expect(index.match("unknown", for: Self.query("guest's")) == nil)
  }

  @Test("lists one mode or all")
  func modes() {
    var index = ReplayIndex()
    index.add(Self.result("a"))
    index.add(Self.result("b", mode: .zen))
    let query = Self.query("ana's")
    #expect(index.summaries(of: .zen, for: query).map(\.matchID) == ["b"])
    #expect(index.summaries(of: nil, for: query).map(\.matchID) == ["a", "b"])
  }

  @Test("keeps the latest matches, each once")
  func bounded() {
    var index = ReplayIndex(keeping: 2)
    for match in ["a", "b", "b", "c"] { index.add(Self.result(match)) }
    #expect(!index.contains("a") && index.contains("b") && index.contains("c"))
    #expect(index.summaries(of: nil, for: Self.query("ana's")).count == 2)
  }
}
