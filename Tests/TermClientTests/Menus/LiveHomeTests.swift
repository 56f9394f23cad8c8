// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchUI
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Live match behind the home screen", .timeLimit(.minutes(2)))
struct LiveHomeTests {
  private static let settings = MatchSettings(pairs: 6, seats: 2, theme: "animals")

  private static func style(_ drawing: Drawing) -> RenderStyle {
    RenderStyle(depth: .full, drawing: drawing)
  }

  /// The home screen alone, at rest.
  private static func alone(_ style: RenderStyle, _ size: WindowSize) -> Grid {
    let tester = ScreenTester(HomeScreen(isDealt: true), in: style)
    tester.size = size
    return tester.frame().grid
  }

  /// A match behind the home screen in a window: the screen with it, and without.
  private static func both(columns: Int, rows: Int) throws -> (grid: Grid, alone: Grid) {
    let size = WindowSize(columns: columns, rows: rows)
    let home = try LiveHome(style(.halves), size, settings: settings)
    home.pass(.seconds(3))
    #expect(home.live.isShown)
    let grid = home.tester.frame().grid
    #expect(grid.contains("Ann and Ben, live"))
    return (grid, alone(style(.halves), size))
  }

  private static func layout(of grid: Grid) -> HomeLayout {
    HomeLayout(
      items: HomeChoice.offered.count, in: WindowSize(columns: grid.width, rows: grid.height))
  }

  @Test(
    "It lies behind title and menu, whose cells stay what they are",
    arguments: [(120, 40), (200, 60)])
  func behind(columns: Int, rows: Int) throws {
    let (grid, alone) = try Self.both(columns: columns, rows: rows)
    let panel = Self.layout(of: grid).panel
    var differences = 0
    for row in 0..<rows {
      for column in 0..<columns {
        let (cell, before) = (grid[column, row], alone[column, row])
        if panel.contains(column: column, row: row) {
          #expect(cell == before, "\(column), \(row)")
        } else if cell != before {
          differences += 1
        }
      }
    }
    #expect(differences > columns && grid.contains("Arrows, Enter  ? help  q quit"))
  }

  @Test(
    "Where title and menu would cover it, a line says who plays",
    arguments: [(80, 24), (100, 32)])
  func small(columns: Int, rows: Int) throws {
    let (grid, alone) = try Self.both(columns: columns, rows: rows)
    let title = Self.layout(of: grid).title
    for row in 0..<rows where row != rows - 1 && !title.rows.contains(row) {
      for column in 0..<columns where grid[column, row] != alone[column, row] {
        Issue.record("\(column), \(row)")
      }
    }
  }

  @Test("Whatever an earlier frame has left, a frame is what it would be alone")
  func retained() throws {
    let home = try LiveHome(
      Self.style(.sextants), LiveBackdrop.smallest, settings: Self.settings)
    home.pass(.seconds(2))
    for _ in 0..<20 {
      home.pass(.milliseconds(340))
      let other = home.redrawn()
      let (grid, fresh) = (home.tester.frame().grid, other.frame().grid)
      // The title of another screen began later.
      let title = HomeLayout(items: HomeChoice.offered.count, in: home.tester.size).title
      for row in 0..<grid.height where !title.rows.contains(row) {
        for column in 0..<grid.width where grid[column, row] != fresh[column, row] {
          Issue.record("\(column), \(row)")
        }
      }
    }
  }

  @Test("With less motion, in characters and without colours there is only the menu")
  func quiet() throws {
    var reduced = Self.style(.halves)
    reduced.decoration = .reduced
    for style in [reduced, Self.style(.characters), RenderStyle(depth: .mono)] {
      let home = try LiveHome(style, settings: Self.settings)
      home.pass(.seconds(3))
      #expect(home.live.isShown && home.tester.frame().grid == Self.alone(style, home.tester.size))
      #expect(home.tester.frame().nextChange == nil)
    }
  }

  @Test("Keys and clicks belong to the menu, and the help covers all")
  func keys() throws {
    let home = try LiveHome(Self.style(.halves), settings: Self.settings)
    home.pass(.seconds(3))
    home.tester.press(.character("?"))
    #expect(home.tester.sees("move to another item"))
    home.tester.press(.character("x"), .press(column: 3, row: 12))
    #expect(home.tester.outcome == nil)
    home.tester.click("Rooms")
    #expect(home.tester.outcome == .rooms)
  }

  @Test("A match that ends is shown to its end, and then the screen is as it was and sleeps")
  func ending() throws {
    let short = MatchSettings(pairs: 2, seats: 2, theme: "animals")
    let home = try LiveHome(Self.style(.halves), settings: short)
    var rounds = 0
    while home.core.table?.log.latest.phase != .ended, rounds < 200 {
      home.pass(.milliseconds(500))
      rounds += 1
    }
    home.pass(.seconds(1))
    #expect(home.live.isShown && !home.tester.sees("live"))
    home.pass(LiveMatch.endShown + LiveMatch.fade + .seconds(1))
    #expect(!home.live.isShown && home.core.table == nil)
    let frame = home.tester.frame()
    #expect(frame.motion == .still)
    home.tester.style.decoration = .none
    #expect(home.tester.frame().grid == Self.alone(home.tester.style, home.tester.size))
  }

  @Test("A window that is too small, and then is not, shows both rightly")
  func resizing() throws {
    let home = try LiveHome(Self.style(.halves), settings: Self.settings)
    home.pass(.seconds(3))
    for size in WindowSize.trials + [.usual] {
      home.tester.size = size
      let frame = home.tester.frame()
      #expect(frame.grid.width == size.columns && frame.grid.height == size.rows)
      #expect(frame.grid.contains("live") == MenuPage.fits(size))
    }
  }
}
