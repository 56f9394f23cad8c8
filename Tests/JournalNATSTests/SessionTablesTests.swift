// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Testing

@testable import JournalNATS

@Suite("What a node remembers of sessions", .timeLimit(.minutes(1)))
struct SessionTablesTests {
  private static func session(
    _ id: String, detachedAt time: Int64? = nil
  ) -> SessionRecord {
    SessionRecord(
      id: SessionID(id), player: Player(name: id), tokenHashes: [],
      detachedAt: time.map(Samples.time))
  }

  @Test("the sessions that were unloaded, until they are loaded again")
  func unloaded() {
    var table = UnloadedSessions()
    table.note(Self.session("a", detachedAt: 1), Revision(1))
    table.note(Self.session("b", detachedAt: 2), Revision(2))
    table.note(Self.session("c", detachedAt: 3), Revision(3))
    table.note(Self.session("b"), Revision(4))
    #expect(table.drop(before: Samples.time(0)).isEmpty)
    let dropped = table.drop(before: Samples.time(2))
    #expect(dropped.map(\.0) == [SessionID("a")] && dropped.map(\.1) == [Revision(1)])
    #expect(table.drop(before: Samples.time(3)).map(\.0) == [SessionID("c")])
  }

  @Test("the outcomes of a group, in its order")
  func groups() {
    var answers: [[Int]] = []
    let group = OutcomeGroup<Int>(2) { answers.append($0) }
    let (first, second) = (group.slot(), group.slot())
    second(2)
    group.endIfEmpty()
    #expect(answers.isEmpty)
    first(1)
    #expect(answers == [[1, 2]])
    OutcomeGroup<Int>(0) { answers.append($0) }.endIfEmpty()
    #expect(answers == [[1, 2], []])
  }
}
