// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import TermClient

@Suite("Room list", .timeLimit(.minutes(1)))
struct RoomsScreenTests {
  private func room(
    _ code: String, taken: Int = 1, _ phase: MatchView.Phase = .waiting, theme: String = "garden"
  ) -> RoomSummary {
    RoomSummary(
      code: code, settings: MatchSettings(theme: theme), seatsTaken: taken, phase: phase,
      spectators: 3)
  }

  private func visitor(_ rooms: [RoomSummary]) -> ScreenTester<RoomsScreen> {
    let visitor = ScreenTester(RoomsScreen(server: "ws://127.0.0.1:7777"))
    visitor.screen.show(rooms)
    return visitor
  }

  @Test("Rooms to join come first; Enter joins those and watches the others")
  func entering() {
    let rooms = [room("AAA", taken: 2, .playing), room("CCC"), room("BBB")]
    let visitor = visitor(rooms)
    #expect(visitor.lines().contains { $0.contains("Code") && $0.contains("Watching") })
    let lines = visitor.lines().filter { $0.contains("pairs") }
    #expect(
      zip(lines, ["BBB", "CCC", "AAA"]).allSatisfy { $0.contains($1) } && lines.count == 3)
    #expect(visitor.sees("3 rooms, live") && visitor.sees("3 watching"))
    visitor.press(.enter)
    #expect(visitor.outcome == .join("BBB"))
    let other = self.visitor(rooms)
    other.press(.end, .enter)
    #expect(other.outcome == .watch("AAA"))
    let third = self.visitor(rooms)
    third.press(.down, .character("w"))
    #expect(third.outcome == .watch("CCC"))
  }

  @Test("The pointer selects a room, and the first click there does not enter it")
  func pointing() {
    let visitor = visitor([room("BBB"), room("CCC"), room("DDD")])
    #expect(visitor.point(at: "CCC") == true && visitor.point(at: "CCC") == false)
    #expect(visitor.sees("Press Enter to take a seat in CCC."))
    visitor.click("CCC")
    #expect(visitor.outcome == nil)
    visitor.click("CCC")
    #expect(visitor.outcome == .join("CCC"))
  }

  @Test("A room stays selected while others come and go")
  func live() {
    let visitor = visitor([room("BBB"), room("CCC"), room("DDD")])
    visitor.press(.down)
    visitor.screen.show([room("AAA"), room("BBB"), room("CCC", taken: 2, .playing), room("DDD")])
    visitor.press(.enter)
    #expect(visitor.outcome == .watch("CCC"))
    let gone = self.visitor([room("BBB"), room("CCC")])
    gone.press(.down)
    gone.screen.show([room("BBB")])
    gone.press(.enter)
    #expect(gone.outcome == .join("BBB"))
    let none = self.visitor([room("BBB")])
    none.screen.show([])
    none.press(.enter, .character("w"))
    #expect(none.outcome == nil && none.sees("No rooms are open here"))
  }

  @Test("The filter keeps rooms with all the words, and accepts every letter")
  func filter() {
    let visitor = visitor([room("BBB"), room("CCC", theme: "food"), room("DDQ", theme: "food")])
    visitor.press(.character("/"))
    visitor.type("q food")
    #expect(visitor.sees("Filter: q food_") && visitor.sees("1 room, live"))
    visitor.press(.enter, .enter)
    #expect(visitor.outcome == .join("DDQ"))
    let none = self.visitor([room("BBB")])
    none.press(.character("/"))
    none.type("zzz")
    #expect(none.sees("No room matches"))
    none.press(.escape)
    #expect(none.sees("1 room, live"))
    none.press(.escape)
    #expect(none.outcome == .back)
  }

  @Test("The first click selects, a click on the selection enters")
  func clicks() {
    let visitor = visitor([room("BBB"), room("CCC")])
    #expect(visitor.click("CCC") && visitor.outcome == nil)
    #expect(visitor.click("CCC") && visitor.outcome == .join("CCC"))
    let first = self.visitor([room("BBB"), room("CCC")])
    first.click("BBB")
    #expect(first.outcome == .join("BBB"))
  }

  @Test("A lost connection is reported, and r retries")
  func lost() {
    let visitor = ScreenTester(RoomsScreen(server: "ws://127.0.0.1:7777"))
    #expect(visitor.sees("Connecting"))
    visitor.screen.show([room("BBB")])
    visitor.screen.lose("The connection to the server was lost.")
    #expect(visitor.sees("lost. Press r to try again.") && visitor.sees("BBB"))
    visitor.press(.character("r"))
    #expect(visitor.outcome == .reconnect)
  }

  @Test("A hostile server's text cannot control the terminal, in every window and style")
  func hostile() {
    let odd = RoomSummary(
      code: "\u{1b}[31m\u{202e}WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
      settings: MatchSettings(
        pairs: .max, seats: .min, theme: String(repeating: "\u{1b}]0;x\u{7}", count: 90)),
      seatsTaken: .max, phase: .waiting, spectators: .max)
    for renderStyle in Conditions.looks {
      for size in Conditions.sizes {
        let visitor = visitor(Array(repeating: odd, count: 40))
        (visitor.renderStyle, visitor.size) = (renderStyle, size)
        let text = visitor.lines().joined()
        #expect(!text.unicodeScalars.contains { !$0.isHarmless })
        visitor.press(.down, .end, .pageUp)
        #expect(visitor.outcome == nil)
      }
    }
  }
}
