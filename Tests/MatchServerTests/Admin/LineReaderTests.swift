// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Testing

@testable import MatchServer

@Suite("A reader of lines", .timeLimit(.minutes(1)))
struct LineReaderTests {
  /// The results of reading lines of up to four bytes that arrive in these parts, then end.
  private func outcomes(_ parts: [String]) -> [LineReader.Outcome] {
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    defer { close(ends[0]) }
    for part in parts { send(ends[1], part, part.utf8.count, 0) }
    close(ends[1])
    var reader = LineReader(ends[0], mostBytes: 4)
    var all: [LineReader.Outcome] = []
    repeat { all.append(reader.next(within: .seconds(5))) } while all.last?.isLine == true
    return all
  }

  private func line(_ text: String) -> LineReader.Outcome { .line(Array(text.utf8)) }

  @Test("returns each line, however it is split")
  func lines() {
    #expect(outcomes([]) == [.end])
    #expect(outcomes(["ab\n\ncd", "ef\n"]) == [line("ab"), line(""), line("cdef"), .end])
    #expect(outcomes(["a", "b", "\n"]) == [line("ab"), .end])
  }

  @Test("reports a truncated or overlong line")
  func others() {
    #expect(outcomes(["ab\ncd"]) == [line("ab"), .cut])
    #expect(outcomes(["abcd\nabcde\n"]) == [line("abcd"), .tooLong])
    #expect(outcomes(["abcdefgh"]) == [.tooLong])
  }

  @Test("waits no longer than its timeout")
  func late() {
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    defer { for end in ends { close(end) } }
    send(ends[1], "ab", 2, 0)
    var reader = LineReader(ends[0], mostBytes: 4)
    #expect(reader.next(within: .milliseconds(20)) == .late)
  }
}

extension LineReader.Outcome {
  fileprivate var isLine: Bool { if case .line = self { true } else { false } }
}
