// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchClient
import MatchFixtures
import Protocol
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

/// No text is cut in the windows that people have: each word on a screen is one that the same
/// screen has in a window with room for everything.
@Suite("Whole words", .timeLimit(.minutes(2)))
struct WholeWordsTests {
  private static let roomy = WindowSize(columns: 170, rows: 60)
  private static let sizes = [(60, 20), (80, 24), (100, 32)].map {
    WindowSize(columns: $0.0, rows: $0.1)
  }
  private static let styles = [
    RenderStyle(depth: .mono), RenderStyle(depth: .full, drawing: .halves),
  ]

  /// Words of letters, whatever frames and cards are beside them.
  private static func words(of grid: Grid) -> Set<String> {
    words(in: grid.lines.joined(separator: "\n"))
  }

  private static func words(in text: String) -> Set<String> {
    let parts = text.split { !($0.isLetter || $0 == "…" || $0 == "'" || $0 == "-") }
    // One capital letter alone is a card of the title, or a column of the board.
    return Set(
      parts.map(String.init).filter { word in
        word.contains { $0.isLetter || $0 == "…" }
          && !(word.count == 1 && word == word.uppercased())
      })
  }

  /// Checks a screen; `captions` are words that only smaller windows have, where cards show no pictures.
  private func check(
    _ name: String, captions: Set<String> = [], _ draw: (WindowSize, RenderStyle) -> Grid
  ) {
    for renderStyle in Self.styles {
      let known = Self.words(of: draw(Self.roomy, renderStyle))
      for size in Self.sizes {
        let odd = Self.words(of: draw(size, renderStyle)).subtracting(known.union(captions))
        #expect(odd.isEmpty, "\(name) in \(size), \(renderStyle.drawing): \(odd.sorted())")
      }
    }
  }

  private func check<Screen: InteractiveScreen<RenderStyle>>(
    _ name: String, _ screen: Screen, _ keys: Key..., help: Bool = true
  ) {
    for helpKeys in help ? [[], [Key.character("?")]] : [[]] {
      check(helpKeys.isEmpty ? name : "\(name), help") { size, renderStyle in
        let tester = ScreenTester(screen)
        (tester.size, tester.style) = (size, renderStyle)
        for key in keys + helpKeys { tester.press(key) }
        return tester.frame().grid
      }
    }
  }

  @Test("at home, in the demos and in notices")
  func menus() {
    check("home", HomeScreen(isDealt: true))
    check("demos", DemoScreen(Array(Demo.all.prefix(4))))
    let problem = RefusalSentences().sentence(Refusal(.serverStopping))
    check(
      "notice",
      NoticeScreen(
        "That did not work", problem, isBad: true,
        [.init(id: 1, title: "Try again", hint: "", letter: "t")]))
  }

  @Test("in every row of every form")
  func forms() {
    let forms: [RoomForm] = [
      .play, .host, .quick(.standard), .join(.standard), .watch(.standard), .rooms(.standard),
      .name(.standard),
    ]
    for form in forms {
      for row in form.rows.rows {
        var focused = form
        focused.rows.focus(on: row.id)
        // In small windows the intro gives way, and other rows may be scrolled away: never in part.
        check(
          "\(form.title) \(row.label)", focused.screen, help: !focused.rows.isTyping)
      }
    }
  }

  @Test("in the settings, row by row")
  func settings() {
    for count in Preferences.table.indices {
      check("setting \(count)", captions: ["FOX", "FROG", "OWL"]) { size, renderStyle in
        let tester = ScreenTester(SettingsScreen(ResolvedSettings()))
        (tester.size, tester.style) = (size, renderStyle)
        for _ in 0..<count { tester.press(.down) }
        return tester.frame().grid
      }
    }
  }

