// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Playback screen", .timeLimit(.minutes(1)))
struct PlaybackScreenTests {
  private let renderStyle = RenderStyle(depth: .mono)
  private let window = WindowSize(columns: 80, rows: 24)
  private let timeline: Timeline

  init() throws {
    timeline = Timeline(try RecordingReader.read(RecordedLines.bytes(RecordedLines.match)))
  }

  private func local(_ seconds: Double) -> DisplayTime {
    .microseconds(Int64(seconds * 1e6))
  }

  private func screen() -> PlaybackScreen {
    PlaybackScreen(timeline, notice: "The last line was cut off.", at: local(0))
  }

  private func position(_ screen: PlaybackScreen, _ now: Double = 0) -> Duration {
    screen.playhead.position(at: local(now)) - timeline.span.lowerBound
  }

  @Test("The match is shown with a timeline bar, the position and the last event")
  func shown() {
    var screen = screen()
    let first = screen.frame(renderStyle, in: window, at: local(0)).grid
    #expect(first.lines[22].contains("█") && first.lines[22].contains("♦"))
    #expect(first.lines[23].hasPrefix(" ▶ 0:00 / "))
    #expect(first.contains("? help") && first.lines[21].hasSuffix("."))
    _ = screen.take(.end, renderStyle, in: window, at: local(0))
    let last = screen.frame(renderStyle, in: window, at: local(0)).grid
    #expect(last.lines[23].hasPrefix(" ‖ ") && last.contains("1. "))
    #expect(!last.contains("The match is over."), "The standings say it.")
  }

