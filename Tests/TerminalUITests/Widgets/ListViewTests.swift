// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Testing

@testable import TerminalUI

@Suite("Lists", .timeLimit(.minutes(1)))
struct ListViewTests {
  @Test("The selected line is always on screen, whatever happens to list and window")
  func visible() {
    var random = SystemRandomNumberGenerator()
    var list = ListView()
    let keys: [Key] =
      [.up, .down, .pageUp, .pageDown, .home, .end, .tab, .backTab]
      + [.wheelUp(column: 0, row: 0), .wheelDown(column: 0, row: 0)]
    for _ in 0..<2000 {
      let height = Int.random(in: 1...12, using: &random)
      if Int.random(in: 0...9, using: &random) == 0 {
        list.settle(count: Int.random(in: 0...30, using: &random), height: height)
      }
      _ = list.take(keys.randomElement(using: &random) ?? .up, height: height)
      #expect(list.selection >= 0 && list.selection < max(list.count, 1))
      #expect(list.first >= 0 && list.selection >= list.first)
      #expect(list.selection < list.first + height)
      #expect(list.first == 0 || list.first + height <= list.count)
    }
  }

  @Test("The wheel scrolls, and the pointer selects without scrolling")
  func mouse() {
    let area = Area(column: 5, row: 4, width: 30, height: 6)
    var list = ListView()
    list.settle(count: 20, height: 6)
    let down = Key.wheelDown(column: 0, row: 0)
    #expect(list.take(down, height: 6) && list.first == 3 && list.selection == 3)
    for _ in 0..<9 { _ = list.take(down, height: 6) }
    #expect(list.first == 14 && list.selection == 14)
    #expect(list.take(.wheelUp(column: 0, row: 0), height: 6) == true)
    #expect(list.first == 11 && list.selection == 14)
    #expect(list.point(column: 6, row: 4, of: area) && list.selection == 11)
    #expect(list.point(column: 7, row: 4, of: area) == false)
    #expect(list.point(column: 7, row: 3, of: area) == false)
    #expect(list.point(column: 35, row: 6, of: area) == false)
    #expect(list.first == 11 && list.selection == 11)
    #expect(list.line(column: 6, row: 9, of: area) == 16)
    #expect(list.line(column: 6, row: 10, of: area) == nil)
  }

  @Test("A press selects a line, and a second one on the same line opens it")
  func presses() {
    var list = ListView()
    list.settle(count: 5, height: 4)
    let area = Area(column: 2, row: 1, width: 10, height: 4)
    let first = list.press(column: 3, row: 3, of: area)
    #expect(!first && list.selection == 2)
    let second = list.press(column: 3, row: 3, of: area)
    #expect(second && list.selection == 2)
    let outside = list.press(column: 0, row: 3, of: area)
    #expect(!outside && list.selection == 2)
  }

  @Test("Lines can be selected by index, if they exist")
  func select() {
    var list = ListView()
    list.settle(count: 5, height: 3)
    list.select(4)
    #expect(list.selection == 4)
    list.select(5)
    list.select(-1)
    #expect(list.selection == 4)
    for key in [Key.enter, .character("j")] { #expect(list.take(key, height: 3) == false) }
    list.settle(count: 0, height: 3)
    #expect(list.selection == 0 && list.first == 0)
  }
}
