// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import TerminalFixtures
import TerminalUI
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

  private func tester(_ rooms: [RoomSummary]) -> ScreenTester<RoomsScreen> {
    let tester = ScreenTester(RoomsScreen(server: "ws://127.0.0.1:7777"))
    tester.screen.show(rooms)
    return tester
  }

  @Test("Rooms to join come first; Enter joins those and watches the others")
  func entering() {
    let rooms = [room("AAA", taken: 2, .playing), room("CCC"), room("BBB")]
    let tester = tester(rooms)
    #expect(tester.lines().contains { $0.contains("Players") && $0.contains("Mode") })
    let wide = self.tester(rooms)
    wide.size = WindowSize(columns: 100, rows: 32)
    #expect(wide.lines().contains { $0.contains("Players") && $0.contains("Watching") })
    let lines = tester.lines().filter { line in
      !line.contains("Press") && rooms.contains { line.contains($0.code) }
    }
    #expect(
      zip(lines, ["BBB", "CCC", "AAA"]).allSatisfy { $0.contains($1) } && lines.count == 3)
    #expect(tester.sees("3 rooms, live"))
    tester.press(.enter)
    #expect(tester.outcome == .chosen(.join("BBB")))
    let other = self.tester(rooms)
    other.press(.end, .enter)
    #expect(other.outcome == .chosen(.watch("AAA")))
    #expect(tester.sees("Enter join") && other.sees("Enter watch") && !other.sees("Enter join"))
    let over = self.tester([room("AAA", .ended), room("BBB", taken: 2, .playing)])
    #expect(over.sees("There is no free seat"))
    over.press(.down)
    #expect(over.sees("This match is over. Press p for the replays."))
    let third = self.tester(rooms)
    third.press(.down, .character("w"))
    #expect(third.outcome == .chosen(.watch("CCC")))
  }

  @Test("Each column stands below its header, or is left out", arguments: [80, 84, 90, 100])
  func columns(width: Int) throws {
    let tester = tester([room("AAA", theme: "sea_sky"), room("BBB", theme: "food")])
    tester.size = WindowSize(columns: width, rows: 24)
    let lines = tester.lines()
    let head = Array(try #require(lines.first { $0.contains("Players") }))
    for (code, theme) in [("AAA", "sea and"), ("BBB", "food")] {
      let line = Array(try #require(lines.first { $0.contains(code) }))
      for (header, text) in [("Mode", "memorize"), ("Theme", theme), ("Watching", "3")] {
        guard let column = String(head).firstRange(of: header) else { continue }
        let start = String(head).distance(from: String(head).startIndex, to: column.lowerBound)
        #expect(String(line[start...]).hasPrefix(text), "\(header) at \(width): \(String(line))")
      }
    }
    #expect(String(head).contains("Watching") == (width >= 100), "\(String(head))")
  }

  @Test("The pointer selects a room, and the first click there does not enter it")
  func pointing() {
    let tester = tester([room("BBB"), room("CCC"), room("DDD")])
    #expect(tester.point(at: "CCC") == true && tester.point(at: "CCC") == false)
    #expect(tester.sees("Press Enter to take a seat in CCC."))
    tester.click("CCC")
    #expect(tester.outcome == nil)
    tester.click("CCC")
    #expect(tester.outcome == .chosen(.join("CCC")))
  }

  @Test("A room stays selected while others come and go")
  func live() {
    let tester = tester([room("BBB"), room("CCC"), room("DDD")])
    tester.press(.down)
    tester.screen.show([room("AAA"), room("BBB"), room("CCC", taken: 2, .playing), room("DDD")])
    tester.press(.enter)
    #expect(tester.outcome == .chosen(.watch("CCC")))
    let gone = self.tester([room("BBB"), room("CCC")])
    gone.press(.down)
    gone.screen.show([room("BBB")])
    gone.press(.enter)
    #expect(gone.outcome == .chosen(.join("BBB")))
    let none = self.tester([room("BBB")])
    none.screen.show([])
    none.press(.enter, .character("w"))
    #expect(none.outcome == nil && none.sees("No rooms are open here"))
  }

  @Test("The filter keeps rooms with all the words, and accepts every letter")
  func filter() {
    let tester = tester([room("BBB"), room("CCC", theme: "food"), room("DDQ", theme: "food")])
    tester.press(.character("/"))
    tester.type("q food")
    #expect(tester.sees("Filter: q food_") && tester.sees("1 room, live"))
    tester.press(.enter, .enter)
    #expect(tester.outcome == .chosen(.join("DDQ")))
    let none = self.tester([room("BBB")])
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
    let tester = tester([room("BBB"), room("CCC")])
    #expect(tester.click("CCC") && tester.outcome == nil)
    #expect(tester.click("CCC") && tester.outcome == .chosen(.join("CCC")))
    let first = self.tester([room("BBB"), room("CCC")])
    first.click("BBB")
    #expect(first.outcome == .chosen(.join("BBB")))
  }

  @Test("A lost connection is reported, and r retries")
  func lost() {
    let tester = ScreenTester(RoomsScreen(server: "ws://127.0.0.1:7777"))
    #expect(tester.sees("Connecting"))
    tester.screen.show([room("BBB")])
    tester.screen.lose("The connection to the server was lost.")
    #expect(tester.sees("lost. Press r to try again.") && tester.sees("BBB"))
    #expect(tester.sees("r try again  ? help") && !tester.sees("Enter join"))
    tester.press(.character("r"))
    #expect(tester.outcome == .chosen(.reconnect))
  }

  @Test("A hostile server's text cannot control the terminal, in every window and style")
  func hostile() {
    let odd = RoomSummary(
      code: "\u{1b}[31m\u{202e}WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
      settings: MatchSettings(
        pairs: .max, seats: .min, theme: String(repeating: "\u{1b}]0;x\u{7}", count: 90)),
      seatsTaken: .max, phase: .waiting, spectators: .max,
      players: ["\u{1b}[31m\u{202e}", "", String(repeating: "\t", count: 99)])
    for renderStyle in RenderStyle.trials {
      for size in WindowSize.trials {
        let tester = tester(Array(repeating: odd, count: 40))
        (tester.style, tester.size) = (renderStyle, size)
        let text = tester.lines().joined()
        #expect(!text.unicodeScalars.contains { !$0.isPrintable })
        tester.press(.down, .end, .pageUp)
        #expect(tester.outcome == nil)
      }
    }
  }
}
