// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

/// Every demo at its most telling moments, in three windows with characters and in one as a
/// picture.
@Suite("Golden frames", .timeLimit(.minutes(5)))
struct GoldenFrameTests {
  /// Milliseconds after a demo's beginning: mid-flight, mid-turn, half drained.
  static let moments: [(demo: String, milliseconds: [Int])] = [
    ("flip", [600, 720]), ("perspective", [1_600]), ("implicit-explicit", [1_400]),
    ("vectors", [800]), ("matched-geometry", [900, 4_600]), ("schedules", [2_400]),
    ("transactions", [850]), ("interruption", [1_250]), ("spin", [1_600]),
    ("leaving", [680]), ("transitions", [1_600]), ("deal", [1_500]), ("deal-random", [1_500]),
    ("restart", [850]), ("grid", [1_300]), ("pie", [2_500]), ("flying-number", [2_000]),
    ("seats", [1_150]), ("refusal", [1_000, 1_120]), ("clock", [3_000]), ("ending", [4_000]),
    ("teams", [500, 7_500, 16_500]),
  ]

  private static let windows = [
    WindowSize(columns: 60, rows: 20), WindowSize(columns: 80, rows: 24),
    WindowSize(columns: 120, rows: 40),
  ]

  @Test("A frame matches its golden file", arguments: moments.map(\.demo))
  func golden(_ name: String) throws {
    let demo = try #require(Demo.named(name))
    let moments = try #require(Self.moments.first { $0.demo == name }).milliseconds
    let timeline = demo.makeTimeline()
    var text = ""
    for moment in moments {
      for size in Self.windows {
        let grid = Self.grid(timeline, demo, at: moment, .characters, size)
        text += Self.title(moment, "characters", size, grid) + FrameText.plain(grid)
      }
      let size = WindowSize(columns: 80, rows: 24)
      let picture = Self.grid(timeline, demo, at: moment, .halves, size)
      text += Self.title(moment, "halves", size, picture)
      text += picture.shades.map { "\($0)\n" }.joined()
    }
    try GoldenFrame.check(text, "\(name).txt")
  }

  @Test("Each demo has golden frames, and each golden frame a demo")
  func complete() throws {
    #expect(Self.moments.map(\.demo).sorted() == Demo.all.map(\.name).sorted())
    #expect(try GoldenFrame.names() == Set(Demo.all.map { "\($0.name).txt" }))
  }

  private static func grid(
    _ timeline: Timeline, _ demo: Demo, at milliseconds: Int, _ drawing: Drawing, _ size: WindowSize
  ) -> Grid {
    FrameCommand.grid(
      timeline, title: demo.title, caption: demo.sentence, at: .milliseconds(milliseconds),
      RenderStyle(depth: .full, drawing: drawing), size)
  }

  private static func title(
    _ milliseconds: Int, _ drawing: String, _ size: WindowSize, _ grid: Grid
  ) -> String {
    "== \(milliseconds) ms, \(drawing), \(size.columns)x\(size.rows), \(grid.sum)\n"
  }
}
