// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Demo screen", .timeLimit(.minutes(1)))
struct DemoScreenTests {
  private let renderStyle = RenderStyle(depth: .mono)
  private let window = WindowSize(columns: 80, rows: 34)
  private let now = DisplayTime.zero

  @Test("All demos can be chosen by keys")
  func choice() {
    var screen = DemoScreen()
    let menu = screen.frame(renderStyle, in: window, at: now)
    for demo in Demo.all {
      #expect(menu.grid.contains(demo.title))
    }
    #expect(menu.nextChange == nil)
    for _ in 0..<3 { #expect(screen.take(.down, renderStyle, in: window, at: now) == nil) }
    #expect(screen.chosen == 3)
    #expect(screen.frame(renderStyle, in: window, at: now).grid.contains("▸ \(Demo.all[3].title)"))
    #expect(screen.take(.enter, renderStyle, in: window, at: now) == nil)
    #expect(screen.playback != nil)
    #expect(screen.frame(renderStyle, in: window, at: now).grid.contains(Demo.all[3].title))
    #expect(screen.take(.escape, renderStyle, in: window, at: now) == nil)
    #expect(screen.playback == nil && screen.chosen == 3)
    #expect(screen.take(.character("q"), renderStyle, in: window, at: now) == true)
  }

  @Test("A click plays the demo under it, and the pointer selects it", arguments: [20, 24, 30, 60])
  func mouse(rows: Int) {
    for demo in Demo.all {
      let tester = ScreenTester(DemoScreen())
      (tester.style, tester.size) = (renderStyle, WindowSize(columns: 60, rows: rows))
      guard let changed = tester.point(at: "  \(demo.title)  ") else { continue }
      #expect(!changed || Demo.all[tester.screen.chosen].name == demo.name)
      tester.click(demo.title)
      #expect(tester.screen.playback != nil)
      #expect(Demo.all[tester.screen.chosen].name == demo.name)
      #expect(tester.point(at: "a") != true, "There is nothing to choose while one is shown.")
    }
  }

  @Test("The selected demo is always visible, with its sentence", arguments: [20, 23, 30])
  func scrolling(rows: Int) {
    let size = WindowSize(columns: 60, rows: rows)
    var screen = DemoScreen()
    for demo in Demo.all {
      let grid = screen.frame(renderStyle, in: size, at: now).grid
      let line = grid.lines.first { $0.contains("▸ \(demo.title)") }
      #expect(line?.contains(" \(demo.name) ") == true)
      #expect(grid.contains(String(demo.sentence.prefix(30))))
      #expect(!grid.contains("…"), "\(demo.name): \(demo.sentence)")
      _ = screen.take(.down, renderStyle, in: size, at: now)
    }
    #expect(screen.chosen == Demo.all.count - 1)
    let wheel = Key.wheelUp(column: 30, row: 10)
    for _ in Demo.all { _ = screen.take(wheel, renderStyle, in: size, at: now) }
    #expect(screen.frame(renderStyle, in: size, at: now).grid.contains(Demo.all[0].title))
  }

  @Test("It fits every window and every style")
  func everywhere() {
    for renderStyle in RenderStyle.trials {
      for size in WindowSize.trials {
        let tester = ScreenTester(DemoScreen())
        (tester.style, tester.size) = (renderStyle, size)
        let grid = tester.frame().grid
        #expect(grid.width == size.columns && grid.height == size.rows)
        #expect(grid.contains(Demo.all[0].title) == MenuPage.fits(size))
      }
    }
  }

  @Test(
    "The selected demo plays beside the list where there is room, and stands still without motion")
  func preview() {
    let wide = WindowSize(columns: 160, rows: 40)
    for decoration in [Decoration.full, .none] {
      var style = renderStyle
      style.decoration = decoration
      var screen = DemoScreen()
      let first = screen.frame(style, in: wide, at: now)
      #expect(first.grid.contains("▸ \(Demo.all[0].title)"))
      // Once in the list, and once as the caption of what plays.
      #expect(first.grid.contains("\(Demo.all[0].title). \(Demo.all[0].sentence)"))
      #expect((first.motion == .still && first.nextChange == nil) == (decoration == .none))
      let later = screen.frame(style, in: wide, at: now + .milliseconds(900))
      #expect((later.grid == first.grid) == (decoration == .none))
      _ = screen.take(.down, style, in: wide, at: now + .seconds(1))
      let second = screen.frame(style, in: wide, at: now + .seconds(1))
      #expect(second.grid.contains(Demo.all[1].sentence))
      #expect(!second.grid.contains(Demo.all[0].sentence))
      // Help has the window for itself, and a narrow one shows the list alone.
      _ = screen.take(.character("?"), style, in: wide, at: now + .seconds(1))
      #expect(
        !screen.frame(style, in: wide, at: now + .seconds(1)).grid.contains(Demo.all[1].sentence))
      _ = screen.take(.escape, style, in: wide, at: now + .seconds(1))
      let narrow = WindowSize(columns: 100, rows: 40)
      #expect(screen.frame(style, in: narrow, at: now + .seconds(1)).nextChange == nil)
    }
  }

  @Test("A demo opened by name starts at once, and the others are a key away")
  func neighbours() {
    var screen = DemoScreen(showing: "deal", speed: 0.1, at: now)
    #expect(screen.playback?.playhead.speed == 0.1)
    let deal = screen.chosen
    _ = screen.take(.character("n"), renderStyle, in: window, at: now)
    #expect(screen.chosen == deal + 1)
    _ = screen.take(.character("p"), renderStyle, in: window, at: now)
    _ = screen.take(.character("p"), renderStyle, in: window, at: now)
    #expect(screen.chosen == deal - 1)
    #expect(screen.take(.escape, renderStyle, in: window, at: now) == true)
  }
}
