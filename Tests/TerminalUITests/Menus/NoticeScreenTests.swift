// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import TerminalUI
import Testing

@Suite("Notices", .timeLimit(.minutes(1)))
struct NoticeScreenTests {
  private let notice = NoticeScreen<Int, PlainStyle>(
    "That did not work", "No server answers at 127.0.0.1 port 1: check the address.", isBad: true,
    [
      .init(id: 1, title: "Try again", hint: "", letter: "t"),
      .init(id: 2, title: "Back", hint: "", letter: "b"),
    ])

  @Test("Its choices can be reached by keys and clicks; Escape is the last one")
  func choices() {
    for (keys, outcome) in [
      ([.enter], 1), ([.down, .enter], 2), ([.escape], 2), ([.character("t")], 1),
    ] as [([Key], Int)] {
      let tester = ScreenTester(notice, in: PlainStyle(depth: .full))
      for key in keys { tester.press(key) }
      #expect(tester.outcome == outcome)
    }
    for size in WindowSize.trials where MenuPage.fits(size) {
      let tester = ScreenTester(notice, in: PlainStyle(depth: .full))
      tester.size = size
      #expect(tester.click("[ Back ]") && tester.outcome == 2)
    }
  }

  @Test("A message of any length is folded, and the choices stay on screen")
  func lengths() {
    for text in [
      "", "x", String(repeating: "word ", count: 300), String(repeating: "x", count: 999),
    ] {
      let tester = ScreenTester(
        NoticeScreen("T", text, isBad: false, notice.menu.items), in: PlainStyle(depth: .full))
      tester.size = MenuPage.smallest
      #expect(tester.sees("Try again") && tester.sees("Back"))
    }
  }
}
