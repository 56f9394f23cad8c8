// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing
import Wire

@testable import TermClient

@Suite("The lines of --json", .timeLimit(.minutes(1)))
struct LogLinesTests {
  private var lines = LogLines()

  private func base(_ seq: UInt64) -> MatchView {
    var view = MatchView()
    for entry in 0..<seq { view.apply(self.entry(entry + 1)) }
    return view
  }

  private func entry(_ seq: UInt64) -> Entry {
    Entry(seq: seq, at: .zero, event: .ownerChanged(nil))
  }

  private mutating func enter(_ seq: UInt64, room: String = "r") -> [String] {
    lines.enter(roomID: room, code: "K7QF2", base: base(seq))
  }

  @Test("begin with the room and its base")
  mutating func begin() {
    #expect(
      enter(4) == [#"{"event":"room","code":"K7QF2"}"#, LogLine.base(base(4)).json])
    #expect(lines.add(entry(5)) == LogLine.entry(entry(5)).json)
  }

  @Test("repeat the base only if entries are missing")
  mutating func again() {
    _ = enter(0)
    for seq in 1...21 { _ = lines.add(entry(UInt64(seq))) }
    #expect(enter(16) == [], "The next entry follows the last that was printed.")
    #expect(enter(21) == [])
    #expect(enter(38) == [LogLine.base(base(38)).json])
    _ = lines.add(entry(39))
    #expect(enter(39) == [])
  }

  @Test("name another room before its base")
  mutating func another() {
    _ = enter(9)
    #expect(enter(2, room: "s").count == 2)
  }
}
