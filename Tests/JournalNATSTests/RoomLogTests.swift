// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import JetStream
import Journal
import Lobby
import Testing
import Wire

@testable import JournalNATS

@Suite("The log of a room in a world", .timeLimit(.minutes(1)))
struct RoomLogTests {
  private static let node = NodeID(name: "a", run: "1")

  /// Messages of a room that is opened, decided for three times, and claimed.
  private static let messages: [StoredMessage] = {
    var first = Samples.batch(1...2)
    first.entering = [Membership(session: SessionID("ana"), actor: ActorNumber(1))]
    let opening = RoomEnd.opening(first, stored(first), by: node)
    var messages = [StoredMessage(subject: "room", sequence: 4, bytes: opening.bytes)]
    var end = RoomEnd(
      opening, code: Samples.code, bytes: opening.bytes, sequence: 4,
      lastEntry: first.entries.last, sessions: [:])
    func add(_ content: WorldRecord.Room.Content, by node: NodeID = node) {
      let bytes = end.next(content, by: node).bytes
      let sequence = end.sequence + 3
      end.land(bytes, at: sequence)
      messages.append(StoredMessage(subject: "room", sequence: sequence, bytes: bytes))
    }
    for number in UInt64(3)...5 {
      var batch = Samples.batch(number...number)
      if number == 4 {
        batch.result = Samples.result("match")
        batch.leaving = [ActorNumber(1)]
      }
      add(.step(stored(batch)))
    }
    add(
      .claim(previous: "a/1", aliveUntil: .zero, at: .zero), by: NodeID(name: "b", run: "1"))
    return messages
  }()

  private static func stored(_ batch: Batch) -> WorldRecord.Step {
    WorldRecord.Step(
      batch, encoded: batch.entries.map { WireEncoding.proto.encode($0) }, sessions: [:])
  }

  private static func log(_ messages: [StoredMessage]) -> RoomLog {
    RoomLog(messages, code: Samples.code)
  }

  @Test("is the room that its owners have decided")
  func whole() throws {
    let log = Self.log(Self.messages)
    #expect(log.damage == nil)
    let room = try #require(log.room)
    #expect(room.id == Samples.room && room.code == Samples.code)
    #expect(room.entries == Samples.batch(1...5).entries)
    #expect(room.members.isEmpty && room.former.map(\.session) == [SessionID("ana")])
    #expect(log.entries == room.entries.map { WireEncoding.proto.encode($0) })
    #expect(log.results.map(\.matchID) == ["match"] && log.results.first?.first == 4)
    let end = try #require(log.end)
    #expect(end.first == 4 && end.sequence == 16 && end.number == 5 && end.epoch == 2)
    #expect(end.lastSeq == 5 && end.sessions == [ActorNumber(1): SessionID("ana")])
  }

  @Test("is damaged if a record is missing", arguments: [0, 1, 2, 3])
  func gap(_ missing: Int) {
    var messages = Self.messages
    messages.remove(at: missing)
    let after: UInt64 = missing == 0 ? 0 : UInt64(missing) + 1
    #expect(Self.log(messages).damage == .broken(after: after))
    #expect(Self.log(messages).end?.number == 5, "Its last record can be read all the same.")
  }

  @Test("is damaged if a record is another one than its follower names")
  func changed() throws {
    var messages = Self.messages
    var record = try WorldRecord.Room(messages[1].bytes)
    record.epoch = 9
    messages[1].bytes = record.bytes
    #expect(Self.log(messages).damage == .changed(seq: 3))
  }

  @Test("is damaged if a record cannot be read", arguments: [0, 2])
  func unreadable(_ index: Int) {
    var messages = Self.messages
    messages[index].bytes = [0xff]
    #expect(Self.log(messages).damage == .unreadable)
  }

  @Test("is damaged if a step does not follow the one before it")
  func misplaced() throws {
    var messages = Array(Self.messages.prefix(2))
    var record = try WorldRecord.Room(messages[1].bytes)
    record.content = .step(Self.stored(Samples.batch(5...5)))
    messages[1].bytes = record.bytes
    #expect(Self.log(messages).damage == .broken(after: 2))
    record.content = .step(Self.stored(Samples.batch(3...3, code: RoomCode("OTHER"))))
    messages[1].bytes = record.bytes
    #expect(Self.log(messages).damage == .broken(after: 2))
  }

  @Test("has an unknown event where an entry cannot be read, which no room accepts")
  func unreadableEntry() throws {
    var step = Self.stored(Samples.batch(1...1))
    step.entries = [[0xff]]
    let opening = RoomEnd.opening(Samples.batch(1...1), step, by: Self.node)
    let log = Self.log([StoredMessage(subject: "room", sequence: 1, bytes: opening.bytes)])
    #expect(log.room?.entries.map(\.event) == [.unrecognized])
  }
}
