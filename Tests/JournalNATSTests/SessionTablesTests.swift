// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Testing

@testable import JournalNATS

@Suite("What a node remembers of sessions and rooms", .timeLimit(.minutes(1)))
struct SessionTablesTests {
  private static func session(
    _ id: String, highest: UInt64 = 0, detachedAt time: Int64? = nil
  ) -> SessionRecord {
    SessionRecord(
      id: SessionID(id), player: Player(name: id), tokenHashes: [],
      highest: RequestID(highest), detachedAt: time.map(Samples.time))
  }

  @Test("the highest request of a session's last revision, of a bounded number of sessions")
  func highest() {
    var table = HighestRequests(keeping: 2)
    table.note(RegisteredSession(Self.session("a", highest: 7), revision: Revision(1)))
    #expect(table[SessionID("a"), Revision(1)] == RequestID(7))
    #expect(table[SessionID("a"), Revision(2)] == nil && table[SessionID("b"), Revision(1)] == nil)
    table.note(RegisteredSession(Self.session("a", highest: 9), revision: Revision(2)))
    #expect(table[SessionID("a"), Revision(2)] == RequestID(9))
    table.note(RegisteredSession(Self.session("b"), revision: Revision(3)))
    table.forget(SessionID("b"))
    #expect(table[SessionID("b"), Revision(3)] == nil)
    table.note(RegisteredSession(Self.session("c"), revision: Revision(4)))
    #expect(table[SessionID("a"), Revision(2)] == nil)
    #expect(table[SessionID("c"), Revision(4)] != nil)
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

  @Test("who has the rooms that were lost last")
  func lost() {
    let (one, other) = (NodeID(name: "a", run: "1"), NodeID(name: "b", run: "1"))
    var table = LostRooms(keeping: 2)
    table.note(RoomID("1"), isOf: one)
    table.note(RoomID("1"), isOf: other)
    #expect(table[RoomID("1")] == other)
    table.note(RoomID("2"), isOf: one)
    table.note(RoomID("3"), isOf: one)
    #expect(table[RoomID("1")] == nil && table[RoomID("2")] == one)
    table.remove(RoomID("2"))
    #expect(table[RoomID("2")] == nil)
    // Lost again, it is among the latest, whatever becomes of its former entry.
    table.note(RoomID("2"), isOf: other)
    #expect(table[RoomID("2")] == other)
    table.note(RoomID("4"), isOf: one)
    #expect(table[RoomID("2")] == other && table[RoomID("3")] == nil)
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
