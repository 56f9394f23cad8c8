// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Cross-fade", .timeLimit(.minutes(1)))
struct CrossFadeTests {
  private static let start = LocalTime(microseconds: 5_000_000)
  private static let shown = ServerTime(microseconds: 90_000_000)
  private let before = grid(0x000000)
  private let after = grid(0xffffff)

  private static func grid(_ color: UInt32) -> Grid {
    var grid = Grid(width: 2, height: 1)
    for column in 0..<2 {
      grid.put(" ", column: column, row: 0, Style(Color(0), on: Color(color)))
    }
    return grid
  }

  /// The frame some milliseconds after the shown time jumped by `jump`.
  private func seen(jump: Int, after milliseconds: Int) -> Frame {
    var fade = CrossFade()
    fade.notice(Self.shown, at: Self.start, over: before)
    let now = Self.start + .milliseconds(16)
    fade.notice(Self.shown + .milliseconds(16 + jump), at: now, over: before)
    let later = now + .milliseconds(milliseconds)
    fade.notice(Self.shown + .milliseconds(16 + jump + milliseconds), at: later, over: after)
    var frame = Frame(grid: after)
    fade.apply(to: &frame, at: later)
    return frame
  }

  @Test("the old picture fades out in 120 ms", arguments: [251, 4000, -251, -9000])
  func fades(jump: Int) {
    #expect(seen(jump: jump, after: 0).grid == before)
    let half = seen(jump: jump, after: 60)
    #expect(half.motion == .moving && half.nextChange != nil)
    #expect((120...135).contains(half.grid[0, 0].style.background.red))
    let end = seen(jump: jump, after: 120)
    #expect(end.grid == after && end.motion == .still)
  }

  @Test("a slewed difference needs no fade", arguments: [0, 250, -250, 20])
  func small(jump: Int) { #expect(seen(jump: jump, after: 0).grid == after) }

  @Test("a window of another size shows the new picture at once")
  func resized() {
    var fade = CrossFade()
    fade.notice(Self.shown, at: Self.start, over: before)
    fade.notice(Self.shown + .seconds(9), at: Self.start, over: Grid(width: 1, height: 1))
    var frame = Frame(grid: after)
    fade.apply(to: &frame, at: Self.start)
    #expect(frame.grid == after)
  }
}
