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

@Suite("Match screen", .timeLimit(.minutes(1)))
struct MatchScreenTests {
  /// Faces old enough for every terminal: panda, frog, lion, fox.
  private static let faces = [2, 2, 15, 15, 27, 27, 28, 28]
  private let window = WindowSize(columns: 80, rows: 24)

  private func played(_ names: [String] = ["Ana", "Ben"]) -> ScriptedMatch {
    var script = ScriptedMatch(names, faces: Self.faces)
    script.begin()
    script.deal()
    return script
  }

  private static func code(in size: WindowSize) -> String { size.rows < 20 ? " KAZU " : "K A Z U" }

  private func local(_ seat: Int = 0) -> ViewerState {
    var local = ViewerState()
    local.add(.seat(SeatIndex(seat)), at: .zero)
    return local
  }

  private func draw(
    _ script: ScriptedMatch, _ local: ViewerState = ViewerState(), size: WindowSize? = nil,
    depth: ColorDepth = .mono, pictures: Pictures = .all,
    _ change: (inout MatchScreen) -> Void = { _ in }
  ) -> Grid {
    var screen = MatchScreen(roomCode: "KAZU")
    change(&screen)
    // Before a match, once everybody has slid to their seats.
    let later = script.view.phase == .waiting ? 2000 : 200
    return screen.draw(
      stage(script.log, local, at: script.now + .milliseconds(Int64(later))),
      RenderStyle(depth: depth, pictures: pictures),
      in: size ?? window)
  }

  @Test(
    "A mismatch of two known cards shows what it cost in all", arguments: [ColorDepth.mono, .full])
  func mismatch(depth: ColorDepth) {
    var script = ScriptedMatch(["Ana"], faces: Self.faces)
    script.begin()
    script.deal()
    script.choose(0, 2)
    script.choose(0)
    script.choose(2)
    let scene = stage(script.log, local(), at: script.now + .milliseconds(200))
    #expect(scene.scoreNotes.map(\.change.delta) == [-1, -1])
    #expect(scene.lastScoreChange(of: SeatIndex(0)) == -2)
    let grid = draw(script, local(), depth: depth)
    #expect(grid.contains("-2 -2") && !grid.contains("-1 -2"), "\(grid.lines)")
  }

