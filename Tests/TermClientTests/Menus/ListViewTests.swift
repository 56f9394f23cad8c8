// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("Lists", .timeLimit(.minutes(1)))
struct ListViewTests {
  @Test("The chosen line is always on screen, whatever happens to list and window")
  func visible() {
    var random = SystemRandomNumberGenerator()
    var list = ListView()
    let keys: [Key] = [.up, .down, .pageUp, .pageDown, .home, .end, .tab, .backTab]
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

  @Test("Lines are chosen by number, if there are such lines")
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
