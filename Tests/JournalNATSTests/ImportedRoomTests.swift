// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import Testing
import Wire

@testable import JournalNATS

@Suite("Rooms on their way into a world and out of it", .timeLimit(.minutes(1)))
struct ImportedRoomTests {
  /// A room of so many entries, with a seal, two members and one who has left.
  private static func room(_ count: UInt64, sealedAfter seq: UInt64 = 2) -> StoredRoom {
    var room = StoredRoom(openedBy: Samples.batch(1...count))
    room.sealed = [
      StoredRoom.Sealed(afterSeq: seq, record: SealedRecord(matchID: "match", seed: [1, 2]))
    ]
    room.members = [1, 3].map {
      Membership(session: SessionID("s\($0)"), actor: ActorNumber($0))
    }
    room.former = [Membership(session: SessionID("s2"), actor: ActorNumber(2))]
    return room
  }

  /// The messages of a room's log.
  private static func messages(_ kept: KeptRoom) -> [StoredMessage] {
    let node = NodeID(name: "import", run: "1")
    var end: RoomEnd?
    var messages: [StoredMessage] = []
    for content in ImportedRoom(kept).contents {
      let record =
        end?.next(content, by: node)
        ?? WorldRecord.Room(
          room: kept.room.id.rawValue, node: node.description, epoch: 1, number: 1, first: nil,
          before: [], content: content)
      let sequence = UInt64(messages.count * 2 + 5)
      messages.append(StoredMessage(subject: "s", sequence: sequence, bytes: record.bytes))
      end =
        end.map {
          var end = $0
          end.land(record.bytes, at: sequence)
          return end
        }
        ?? RoomEnd(
          record, code: kept.room.code, bytes: record.bytes, sequence: sequence, lastEntry: nil,
          sessions: [:])
    }
    return messages
  }

  @Test("begin a step where a seal stands, and where one would be too large")
  func steps() {
    let contents = ImportedRoom(KeptRoom(Self.room(600), closedAt: Samples.time(700))).contents
    let firsts = contents.compactMap {
      if case .step(let step) = $0 { step.expectedLastSeq } else { nil }
    }
    #expect(firsts == [0, 2, 258, 514])
    #expect(contents.last == .closed(at: Samples.time(700)) && contents.count == 5)
  }

  @Test("are the same room when a node reads them", arguments: [3, 256, 257, 600] as [UInt64])
  func read(_ count: UInt64) {
    let room = Self.room(count)
    let log = RoomLog(Self.messages(KeptRoom(room)), code: Samples.code)
    #expect(log.damage == nil && log.room == room)
  }

  @Test("are the same room when they are exported, unless a record is missing or altered")
  func exported() throws {
    let messages = Self.messages(KeptRoom(Self.room(600), closedAt: Samples.time(700)))
    func export(_ messages: [StoredMessage]) -> (records: [RoomRecord], StoredRoomError?) {
      guard var room = messages.first.flatMap({ ExportedRoom(openedBy: $0, code: Samples.code) })
      else { return ([], .empty) }
      return (messages.compactMap { room.take($0)?.record }, room.damage)
    }
    let (records, damage) = export(messages)
    var found: StoredRoom?
    for case .step(let step) in records {
      if found == nil { found = StoredRoom(openedBy: step) } else { found?.append(step) }
    }
    #expect(damage == nil && found == Self.room(600))
    #expect(records.last == .closed(Samples.room, at: Samples.time(700)))
    var gap = messages
    gap.remove(at: 2)
    #expect(export(gap).1 == .broken(after: 258))
    var altered = messages
    altered[1].bytes = Self.messages(KeptRoom(Self.room(599)))[0].bytes
    #expect(export(altered).1 == .broken(after: 2))
    altered = messages
    let other = Self.messages(KeptRoom(Self.room(600, sealedAfter: 1)))
    altered[2].bytes = other[2].bytes
    #expect(export(altered).1 == .changed(seq: 258))
    altered[1].bytes.removeLast()
    #expect(export(altered).1 != nil)
    #expect(export(Array(messages.dropFirst())).1 == .empty)
  }
}
