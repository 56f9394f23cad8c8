// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchClient
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Home screen", .timeLimit(.minutes(1)))
struct HomeScreenTests {
  private let home = HomeScreen(isDealt: true)

  @Test("Every item can be reached by its letter, by arrows and by a click")
  func choices() {
    for (index, choice) in HomeChoice.offered.enumerated() {
      let item = home.menu.items[index]
      let typist = ScreenTester(home)
      typist.type(String(item.letter))
      #expect(typist.outcome == choice)
      let walker = ScreenTester(home)
      for _ in 0..<index { walker.press(.down) }
      walker.press(.enter)
      #expect(walker.outcome == choice)
      for size in WindowSize.trials where MenuPage.fits(size) {
        let clicker = ScreenTester(home)
        clicker.size = size
        #expect(clicker.click(item.title))
        #expect(clicker.outcome == choice)
      }
    }
  }

  @Test("It says what the game is, and its help how it is played")
  func explained() {
    for size in [(80, 24), (100, 32), (200, 60)].map({ WindowSize(columns: $0, rows: $1) }) {
      let tester = ScreenTester(home)
      tester.size = size
      #expect(tester.sees("Turn two cards. Keep the pairs."), "\(size)")
      tester.press(.character("?"))
      #expect(tester.sees("Quick pairs are worth more"), "\(size)")
    }
  }

  @Test("The pointer focuses an item, unless it has the focus already")
  func pointing() {
    let tester = ScreenTester(home)
    #expect(tester.point(at: "Rooms") == true && tester.point(at: "Rooms") == false)
    let before = tester.frame().grid
    #expect(tester.screen.point(column: 0, row: 0, in: tester.size) == false)
    #expect(tester.frame().grid == before)
    tester.press(.wheelDown(column: 0, row: 0), .wheelDown(column: 0, row: 0), .enter)
    #expect(tester.outcome == .demo)
    let helped = ScreenTester(home)
    helped.press(.character("?"))
    let layout = HomeLayout(items: home.menu.items.count, in: helped.size)
    #expect(
      helped.screen.point(column: layout.panel.column + 5, row: layout.row(of: 3), in: helped.size)
        == false)
  }

  @Test("Escape does not quit: it focuses the item that does")
  func escape() {
    let tester = ScreenTester(home)
    tester.press(.escape)
    #expect(
      tester.outcome == nil && tester.screen.menu.items[tester.screen.menu.focus].id == .quit)
    tester.press(.enter)
    #expect(tester.outcome == .quit)
  }

  @Test("q quits, also where the window is too small")
  func quitting() {
    for size in WindowSize.trials {
      for key in [Key.character("q"), .control("c")] {
        let tester = ScreenTester(home)
        tester.size = size
        tester.press(key)
        #expect(tester.outcome == .quit)
      }
    }
  }

  @Test("A question mark opens the help until the next key")
  func help() {
    let tester = ScreenTester(home)
    tester.press(.character("?"))
    #expect(tester.sees("move to another item") && !tester.sees("against bots"))
    tester.press(.character("p"))
    #expect(tester.outcome == nil && tester.sees("against bots"))
  }

  @Test("It fits every window and every style")
  func everywhere() {
    for renderStyle in RenderStyle.trials {
      for size in WindowSize.trials {
        let tester = ScreenTester(home)
        (tester.style, tester.size) = (renderStyle, size)
        let grid = tester.frame().grid
        #expect(grid.width == size.columns && grid.height == size.rows)
        #expect(grid.contains("Settings") == MenuPage.fits(size))
      }
    }
  }

  #if canImport(CVTerm)
  @Test("A terminal shows exactly this in every window and every full-colour style")
  func emulatorShowsHome() {
    for renderStyle in RenderStyle.trials where renderStyle.depth == .full {
      for size in WindowSize.trials {
        let tester = ScreenTester(home)
        (tester.style, tester.size) = (renderStyle, size)
        let grid = tester.frame().grid
        var differ = FrameDiffer(depth: .full)
        differ.paint(grid)
        let oracle = Oracle(width: size.columns, height: size.rows)
        oracle.feed(differ.bytes)
        #expect(oracle.firstDifference(from: grid) == nil)
      }
    }
  }
  #endif

  @Test("The title can be read in every drawing: as characters where cards are small")
  func title() {
    for (drawing, isText) in [(Drawing.characters, true), (.halves, true), (.sextants, false)] {
      let tester = ScreenTester(home)
      tester.style = RenderStyle(depth: .full, drawing: drawing)
      tester.style.decoration = .none
      tester.size = MenuPage.smallest
      let words = tester.lines().prefix(7).joined().filter { "FACEDOWN".contains($0) }
      #expect((words == "FACEDOWN") == isText, "\(drawing): \(words)")
    }
  }

  @Test("It sleeps between the title's animations, and for ever with reduced motion")
  func sleeping() throws {
    let tester = ScreenTester(home)
    tester.style = RenderStyle(depth: .full, drawing: .halves)
    let frame = tester.frame()
    #expect(frame.motion == .still)
    let next = try #require(frame.nextChange)
    #expect(next > tester.now)
    tester.now = next + .milliseconds(300)
    #expect(tester.frame().motion == .moving && tester.frame().grid != frame.grid)
    tester.style.decoration = .reduced
    #expect(tester.frame().nextChange == nil)
    #expect(ScreenTester(home).style.drawing == .characters)
    let plain = ScreenTester(home)
    #expect(plain.frame().nextChange == nil)
  }
}
