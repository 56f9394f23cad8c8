// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Menus", .timeLimit(.minutes(1)))
struct MenuTests {
  private let menu = Menu<Int>([
    .init(id: 1, title: "One", hint: "", letter: "o"),
    .init(id: 2, title: "Two", hint: "", letter: "t"),
    .init(id: 3, title: "Quit", hint: "", letter: "q"),
  ])

  @Test("Arrows wrap around, Enter and letters select")
  func keys() {
    var menu = menu
    #expect(menu.take(.up) == nil && menu.focus == 2)
    #expect(menu.take(.enter) == 3)
    #expect(menu.take(.tab) == nil && menu.focus == 0)
    #expect(menu.take(.end) == nil && menu.focus == 2)
    #expect(menu.take(.home) == nil && menu.take(.character(" ")) == 1)
    #expect(menu.take(.character("T")) == 2 && menu.focus == 1)
    #expect(menu.take(.character("x")) == nil && menu.take(.escape) == nil)
    menu.focus(on: 3)
    #expect(menu.focus == 2)
    menu.focus(on: 9)
    #expect(menu.focus == 2)
  }

  @Test("A click selects an item")
  func clicks() {
    var menu = menu
    #expect(menu.click(1) == 2 && menu.focus == 1)
    #expect(menu.click(3) == nil && menu.focus == 1)
  }
}
