// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Lobby
import Testing
import Wire

@testable import JournalNATS

@Suite("A pending append", .timeLimit(.minutes(1)))
struct PendingAppendTests {
  private static let bytes: [UInt8] = [1, 2]
  private static let fenced = refusal(StreamRefusal.wrongLastSequence)
  private static let inProcess = refusal(StreamRefusal.inProcess)
  private static let full = refusal(10077)

  private var record = PendingAppend(bytes, behind: 7)

  private static func refusal(_ code: Int) -> StreamRefusal {
    StreamRefusal(code: code, status: 400, text: "no")
  }

  private static func message(_ sequence: UInt64, _ bytes: [UInt8]) -> StoredMessage {
    StoredMessage(subject: "room", sequence: sequence, bytes: bytes)
  }

  @Test("has landed once it is stored")
  mutating func stored() {
    #expect(record.take(.stored(8)) == .landed(8))
  }

  @Test("has failed if nobody has got it")
  mutating func nobody() {
    #expect(record.take(.noResponders) == .failed)
  }

  @Test(
    "is looked for after a lost answer or a refusal", arguments: [nil, fenced, inProcess, full])
  func looked(_ refusal: StreamRefusal?) {
    var record = record
    let outcome = refusal.map { PublishOutcome.refused($0) } ?? .unclear
    #expect(record.take(outcome) == .look(after: .zero))
  }

  @Test("has landed if it is found behind what it follows")
  mutating func found() {
    _ = record.take(.unclear)
    #expect(record.take(.success(Self.message(8, Self.bytes))) == .landed(8))
  }

  @Test("is overtaken if another one stands there")
  mutating func overtaken() {
    _ = record.take(.refused(Self.fenced))
    let other = Self.message(8, [9])
    #expect(record.take(.success(other)) == .overtaken(other))
  }

  @Test("is published again if nothing stands there", arguments: [nil, fenced, inProcess])
  func again(_ refusal: StreamRefusal?) {
    var record = record
    _ = record.take(refusal.map { PublishOutcome.refused($0) } ?? .unclear)
    #expect(record.take(.success(nil)) == .publish(after: .zero))
    #expect(record.take(.stored(9)) == .landed(9))
  }

  @Test("has failed if it was refused for another reason, and nothing stands there")
  mutating func refused() {
    _ = record.take(.refused(Self.full))
    #expect(record.take(.success(nil)) == .failed)
  }

  @Test("never fails once a copy of it may still land")
  mutating func unclear() {
    _ = record.take(.unclear)
    _ = record.take(.success(nil))
    #expect(record.take(.noResponders) == .look(after: .milliseconds(10)))
    #expect(record.take(.failure(.unavailable)) == .look(after: .milliseconds(20)))
    #expect(record.take(.success(nil)) == .publish(after: .milliseconds(30)))
    #expect(record.take(.refused(Self.full)) == .look(after: .zero))
    #expect(record.take(.success(nil)) == .publish(after: .milliseconds(40)))
  }

  @Test("waits longer and longer, up to a limit")
  mutating func pauses() {
    _ = record.take(.unclear)
    var longest = Duration.zero
    for _ in 0..<100 {
      guard case .look(let pause) = record.take(.failure(.unavailable)) else {
        Issue.record("It gives up.")
        return
      }
      #expect(pause >= longest)
      longest = pause
    }
    #expect(longest == PendingAppend.longestPause)
  }

  @Suite("that opens a room", .timeLimit(.minutes(1)))
  struct OpeningTests {
    private static let end = ServerTime(microseconds: 5)

    private static func closed(at time: ServerTime) -> StoredMessage {
      let record = WorldRecord.Room(
        room: "old", node: "a/1", epoch: 1, number: 2, first: 3,
        before: [UInt8](repeating: 0, count: 32), content: .closed(at: time))
      return message(4, record.bytes)
    }

    private static func opening(at time: ServerTime) -> PendingAppend {
      var record = PendingAppend(bytes, openingAt: time, rest: LobbyLimits.codeRest)
      #expect(record.isOpening && record.expected == 0)
      #expect(record.take(.refused(fenced)) == .look(after: .zero))
      return record
    }

    @Test("is overtaken by whatever stands under its code")
    func overtaken() {
      var record = Self.opening(at: .zero)
      let other = message(4, [9])
      #expect(record.take(.success(other)) == .overtaken(other))
    }

    @Test("is overtaken by a room whose code rests")
    func resting() {
      var record = Self.opening(at: Self.end + LobbyLimits.codeRest - .microseconds(1))
      let closed = Self.closed(at: Self.end)
      #expect(record.take(.success(closed)) == .overtaken(closed))
    }

    @Test("stands behind a room that closed long ago")
    func rested() {
      var record = Self.opening(at: Self.end + LobbyLimits.codeRest)
      #expect(record.take(.success(Self.closed(at: Self.end))) == .publish(after: .zero))
      #expect(record.expected == 4)
      // A server that has not seen what is there answers with less.
      #expect(record.take(.refused(inProcess)) == .look(after: .zero))
      #expect(record.take(.success(Self.closed(at: Self.end))) == .publish(after: .zero))
      #expect(record.take(.stored(9)) == .landed(9))
    }
  }
}
