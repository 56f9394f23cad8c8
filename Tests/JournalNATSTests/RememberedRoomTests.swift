// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import Testing
import Wire

@testable import JournalNATS

@Suite("A room in its node's memory", .timeLimit(.minutes(1)))
struct RememberedRoomTests {
  private static let own = NodeID(name: "a", run: "1")
  private static let other = NodeID(name: "b", run: "1")
  private static let rest = Duration.seconds(3600)

  /// A log that nodes write one after the other, each behind the one before.
  private struct Log {
    private(set) var messages: [StoredMessage] = []
    private var end: RoomEnd?

    /// An entry for each number, or a claim by another node.
    mutating func write(
      _ numbers: ClosedRange<UInt64>, theme: String = "animals", by node: NodeID
    ) {
      let batch = Samples.batch(numbers, theme: theme)
      let step = WorldRecord.Step(
        batch, encoded: batch.entries.map { WireEncoding.proto.encode($0) }, sessions: [:])
      add(end?.next(.step(step), by: node) ?? RoomEnd.opening(batch, step, by: node))
    }

    mutating func write(_ content: WorldRecord.Room.Content, by node: NodeID) {
      if let end { add(end.next(content, by: node)) }
    }

    private mutating func add(_ record: WorldRecord.Room) {
      let sequence = UInt64(messages.count * 2 + 5)
      messages.append(StoredMessage(subject: "s", sequence: sequence, bytes: record.bytes))
      end = RoomEnd(
        record, code: Samples.code, bytes: record.bytes, sequence: sequence, lastEntry: nil,
        sessions: [:])
    }

    /// What is read of it.
    var read: (log: RoomLog, last: WorldRecord.Room?)? {
      guard let last = messages.last else { return nil }
      return (RoomLog(messages, code: Samples.code), try? WorldRecord.Room(last.bytes))
    }

    mutating func damage() { messages.removeFirst() }
  }

  private static let claim = WorldRecord.Room.Content.claim(
    previous: "x/1", aliveUntil: .zero, at: .zero)

  /// A room of so many entries, that its node has since an ownership of a number.
  private static func room(_ count: UInt64, epoch: UInt64 = 1) -> RememberedRoom {
    let record = WorldRecord.Room(
      room: Samples.room.rawValue, node: own.description, epoch: epoch, number: 1, first: nil,
      before: [], content: .closed(at: .zero))
    let stored = StoredRoom(openedBy: Samples.batch(1...count))
    return RememberedRoom(
      stored,
      end: RoomEnd(
        record, code: Samples.code, bytes: record.bytes, sequence: 5,
        lastEntry: stored.entries.last, sessions: [ActorNumber(2): SessionID("ben")]),
      result: nil, node: own)
  }

  private static func lack(_ room: RememberedRoom, _ log: Log) -> RememberedRoom.Lack {
    room.lack(of: log.read, rest: rest, now: .zero)
  }

  /// The numbers of the entries that are missing, the first and the last; nil if others are.
  private static func numbers(_ lack: RememberedRoom.Lack) -> [UInt64]? {
    guard case .records(let contents, _, let count) = lack else { return nil }
    let steps = contents.compactMap { if case .step(let step) = $0 { step } else { nil } }
    #expect(steps.reduce(0) { $0 + $1.entries.count } == count)
    guard let first = steps.first, let last = steps.last else { return [] }
    return [first.expectedLastSeq + 1, last.expectedLastSeq + UInt64(last.entries.count)]
  }

  @Test("is written as a whole where nothing is, with members that have left")
  func nothingThere() {
    let lack = Self.lack(Self.room(600), Log())
    #expect(Self.numbers(lack) == [1, 600])
    guard case .records(let contents, nil, _) = lack, case .step(let first) = contents.first,
      case .step(let last) = contents.last
    else {
      Issue.record("It is not written anew: \(lack)")
      return
    }
    #expect(first.entering.map(\.session) == ["ben"] && last.leaving == [ActorNumber(2)])
  }

