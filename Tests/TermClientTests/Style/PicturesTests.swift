// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Stage
import TerminalFixtures
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
    let scene = stage(script.log, ViewerState(), at: script.now + .milliseconds(200))
    for (pictures, first, second) in [
      (Pictures.all, "🦘", "🐼"), (.old, "KAN", "🐼"), (.none, "KAN", "PAN"),
    ] {
      let grid = MatchScreen(roomCode: "KAZU").draw(
        scene, RenderStyle(depth: .mono, pictures: pictures),
        in: WindowSize(columns: 80, rows: 24))
      #expect(grid.contains(first) && grid.contains(second))
    }
  }
}
