// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Testing

@testable import JournalNATS

@Suite("What was seen of a stream", .timeLimit(.minutes(1)))
struct StreamMarksTests {
  private var marks = StreamMarks()

  private let now = ContinuousClock.now

  init() { marks.begin("S", Self.state(7)) }

  private mutating func look(
    _ last: UInt64?, after time: Duration = .zero
  ) -> StreamMarks.Finding {
    marks.look(at: "S", last.map { Self.state($0) }, now: now + time)
  }

  private static func state(_ last: UInt64, identity: String = "former") -> StreamState {
    StreamState(
      identity: identity, firstSequence: 1, lastSequence: last, messages: last, bytes: last)
  }

  @Test("is in a stream that goes on")
  mutating func goesOn() {
    #expect(marks.streams == ["S"])
    var found = [look(7)]
    #expect(marks.store(9, behind: 8, of: "S") == nil)
    found += [look(9), look(20), marks.look(at: "T", Self.state(1), now: now)]
    #expect(found.allSatisfy { $0 == .whole })
  }

  @Test("is not in a stream that was made anew, however long that is")
  mutating func madeAnew() {
    let found = marks.look(at: "S", Self.state(9, identity: "new"), now: now)
    #expect(found == .less("Stream S was made anew"))
  }

  @Test("is not in a stream that seems to have less for ten seconds, however often it is asked")
  mutating func short() {
    marks.note(9, of: "S")
    var found = [look(8), look(9), look(8), look(8)]
    #expect(found == [.doubtful, .whole, .doubtful, .doubtful])
    found = [look(8, after: StreamMarks.patience - .microseconds(1))]
    #expect(found == [.doubtful])
    found = [look(8, after: StreamMarks.patience)]
    #expect(found == [.less("Stream S ends at message 8, and had message 9")])
  }

  @Test("is not in a stream that is gone for as long")
  mutating func gone() {
    var found = [look(nil), look(7), look(nil)]
    #expect(found == [.doubtful, .whole, .doubtful])
    found = [look(nil, after: StreamMarks.patience)]
    #expect(found == [.less("Stream S is gone")])
  }

  @Test("is not in a stream that counts anew")
  mutating func counts() {
    #expect(marks.store(3, behind: 7, of: "S")?.contains("message 3") == true)
    #expect(marks.store(7, behind: 7, of: "S") != nil)
  }
}
