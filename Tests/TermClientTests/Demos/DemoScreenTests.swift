// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchClient
import Testing

@testable import TermClient

@Suite("Demo screen", .timeLimit(.minutes(1)))
struct DemoScreenTests {
  private let look = Look(depth: .mono)
  private let window = WindowSize(columns: 80, rows: 30)
  private let now = LocalTime(microseconds: 0)

  @Test("All demos are there to choose from, by keys")
  func choice() {
    var screen = DemoScreen()
    let menu = screen.frame(look, in: window, at: now)
    for demo in Demo.all {
      #expect(menu.grid.contains(demo.name) && menu.grid.contains(demo.title))
    }
    #expect(menu.nextChange == nil)
    for _ in 0..<3 { #expect(screen.take(.down, look, in: window, at: now) == nil) }
    #expect(screen.chosen == 3)
    #expect(screen.frame(look, in: window, at: now).grid.contains("▶ \(Demo.all[3].name)"))
    #expect(screen.take(.enter, look, in: window, at: now) == nil)
    #expect(screen.playback != nil)
    #expect(screen.frame(look, in: window, at: now).grid.contains(Demo.all[3].title))
    #expect(screen.take(.escape, look, in: window, at: now) == nil)
    #expect(screen.playback == nil && screen.chosen == 3)
    #expect(screen.take(.character("q"), look, in: window, at: now) == true)
  }

  @Test("A click shows the demo under it, in any window", arguments: [8, 12, 20, 30, 60])
  func mouse(rows: Int) throws {
    let size = WindowSize(columns: 60, rows: rows)
    for clicked in 2..<max(rows - 4, 3) {
      var screen = DemoScreen()
      let grid = screen.frame(look, in: size, at: now).grid
      let name = grid.lines[clicked].dropFirst(4).prefix { $0 != " " }
      _ = screen.take(.press(column: 10, row: clicked), look, in: size, at: now)
      if let demo = Demo.named(String(name)) {
        #expect(screen.playback != nil && Demo.all[screen.chosen].name == demo.name)
      } else {
        #expect(screen.playback == nil)
      }
    }
  }

  @Test("The one that is chosen is always to be seen", arguments: [1, 7, 12, 30])
  func scrolling(rows: Int) {
    let size = WindowSize(columns: 60, rows: rows)
    var screen = DemoScreen()
    for _ in Demo.all {
      let grid = screen.frame(look, in: size, at: now).grid
      if rows >= 7 { #expect(grid.contains("▶ \(Demo.all[screen.chosen].name)")) }
      _ = screen.take(.down, look, in: size, at: now)
    }
    #expect(screen.chosen == Demo.all.count - 1)
  }

  @Test("One by name begins at once, and the others are a key away")
  func neighbours() {
    var screen = DemoScreen(showing: "deal", speed: 0.1, at: now)
    #expect(screen.playback?.playhead.speed == 0.1)
    let deal = screen.chosen
    _ = screen.take(.character("n"), look, in: window, at: now)
    #expect(screen.chosen == deal + 1)
    _ = screen.take(.character("p"), look, in: window, at: now)
    _ = screen.take(.character("p"), look, in: window, at: now)
    #expect(screen.chosen == deal - 1)
    #expect(screen.take(.escape, look, in: window, at: now) == true)
  }
}
