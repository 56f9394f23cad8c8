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
    _ match: String, mode: MatchSettings.Mode = .memorize, publicFrom: ServerTime? = nil,
    endedAt: Int64 = 9, sessions: [String] = ["ana's", "guest's"]
  ) -> WorldRecord.Result {
    var result = WorldRecord.Result(
      room: "room", code: "K7QF2", matchID: match, mode: mode, isRated: true,
      endedAt: Samples.time(endedAt), reason: .finished,
      standings: [
        Standing(
          rank: 1, seat: SeatIndex(0), player: Player(name: "Ana", id: "ana"), score: 1, pairs: 1),
        Standing(rank: 2, seat: SeatIndex(1), player: Player(name: "Guest"), score: 0, pairs: 0),
      ])
    result.replay = WorldRecord.Result.Replay(
      settings: MatchSettings(), publicFrom: publicFrom, base: MatchView(), entries: 1...2,
      sessions: sessions)
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
      let listed = index.summaries(of: nil, for: query).map(\.matchID).sorted()
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
    #expect(index.summaries(of: nil, for: query).map(\.matchID) == ["b", "a"])
  }

  @Test("lists the latest matches first, in whatever order their results came, and so many at most")
  func order() {
    var index = ReplayIndex()
    for end in [3, 1, 2, 5, 4] as [Int64] {
      // Of those that end together the name decides.
      for name in ["b", "a"] {
        index.add(Self.result("\(name)\(end)", publicFrom: Samples.time(end), endedAt: end))
      }
      index.add(Self.result("own \(end)", mode: .zen, endedAt: end))
      index.add(Self.result("other's \(end)", endedAt: end, sessions: ["other"]))
    }
    let listed = index.summaries(of: nil, for: Self.query("ana's", now: 99)).map(\.matchID)
    #expect(listed == [5, 4, 3, 2, 1].flatMap { ["own \($0)", "b\($0)", "a\($0)"] })
    let early = index.summaries(of: .memorize, for: Self.query("nobody", now: 2)).map(\.matchID)
    #expect(early == ["b2", "a2", "b1", "a1"])
    let count = Int64(ReplayQuery.mostListed)
    for end in 10..<(10 + 2 * count) {
      index.add(Self.result("\(end)", publicFrom: Samples.time(end), endedAt: end))
    }
    let latest = index.summaries(of: nil, for: Self.query("nobody", now: 99 + count))
    #expect(latest.map(\.matchID) == (0..<count).map { "\(9 + 2 * count - $0)" })
  }

  @Test("lists a match once that its player has played over this session")
  func once() {
    var index = ReplayIndex()
    index.add(Self.result("a"))
    let query = Self.query("ana's", playerID: "ana")
    #expect(index.summaries(of: nil, for: query).map(\.matchID) == ["a"])
  }

  @Test("keeps the latest matches, each once")
  func bounded() {
    var index = ReplayIndex(keeping: 2)
    for match in ["a", "b", "b", "c"] { index.add(Self.result(match)) }
    #expect(!index.contains("a") && index.contains("b") && index.contains("c"))
    let listed = index.summaries(of: nil, for: Self.query("ana's")).map(\.matchID)
    #expect(listed == ["c", "b"])
  }
}