  @Test("in what a server lists")
  func lists() {
    var rooms = RoomsScreen(server: "ws://127.0.0.1:7777")
    check("rooms, connecting", rooms)
    rooms.show([
      RoomSummary(
        code: "K7QF2", settings: MatchSettings(theme: "animals"), seatsTaken: 1, phase: .waiting,
        spectators: 0)
    ])
    check("rooms", rooms)
    var board = LeaderboardScreen(server: "ws://127.0.0.1:7777", mode: .memorize, you: "a")
    check("no leaderboard", board)
    board.show(
      Leaderboard(
        id: RequestID(1), mode: .memorize,
        rows: [
          .init(
            rank: 1, player: Player(name: "Ada", id: "a"), shown: 9, mu: 27, sigma: 6, matches: 3)
        ]))
    check("leaderboard", board)
    var profile = ProfileScreen(server: "ws://127.0.0.1:7777", you: "a")
    check("profile, connecting", profile)
    profile.show(
      Profile(
        id: RequestID(1), asked: "a", players: [Player(name: "Ada", id: "a")],
        record: PlayerRecord(
          modes: [
            ModeRecord(
              mode: .memorize, matches: 12, wins: 7,
              rating: RatingCourse(
                shown: 9.82, mu: 30.04, sigma: 6.74, matches: 12,
                course: [.init(at: .zero, shown: 3), .init(at: .zero, shown: 9.82)]))
          ],
          rivalries: [Rivalry(opponent: Player(name: "Bob", id: "b"), won: 3, lost: 2, drawn: 1)],
          themes: [ThemeCount(theme: "animals", matches: 9)],
          bestRecall: Recall(found: 9, chances: 10))),
      WallClock(now: .zero) { _ in 0 })
    check("profile", profile)
    check("replays", ReplaysScreen(server: "ws://127.0.0.1:7777"))
  }

  @Test("at the table, with any question open")
  func table() {
    var script = ScriptedMatch(faces: (0..<8).flatMap { [$0, $0] })
    var scenes = [("waiting", script)]
    script.begin()
    scenes.append(("undealt", script))
    script.deal()
    scenes.append(("playing", script))
    var wishing = script
    wishing.emit(.consented(SeatIndex(1)))
    scenes.append(("restart", wishing))
    script.resign(1)
    scenes.append(("ended", script))
    let asked: [(change: (inout MatchScreen) -> Void, says: (Scene) -> [String])] =
      [
        ({ $0.isHelpShown = true }, { MatchScreen(roomCode: "").keys(in: $0).map { $0.1 } }),
        ({ $0.confirmation = .restart }, { _ in said(.restart) }),
        ({ $0.confirmation = .leave(.resigning) }, { _ in said(.leave(.resigning)) }),
        ({ $0.confirmation = .leave(.closing) }, { _ in said(.leave(.closing)) }),
      ]
    for (name, script) in scenes {
      for seat in 0..<2 {
        var local = ViewerState()
        local.add(.seat(SeatIndex(seat)), at: .zero)
        let scene = stage(script.log, local, at: script.now + .seconds(3))
        // Standings lie over the table.
        if scene.phase != .ended {
          check("\(name) \(seat)") { MatchScreen(roomCode: "KAZU").draw(scene, $1, in: $0) }
        }
        for (change, says) in asked {
          var screen = MatchScreen(roomCode: "KAZU")
          change(&screen)
          let said = says(scene)
          for (size, renderStyle) in Self.sizes.flatMap({ size in Self.styles.map { (size, $0) } })
          {
            let shown = Self.words(of: screen.draw(scene, renderStyle, in: size))
            let missing = Self.words(in: said.joined(separator: " ")).subtracting(shown)
            #expect(missing.isEmpty, "\(name), \(said[0]) in \(size): \(missing.sorted())")
          }
        }
      }
    }
  }

  private func said(_ confirmation: MatchUI.Confirmation) -> [String] {
    let (title, rows) = MatchScreen.wording(of: confirmation)
    return [title] + rows.map { $0.1 }
  }
}