  @Test("lacks nothing, or what is behind its node's last record")
  func behindItself() {
    var log = Log()
    log.write(1...3, by: Self.own)
    guard case .nothing(let end) = Self.lack(Self.room(3), log) else {
      Issue.record("Something is missing.")
      return
    }
    #expect(end.sequence == 5)
    #expect(Self.numbers(Self.lack(Self.room(5), log)) == [4, 5])
    #expect(Self.lack(Self.room(2), log) == .ahead)
    log.write(4...4, theme: "other", by: Self.own)
    #expect(Self.lack(Self.room(5), log) == .ahead)
  }

  @Test("is claimed where an older log is another node's")
  func older() {
    var log = Log()
    log.write(1...3, by: Self.other)
    let lack = Self.lack(Self.room(5, epoch: 2), log)
    #expect(Self.numbers(lack) == [4, 5])
    guard case .records(let contents, _, _) = lack, case .claim("b/1", _, _) = contents.first else {
      Issue.record("It is not claimed: \(lack)")
      return
    }
    // The claim is lost, and nothing else.
    #expect(Self.numbers(Self.lack(Self.room(3, epoch: 2), log)) == [])
  }

  @Test("is left to the node that has claimed it since, or has gone on, or has closed it")
  func elsewhere() {
    var log = Log()
    log.write(1...3, by: Self.own)
    log.write(Self.claim, by: Self.other)
    #expect(Self.lack(Self.room(5), log) == .elsewhere(Self.other))
    var released = Log()
    released.write(1...3, by: Self.own)
    released.write(.release(to: "b/1", at: .zero), by: Self.own)
    #expect(Self.lack(Self.room(3), released) == .elsewhere(Self.other))
    var gone = Log()
    gone.write(1...2, by: Self.other)
    gone.write(3...3, theme: "other", by: Self.other)
    #expect(Self.lack(Self.room(5, epoch: 2), gone) == .elsewhere(Self.other))
    log.write(.closed(at: .zero), by: Self.other)
    #expect(Self.lack(Self.room(5), log) == .elsewhere(Self.other))
  }

  @Test("is not written behind a log that is damaged, or another room's, or of which nobody knows")
  func stuck() {
    func sentence(_ room: RememberedRoom, _ log: Log) -> String? {
      if case .stuck(let sentence) = Self.lack(room, log) { sentence } else { nil }
    }
    var log = Log()
    log.write(1...2, by: Self.own)
    log.write(3...3, by: Self.own)
    log.damage()
    #expect(sentence(Self.room(3), log)?.contains("damaged") == true)
    var other = Log()
    other.write(1...2, by: Self.own)
    let room = StoredRoom(openedBy: Samples.batch(1...2, of: RoomID("younger")))
    let younger = RememberedRoom(
      room, end: other.read?.log.end, result: nil, node: Self.own)
    #expect(sentence(younger, other)?.contains("Another room") == true)
    let unknown = RememberedRoom(room, end: nil, result: nil, node: Self.own)
    #expect(sentence(unknown, Log()) != nil)
    // The code of a room that has closed is free after its rest.
    other.write(.closed(at: .zero), by: Self.own)
    #expect(sentence(younger, other)?.contains("Another room") == true)
    let lack = younger.lack(of: other.read, rest: .zero, now: .zero)
    #expect(Self.numbers(lack) == [1, 2])
  }

  @Test("has sessions that are later than others by their requests, then by their tokens")
  func sessions() {
    func record(_ tokens: [UInt8], highest: UInt64) -> SessionRecord {
      SessionRecord(
        id: SessionID("ana"), player: Player(name: "Ana"), tokenHashes: tokens.map { [$0] },
        highest: RequestID(highest))
    }
    let stored = record([1, 2], highest: 7).stored
    #expect(record([2, 3], highest: 7).isLater(than: stored))
    #expect(record([5, 6], highest: 8).isLater(than: stored))
    #expect(!record([0, 1], highest: 7).isLater(than: stored))
    #expect(!record([2, 3], highest: 6).isLater(than: stored))
  }
}
