// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Stage
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
      for size in Conditions.sizes where MenuPage.fits(size) {
        let clicker = ScreenTester(home)
        clicker.size = size
        #expect(clicker.click(item.title))
        #expect(clicker.outcome == choice)
      }
    }
  }

  @Test("The pointer focuses an item, unless it has the focus already")
  func pointing() {
    let visitor = ScreenTester(home)
    #expect(visitor.point(at: "Rooms") == true && visitor.point(at: "Rooms") == false)
    let before = visitor.frame().grid
    #expect(visitor.screen.point(column: 0, row: 0, in: visitor.size) == false)
    #expect(visitor.frame().grid == before)
    visitor.press(.wheelDown(column: 0, row: 0), .wheelDown(column: 0, row: 0), .enter)
    #expect(visitor.outcome == .demo)
    let helped = ScreenTester(home)
    helped.press(.character("?"))
    let layout = HomeLayout(items: home.menu.items.count, in: helped.size)
    #expect(
      helped.screen.point(column: layout.panel.column + 5, row: layout.row(of: 3), in: helped.size)
        == false)
  }

  @Test("Escape does not quit: it focuses the item that does")
  func escape() {
    let visitor = ScreenTester(home)
    visitor.press(.escape)
    #expect(
      visitor.outcome == nil && visitor.screen.menu.items[visitor.screen.menu.focus].id == .quit)
    visitor.press(.enter)
    #expect(visitor.outcome == .quit)
  }

  @Test("q quits, also where the window is too small")
  func quitting() {
    for size in Conditions.sizes {
      for key in [Key.character("q"), .control("c")] {
        let visitor = ScreenTester(home)
        visitor.size = size
        visitor.press(key)
        #expect(visitor.outcome == .quit)
      }
    }
  }

  @Test("A question mark opens the help until the next key")
  func help() {
    let visitor = ScreenTester(home)
    visitor.press(.character("?"))
    #expect(visitor.sees("move to another item") && !visitor.sees("against bots"))
    visitor.press(.character("p"))
    #expect(visitor.outcome == nil && visitor.sees("against bots"))
  }

  @Test("It fits every window and every style")
  func everywhere() {
    for renderStyle in Conditions.looks {
      for size in Conditions.sizes {
        let visitor = ScreenTester(home)
        (visitor.renderStyle, visitor.size) = (renderStyle, size)
        let grid = visitor.frame().grid
        #expect(grid.width == size.columns && grid.height == size.rows)
        #expect(grid.contains("Settings") == MenuPage.fits(size))
      }
    }
  }

  #if canImport(CVTerm)
  @Test("A terminal shows exactly this in every window and every full-colour style")
  func emulatorShowsHome() {
    for renderStyle in Conditions.looks where renderStyle.depth == .full {
      for size in Conditions.sizes {
        let visitor = ScreenTester(home)
        (visitor.renderStyle, visitor.size) = (renderStyle, size)
        let grid = visitor.frame().grid
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
      let visitor = ScreenTester(home)
      visitor.renderStyle = RenderStyle(depth: .full, drawing: drawing)
      visitor.renderStyle.decoration = .none
      visitor.size = MenuPage.smallest
      let words = visitor.lines().prefix(7).joined().filter { "FACEDOWN".contains($0) }
      #expect((words == "FACEDOWN") == isText, "\(drawing): \(words)")
    }
  }

  @Test("It sleeps between the title's animations, and for ever with reduced motion")
  func sleeping() throws {
    let visitor = ScreenTester(home)
    visitor.renderStyle = RenderStyle(depth: .full, drawing: .halves)
    let frame = visitor.frame()
    #expect(frame.motion == .still)
    let next = try #require(frame.nextChange)
    #expect(next > visitor.now)
    visitor.now = next + .milliseconds(300)
    #expect(visitor.frame().motion == .moving && visitor.frame().grid != frame.grid)
    visitor.renderStyle.decoration = .reduced
    #expect(visitor.frame().nextChange == nil)
    #expect(ScreenTester(home).renderStyle.drawing == .characters)
    let plain = ScreenTester(home)
    #expect(plain.frame().nextChange == nil)
  }
}