  @Test(
    "Below a picture everything is on its panel's colour, and the match's own keys are left out")
  func colors() {
    var screen = screen()
    _ = screen.take(.character("5"), renderStyle, in: window, at: local(0))
    for drawing in Drawing.allCases {
      let renderStyle = RenderStyle(depth: .full, drawing: drawing)
      let grid = screen.frame(renderStyle, in: window, at: local(0)).grid
      let isPicture = drawing != .characters
      let ground =
        isPicture ? Color(renderStyle.palette.picture.panel) : renderStyle.palette.text.background
      // In a picture the panel shows the last event.
      for row in (isPicture ? 22 : 21)..<24 {
        for column in 0..<80 { #expect(grid[column, row].style.background == ground) }
      }
      #expect(!grid.contains("watching") && !grid.contains("q leave"))
      #expect(grid.contains("? help"))
    }
  }

  @Test(
    "No card is under the timeline bar, in replays and demos",
    arguments: [(80, 24), (100, 32), (120, 40), (60, 30)].map {
      WindowSize(columns: $0, rows: $1)
    })
  func whole(size: WindowSize) throws {
    // All cards lie face down.
    let flip = try #require(timeline.marks.first { $0.kind == .flip })
    let offset = flip.at - timeline.span.lowerBound - .milliseconds(1)
    for drawing in [Drawing.halves, .sextants] {
      let renderStyle = RenderStyle(depth: .full, drawing: drawing)
      for caption in [nil, "What there is to be seen.", Demo.all[0].sentence] {
        var screen = PlaybackScreen(timeline, caption: caption, at: local(0))
        screen.seek(to: offset, at: local(0))
        let grid = screen.frame(renderStyle, in: size, at: local(0)).grid
        #expect(grid.lines[size.rows - 2].contains("█"))
        var columns = 0
        for column in 0..<size.columns {
          // How many rows each card of a column has.
          let heights = (0..<size.rows).split {
            let ground = grid[column, $0].style.background
            return ground.red < ground.green + 60
          }.map(\.count)
          columns += heights.isEmpty ? 0 : 1
          #expect(Set(heights).count <= 1, "\(heights) in column \(column)")
        }
        #expect(columns > 10)
      }
    }
  }

  @Test("It sleeps while paused, and while only the seconds change")
  func sleep() {
    var screen = screen()
    func press(_ key: Key) { _ = screen.take(key, renderStyle, in: window, at: local(0)) }
    func frame() -> Frame { screen.frame(renderStyle, in: window, at: local(0)) }
    press(.end)
    #expect(frame().nextChange == nil)
    press(.left)
    let still = frame()
    #expect(still.motion == .still)
    let pause = still.nextChange.map { $0 - local(0) } ?? .zero
    #expect(pause > .milliseconds(50) && pause <= .seconds(1))
    press(.home)
    #expect(frame().motion == .moving)
    press(.character(" "))
    #expect(frame().motion == .still && frame().nextChange == nil)
  }

  @Test("Nothing changes between two frames that it requests")
  func wakes() throws {
    var screen = screen()
    var now = local(0)
    for _ in 0..<400 {
      let frame = screen.frame(renderStyle, in: window, at: now)
      guard let next = frame.nextChange else { return }
      #expect(next >= now)
      if frame.motion == .still {
        let before = next - .milliseconds(1)
        if before > now {
          let isSame = screen.frame(renderStyle, in: window, at: before).grid == frame.grid
          #expect(isSame)
        }
        now = max(next, now + .milliseconds(1))
      } else {
        now = now + .milliseconds(50)
      }
    }
    Issue.record("It never came to its end.")
  }

  @Test("Keys move back and forth")
  func keys() {
    var screen = screen()
    func press(_ key: Key) {
      #expect(screen.take(key, renderStyle, in: window, at: local(0)) == nil)
    }
    press(.character(" "))
    press(.right)
    press(.right)
    #expect(position(screen) == .seconds(2))
    press(.left)
    press(.character("."))
    #expect(position(screen) == .seconds(1) + Playhead.frame)
    press(.character(","))
    #expect(position(screen) == .seconds(1))
    press(.character("5"))
    #expect(position(screen) * 2 == screen.playhead.length)
    press(.home)
    #expect(position(screen) == .zero)
    press(.character("]"))
    let second = position(screen)
    #expect(second > .zero)
    press(.character("]"))
    press(.character("["))
    #expect(position(screen) == second)
    press(.end)
    #expect(position(screen) == screen.playhead.length)
    press(.character("+"))
    #expect(screen.playhead.speed == 2)
    press(.character("r"))
    #expect(screen.playhead.isReversed)
  }

  @Test("Stepping goes through every event, both ways")
  func steps() {
    var screen = screen()
    let times = Set(timeline.marks.map(\.at))
    var seen: Set<ServerTime> = [screen.playhead.position(at: local(0))]
    for key: Key in [.character("]"), .character("[")] {
      for _ in 0..<timeline.marks.count {
        _ = screen.take(key, renderStyle, in: window, at: local(0))
        seen.insert(screen.playhead.position(at: local(0)))
      }
      #expect(times.isSubset(of: seen))
    }
  }

  @Test("A click on the timeline bar seeks there, and one elsewhere does nothing")
  func mouse() {
    var screen = screen()
    _ = screen.take(.character(" "), renderStyle, in: window, at: local(0))
    _ = screen.take(.press(column: 40, row: 22), renderStyle, in: window, at: local(0))
    let grid = screen.frame(renderStyle, in: window, at: local(0)).grid
    #expect(grid[40, 22].glyph.text == "█")
    let there = position(screen)
    _ = screen.take(.press(column: 10, row: 10), renderStyle, in: window, at: local(0))
    #expect(position(screen) == there && there > .zero)
  }

  @Test("Keys end it, and help explains them")
  func leaving() {
    var screen = screen()
    #expect(screen.take(.character("q"), renderStyle, in: window, at: local(0)) == .quit)
    #expect(screen.take(.control("c"), renderStyle, in: window, at: local(0)) == .quit)
    #expect(screen.take(.escape, renderStyle, in: window, at: local(0)) == .back)
    #expect(screen.take(.character("n"), renderStyle, in: window, at: local(0)) == nil)
    _ = screen.take(.character("?"), renderStyle, in: window, at: local(0))
    let help = screen.frame(renderStyle, in: window, at: local(0)).grid
    #expect(help.contains("Keys") && help.contains("backwards"))
    #expect(screen.take(.escape, renderStyle, in: window, at: local(0)) == nil)
    #expect(!screen.frame(renderStyle, in: window, at: local(0)).grid.contains("backwards"))
  }

  @Test(
    "Any window is filled, and nothing traps",
    arguments: [(1, 1), (1, 40), (5, 2), (20, 5), (40, 15), (60, 20), (300, 4), (400, 150)])
  func sizes(columns: Int, rows: Int) {
    let size = WindowSize(columns: columns, rows: rows)
    for depth in [ColorDepth.mono, .full] {
      var screen = screen()
      for key: Key in [.home, .character("5"), .character("?"), .press(column: 0, row: 0)] {
        _ = screen.take(key, renderStyle, in: size, at: local(0))
        let grid = screen.frame(RenderStyle(depth: depth), in: size, at: local(0)).grid
        #expect(grid.width == columns && grid.height == rows)
      }
    }
  }

  @Test("Seeking from the command line stays within the match")
  func seek() {
    for offset in [Duration.zero, .seconds(1), .seconds(1_000_000_000), .seconds(-5)] {
      var screen = screen()
      screen.seek(to: offset, at: local(0))
      #expect(timeline.span.contains(screen.playhead.position(at: local(0))))
    }
  }

  @Test("Times read well", arguments: [(0, "0:00"), (65, "1:05"), (3661, "1:01:01")])
  func clock(seconds: Int, text: String) {
    #expect(Playback.clock(.seconds(seconds), exact: false) == text)
    #expect(
      Playback.clock(.seconds(seconds) + .milliseconds(250), exact: true) == text + ".25")
  }
}