  @Test("A pair being found, in a small window, cell by cell")
  func golden() {
    var script = ScriptedMatch(["Ana"], faces: Self.faces)
    script.begin()
    script.deal()
    script.choose(0, 1)
    script.choose(2)
    script.choose(3)
    let grid = draw(script, local(), size: WindowSize(columns: 44, rows: 15)) {
      $0.cursor.point(to: 4, on: Table(rows: 2, columns: 4))
      $0.message = "Ana finds the pair of frogs."
    }
    #expect(
      grid.lines == [
        " You found a pair!                Room KAZU",
        "",
        "       A         B         C         D",
        "                         ╔════╗    ╔════╗",
        "  1    ·         ·       ║ 🐸 ║    ║ 🐸 ║",
        "                         ║    ║    ║    ║",
        "                         ╚════╝    ╚+14═╝",
        "     ┏━━━━┓    ╭────╮    ╭────╮    ╭────╮",
        "  2  ┃╱╲╱╲┃    │╱╲╱╲│    │╱╲╱╲│    │╱╲╱╲│",
        "     ┃╲╱╲╱┃    │╲╱╲╱│    │╲╱╲╱│    │╲╱╲╱│",
        "     ┗━━━━┛    ╰────╯    ╰────╯    ╰────╯",
        "",
        " ▶ ● Ana (you)      +14 28",
        " Ana finds the pair of frogs.",
        " ? help  r restart  q leave",
      ])
  }

  #if canImport(CVTerm)
  @Test("A terminal shows exactly this", arguments: [60, 80, 120])
  func emulatorShowsMatch(columns: Int) {
    var script = played()
    script.choose(0)
    script.choose(2)
    let size = WindowSize(columns: columns, rows: 30)
    let grid = draw(script, local(), size: size, depth: .full)
    var differ = FrameDiffer(depth: .full)
    differ.paint(grid)
    let oracle = Oracle(width: columns, height: 30)
    oracle.feed(differ.bytes)
    #expect(oracle.firstDifference(from: grid) == nil)
    #expect(grid.contains("🐼") && grid.contains("🐸"))
  }
  #endif

  @Test("A card's states differ without any colour")
  func states() throws {
    var script = played()
    let card = try #require(script.view.card(at: 5)).id
    let table = Table(rows: script.view.rows, columns: script.view.columns)
    var chosen = local()
    chosen.add(.chose(card), at: script.now)
    var refused = local()
    refused.add(.refused(card), at: script.now)
    let onIt: (inout MatchScreen) -> Void = { $0.cursor.point(to: 5, on: table) }
    var grids = [
      draw(script, local()), draw(script, local(), onIt), draw(script, chosen),
      draw(script, refused),
    ]
    let layout = try #require(MatchLayout(table, seats: 2, in: window))
    let area = layout.area(at: table.centre(of: 5) ?? table.centre)
    func cells(_ grid: Grid) -> [Cell] {
      area.rows.flatMap { row in area.columns.map { grid[$0, row] } }
    }
    script.choose(5)
    grids.append(draw(script, local()))
    script.choose(4)
    grids.append(draw(script, local()))
    #expect(Set(grids.map(cells)).count == grids.count)
    let isColorless = grids.flatMap(cells).allSatisfy {
      $0.style.foreground.isStandard && $0.style.background.isStandard
    }
    #expect(isColorless)
  }

  @Test("Whose turn it is, the time left and every seat's own mark are in words and shapes")
  func panel() {
    let names = ["Ana", "Ben", "Cy", "Di", "Eve", "Fay", "Gil", "Hal"]
    let script = played(names)
    let seat = script.turnSeat
    let grid = draw(script, local(seat.rawValue))
    #expect(grid.lines[0].hasPrefix(" Your turn: 30 s"))
    let turns = grid.lines.filter { $0.contains("▶") }
    #expect(turns.count == 1)
    #expect(turns[0].contains("▶ \(MatchScreen.mark(seat)) \(names[seat.rawValue]) (you)"))
    #expect(Set(MatchScreen.marks).count == SeatIndex.limit)
    // From Windows Glyph List 4: glyphs missing from a font come from another and do not line up.
    let common = "■□▪▫▬▲►▼◄◊○●◘◙◦☺☻☼♀♂♠♣♥♦♪♫"
    #expect(MatchScreen.marks.allSatisfy { common.contains($0) })
    for (index, name) in names.enumerated() {
      #expect(grid.contains("\(MatchScreen.marks[index]) \(name)"))
    }
    #expect(draw(script).contains("You are watching."))
  }

  @Test("The clock shortens with the seconds")
  func clock() {
    var script = played()
    script.pass(.seconds(15))
    let grid = draw(script, size: WindowSize(columns: 80, rows: 24))
    #expect(grid.contains("█░") && grid.contains(" 15 s"))
  }

  @Test("The waiting room has the code to share, and who is ready")
  func waitingRoom() {
    var script = ScriptedMatch(["Ana", "Ben", "Cy"])
    script.emit(.readied(SeatIndex(1), entropyCommit: []))
    script.emit(.vacated(SeatIndex(2)))
    for size in [window, WindowSize(columns: 40, rows: 15)] {
      let grid = draw(script, local(1), size: size)
      #expect(grid.contains(Self.code(in: size)) && grid.contains("Others join with this code:"))
      #expect(grid.contains("4 pairs, animals"))
      #expect(grid.contains("Waiting for 1 more player."))
      let seats = grid.lines.filter { $0.contains("··") }
      #expect(seats.count == 3)
      #expect(seats[0].contains("● Ana") && seats[0].contains("owner, not ready"))
      #expect(seats[1].contains("▲ Ben") && seats[1].contains("you, ready"))
      #expect(seats[2].contains("■ Seat 3") && seats[2].contains("· free"))
    }
  }

  @Test("A full waiting room has the code to watch by, if anybody may")
  func fullRoom() {
    for (audience, isShared) in [(.public, true), (.unlisted, true), (.locked, false)]
      as [(MatchSettings.Audience, Bool)]
    {
      let script = ScriptedMatch(settings: MatchSettings(theme: "animals", audience: audience))
      for size in [window, WindowSize(columns: 40, rows: 15)] {
        let grid = draw(script, local(1), size: size)
        #expect(!grid.contains("join"))
        #expect(grid.contains("Others watch with this code:") == isShared)
        #expect(grid.contains(Self.code(in: size)) == isShared)
      }
    }
  }

  @Test("Eight seats fit into the smallest waiting room")
  func fullWaitingRoom() {
    let script = ScriptedMatch((1...8).map { "Player \($0)" })
    let grid = draw(script, local(), size: WindowSize(columns: 40, rows: 15))
    for number in 1...8 { #expect(grid.contains("Player \(number) ·")) }
    #expect(grid.lines[14].contains("Enter ready"))
  }

  @Test("The deck shows the number of its cards")
  func deck() {
    var script = ScriptedMatch(faces: Self.faces)
    script.begin()
    let grid = draw(script, local())
    #expect(grid.contains(" 8 ") && grid.contains("Space deal") && !grid.contains("A      B"))
  }

  @Test("The end shows the standings")
  func standings() {
    var script = ScriptedMatch(faces: [2, 2, 15, 15])
    script.begin()
    script.deal()
    let winner = script.turnSeat
    script.choose(0, 1)
    script.choose(2, 3)
    script.pass(.seconds(1))
    let grid = draw(script, local(winner.rawValue))
    #expect(grid.lines[0].contains("You win!"))
    #expect(grid.contains("1. \(MatchScreen.mark(winner)) You") && grid.contains("2 pairs"))
    #expect(grid.contains("2. ") && grid.contains("0 points, 0 pairs"))
  }

  @Test("The standings hide no player beside the board")
  func standingsBeside() {
    let names = ["Ana", "Ben", "Cy", "Di", "Eve", "Fay", "Gil", "Hal"]
    var script = played(names)
    for seat in 1..<8 { script.resign(seat) }
    let grid = draw(script, local())
    #expect(grid.contains("1. ● You") && grid.contains("2. ▲ Ben"))
    for (index, name) in names.enumerated() {
      #expect(grid.contains("  \(MatchScreen.marks[index]) \(name)"))
    }
  }

  @Test("A requested restart is shown with its key, in any window")
  func restart() {
    var script = played()
    script.emit(.consented(SeatIndex(1)))
    for size in [window, WindowSize(columns: 44, rows: 15)] {
      #expect(draw(script, local(0), size: size).contains("r restart with Ben"))
      #expect(draw(script, local(1), size: size).contains("You asked to restart"))
      #expect(draw(script, size: size).contains("You are watching."))
    }
    #expect(draw(script, local(0)).contains("0 pairs, wants restart"))
  }

  @Test("Disconnected players are marked, at the table and in the waiting room")
  func offline() {
    let away: (inout MatchScreen) -> Void = { $0.offline = [SeatIndex(1)] }
    #expect(draw(played(), local(), away).contains("Ben (offline)"))
    let waiting = draw(ScriptedMatch(), local(), away)
    #expect(waiting.lines.contains { $0.contains("Ben ··") && $0.contains("· offline") })
    #expect(!draw(played(), local()).contains("offline"))
  }

  @Test("Help, messages and typed coordinates are shown")
  func overlays() {
    let script = played()
    #expect(draw(script) { $0.isHelpShown = true }.contains("redraw the screen"))
    let rules = draw(script, size: WindowSize(columns: 100, rows: 40)) { $0.isHelpShown = true }
    #expect(rules.contains("How to play") && rules.contains("If they match"))
    #expect(rules.contains("Whoever has the most points") && rules.contains("Esc close"))
    let leaving = draw(script) { $0.confirmation = .leave(.resigning) }
    #expect(leaving.contains("Resign and leave?"))
    #expect(leaving.contains("y leave  n stay"), "These can be clicked.")
    for size in [window, WindowSize(columns: 44, rows: 15)] {
      let restarting = draw(script, size: size) { $0.confirmation = .restart }
      #expect(restarting.contains("Restart the match?") && restarting.contains("play on"))
      let hosting = draw(script, size: size) { $0.confirmation = .leave(.closing) }
      #expect(hosting.contains("You host this match.") && hosting.contains("stop the server"))
    }
    #expect(draw(script) { $0.message = "It is Ben's turn." }.lines[22] == " It is Ben's turn.")
    #expect(draw(script) { $0.typed = "B" }.lines[22] == " Card B_")
  }

  @Test("Keys without effect are not hinted at")
  func hints() {
    var script = ScriptedMatch(faces: Self.faces)
    #expect(draw(script, local()).contains("Enter ready"))
    script.emit(.readied(SeatIndex(0), entropyCommit: []))
    #expect(!draw(script, local()).contains("Enter ready"))
    #expect(draw(script, local(1)).contains("Enter ready"))
    script.begin()
    script.deal()
    let seat = script.turnSeat
    #expect(script.view.mayShuffle(seat))
    #expect(draw(script, local(seat.rawValue)).contains("s shuffle"))
    script.shuffle()
    script.pass(.seconds(2))
    #expect(!script.view.mayShuffle(seat))
    #expect(!draw(script, local(seat.rawValue)) { $0.mayShuffle = false }.contains("s shuffle"))
  }

  @Test("In a shared row a message leaves room for a hint, which stays where it was")
  func messageAndHints() throws {
    let scene = stage(played().log, local(), at: played().now)
    let renderStyle = RenderStyle(depth: .full, drawing: .halves)
    var screen = MatchScreen(roomCode: "KAZU")
    var count = 0
    for (columns, rows) in (15...24).flatMap({ rows in (50...90).map { ($0, rows) } }) {
      let size = WindowSize(columns: columns, rows: rows)
      guard let layout = MatchLayout(scene.table, seats: scene.seats.count, in: size, renderStyle),
        layout.isPanelBelow,
        layout.footerRows == 1, count < 5
      else { continue }
      count += 1
      for message in ["Server notice: soon.", String(repeating: "w ", count: 20)] {
        screen.message = message
        let line = screen.draw(scene, renderStyle, in: size).lines[rows - 1]
        let text = try #require(line.firstRange(of: message.prefix(20)), "\(line)")
        #expect(line[..<text.lowerBound].contains("? help  "), "\(line)")
      }
    }
    #expect(count > 0)
  }

  @Test("In two rows a face stands between brackets and not on an edge")
  func lowCards() throws {
    var script = ScriptedMatch(faces: (0..<32).flatMap { [$0 + 2, $0 + 2] })
    script.begin()
    script.deal()
    script.choose(9)
    let grid = draw(script)
    let row = try #require(grid.lines.first { $0.contains("[") })
    let inside = row.drop { $0 != "[" }.dropFirst().prefix { $0 != "]" }
    #expect(String(inside).cells == 2 && !inside.contains("─"))
  }
}
