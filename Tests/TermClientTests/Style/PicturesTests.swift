// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchFixtures
import Stage
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Emoji on the table", .timeLimit(.minutes(1)))
struct PicturesTests {
  @Test("Emoji that a terminal cannot draw are shown as letters")
  func pictures() {
    var script = ScriptedMatch(faces: [0, 0, 2, 2])
    script.begin()
    script.deal()
    script.choose(0)
    script.choose(2)
    for (pictures, first, second) in [(Pictures.all, "🦘", "🐼"), (.old, "KAN", "🐼"), (.none, "KAN", "PAN")] {
      let grid = draw(script, pictures: pictures)
      #expect(grid.contains(first) && grid.contains(second))
    }
  }
}
