// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Testing

@testable import JournalNATS

@Suite("What was seen of a stream", .timeLimit(.minutes(1)))
struct StreamMarksTests {
  private var marks = StreamMarks()

  init() { marks.begin("S", Self.state(7)) }

  private static func state(_ last: UInt64, created: String = "then") -> StreamState {
    StreamState(
      created: created, firstSequence: 1, lastSequence: last, messages: last, bytes: last)
  }

  @Test("is in a stream that goes on")
  mutating func goesOn() {
    #expect(marks.streams == ["S"])
    #expect(marks.look(at: "S", Self.state(7)) == nil)
    #expect(marks.store(9, behind: 8, of: "S") == nil)
    #expect(marks.look(at: "S", Self.state(9)) == nil)
    #expect(marks.look(at: "S", Self.state(20)) == nil)
    #expect(marks.look(at: "T", Self.state(1)) == nil)
  }

  @Test("is not in a stream that was made anew, however long that is")
  mutating func madeAnew() {
    #expect(marks.look(at: "S", Self.state(9, created: "now"))?.contains("anew") == true)
  }

  @Test("is not in a stream that ends early twice in a row")
  mutating func short() {
    marks.note(9, of: "S")
    #expect(marks.look(at: "S", Self.state(8)) == nil)
    #expect(marks.look(at: "S", Self.state(9)) == nil)
    #expect(marks.look(at: "S", Self.state(8)) == nil)
    #expect(marks.look(at: "S", Self.state(8))?.contains("message 8") == true)
  }

  @Test("is not in a stream that counts anew")
  mutating func counts() {
    #expect(marks.store(3, behind: 7, of: "S")?.contains("message 3") == true)
    #expect(marks.store(7, behind: 7, of: "S") != nil)
  }
}
