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

@Suite("Match as a picture", .timeLimit(.minutes(3)))
struct MatchPictureTests {
  private static let faces = [2, 2, 15, 15, 27, 27, 28, 28]
  private static let window = WindowSize(columns: 70, rows: 22)

  private static func renderStyle(_ drawing: Drawing = .halves) -> RenderStyle {
    RenderStyle(depth: .full, drawing: drawing)
  }

  private static func local(_ seat: Int = 0) -> ViewerState {
    var local = ViewerState()
    local.add(.seat(SeatIndex(seat)), at: .zero)
    return local
  }

  /// A match with everything that moves, and the times at which it does.
  private static let played: (log: MatchLog, moments: [ServerTime]) = {
    var script = ScriptedMatch(["Ana", "Ben"], faces: faces)
    var moments: [ServerTime] = [script.now]
    func add(_ milliseconds: [Int64]) {
      moments += milliseconds.map { script.now + .milliseconds($0) }
    }
    script.begin()
    let dealt = script.now
    script.deal()
    moments += [150, 400, 700, 1300].map { dealt + .milliseconds($0) }
    let chosen = script.now
    script.choose(0)
    moments += [60, 150, 240, 900].map { chosen + .milliseconds($0) }
    script.choose(1)
    add([-100, 300, 900, 1550, 1700])
    script.pass(.seconds(2))
    script.choose(2)
    script.choose(4)
    add([100, 400, 1600])
    script.pass(.seconds(3))
    let shuffled = script.now
    script.shuffle()
    moments += [150, 350, 500, 900].map { shuffled + .milliseconds($0) }
    return (script.log, moments)
  }()

  @Test(
    "Redrawing from the last frame equals drawing from scratch",
    arguments: [Drawing.halves, .sextants])
  func damage(drawing: Drawing) {
    let staged = StagedLog(Self.played.log)
    let screen = MatchScreen(roomCode: "KAZU")
    var renderer = MatchRenderer()
    // Forwards, then backwards: earlier frames must not matter.
    for moment in Self.played.moments + Self.played.moments.reversed() {
      let scene = stage(staged, Self.local(), at: moment)
      let frame = renderer.grid(scene, screen, Self.renderStyle(drawing), in: Self.window)
      #expect(frame == screen.draw(scene, Self.renderStyle(drawing), in: Self.window))
    }
  }

  @Test("Another window, palette or drawing is another picture")
  func changes() {
    let staged = StagedLog(Self.played.log)
    let scene = stage(staged, Self.local(), at: Self.played.moments[8])
    let screen = MatchScreen(roomCode: "KAZU")
    var renderer = MatchRenderer()
    for columns in [70, 60, 40, 20, 70] {
      let size = WindowSize(columns: columns, rows: 20)
      for renderStyle in [
        Self.renderStyle(), RenderStyle(depth: .full, drawing: .halves, palette: .tritan),
      ] {
        let frame = renderer.grid(scene, screen, renderStyle, in: size)
        #expect(frame == screen.draw(scene, renderStyle, in: size))
        #expect(frame.width == columns)
      }
    }
  }

  @Test("Text keeps the background colour below it")
  func text() throws {
    var script = ScriptedMatch(["Ana", "Ben"], faces: Self.faces)
    script.begin()
    script.deal()
    let seat = script.turnSeat.rawValue
    var screen = MatchScreen(roomCode: "KAZU")
    screen.message = "It is a fine day."
    let size = WindowSize(columns: 100, rows: 24)
    let scene = stage(script.log, Self.local(seat), at: script.now + .milliseconds(200))
    let grid = screen.draw(scene, Self.renderStyle(), in: size)
    for words in [
      "Your turn", "Ana", "Ben", "KAZU", "It is a fine day.", "? help", "4 of 4 pairs left", "30",
    ] {
      #expect(grid.contains(words), "\(words)")
    }
    let layout = try #require(
      MatchLayout(scene.table, seats: scene.seats.count, in: size, Self.renderStyle()))
    let letters = grid.lines[layout.lettersRow]
    #expect(letters.contains("A") && letters.contains("D"))
    let column = try #require(
      (0..<size.columns).first { grid[$0, layout.lettersRow].glyph.text == "B" })
    let ground = grid[column, layout.lettersRow].style.background
    let beside = grid[column + 2, layout.lettersRow].style.background
    #expect(abs(ground.green - beside.green) < 8 && abs(ground.red - beside.red) < 8)
    #expect(ground != Self.renderStyle().palette.text.background)
  }

  @Test(
    "Waiting room, deck, keys and standings are shown in words in any window",
    arguments: [
      WindowSize(columns: 120, rows: 40), WindowSize(columns: 80, rows: 24),
      WindowSize(columns: 60, rows: 20), WindowSize(columns: 40, rows: 15),
    ])
  func dialogs(size: WindowSize) {
    var screen = MatchScreen(roomCode: "KAZU")
    screen.link = "wss://example.org/KAZU"
    var script = ScriptedMatch((1...8).map { "Player \($0)" }, faces: Self.faces)
    let waiting = screen.draw(
      stage(script.log, Self.local(), at: script.now + .seconds(2)), Self.renderStyle(), in: size)
    #expect(waiting.contains("KAZU") || waiting.contains("K A Z U"))
    for number in 1...8 { #expect(waiting.contains("Player \(number) ·")) }
    #expect(waiting.contains("Enter ready"))
    // The link matters most in a waiting room; only the smallest window has no row for it.
    #expect(waiting.contains("facedown watch wss://example.org/KAZU") == (size.rows > 15))
    script = ScriptedMatch(["Ana", "Ben"], faces: Self.faces)
    script.begin()
    let deck = screen.draw(
      stage(script.log, Self.local(), at: script.now), Self.renderStyle(), in: size)
    #expect(deck.contains("8") && deck.contains("Space deal"))
    screen.isHelpShown = true
    let help = screen.draw(
      stage(script.log, Self.local(), at: script.now), Self.renderStyle(), in: size)
    #expect(help.contains("turn card B3 directly"))
    screen.isHelpShown = false
    screen.confirmation = .leave(.resigning)
    let asked = screen.draw(
      stage(script.log, Self.local(), at: script.now), Self.renderStyle(), in: size)
    #expect(asked.contains("Resign and leave?"))
    screen.confirmation = nil
    script.deal()
    script.resign(1)
    let end = screen.draw(
      stage(script.log, Self.local(), at: script.now + .seconds(3)), Self.renderStyle(), in: size)
    #expect(end.contains("1. ● You"))
  }

  @Test("A long message is shown in full if the panel has room, beside the board and below")
  func longMessages() throws {
    let words = Demo.all.map(\.sentence).max { $0.count < $1.count } ?? ""
    var script = ScriptedMatch(["Ana", "Ben"], faces: Self.faces)
    script.begin()
    script.deal()
    var screen = MatchScreen(roomCode: "KAZU")
    screen.message = words
    let scene = stage(script.log, Self.local(), at: script.now + .milliseconds(200))
    for (size, isBelow) in [
      (WindowSize(columns: 100, rows: 24), false), (WindowSize(columns: 160, rows: 40), false),
      (WindowSize(columns: 70, rows: 60), true),
    ] {
      let layout = try #require(
        MatchLayout(scene.table, seats: scene.seats.count, in: size, Self.renderStyle()))
      #expect(layout.isPanelBelow == isBelow)
      let grid = screen.draw(scene, Self.renderStyle(), in: size)
      let columns = isBelow ? 0..<size.columns : layout.panel.columns
      let told = grid.text(columns)
      #expect(told.contains(words), "\(size): \(told)")
      #expect(told.contains("Ana") && told.contains("Ben"))
    }
    // Too long for any panel: it is cut visibly, and the players stay.
    screen.message = Array(repeating: words, count: 9).joined(separator: " ")
    let size = WindowSize(columns: 100, rows: 24)
    let grid = screen.draw(scene, Self.renderStyle(), in: size)
    let panel = try #require(
      MatchLayout(scene.table, seats: scene.seats.count, in: size, Self.renderStyle())
    ).panel
    let told = grid.text(panel.columns)
    #expect(told.contains("…") && told.contains("Ana") && told.contains("Ben"))
    #expect(told.contains("? help"))
  }

  @Test("An operator's notice is shown whole before a match, in the smallest window too")
  func waiting() {
    let script = ScriptedMatch(["Ana", "Ben"], faces: Self.faces)
    var screen = MatchScreen(roomCode: "KAZU")
    let words = (0..<40).map { "word\($0)" }.joined(separator: " ")
    screen.message = Wording.notice(words)
    let scene = stage(script.log, Self.local(), at: script.now)
    for (size, renderStyle) in [
      (WindowSize(columns: 60, rows: 20), Self.renderStyle()),
      (WindowSize(columns: 100, rows: 32), Self.renderStyle()),
      (WindowSize(columns: 60, rows: 20), Self.renderStyle(.characters)),
    ] {
      let told = screen.draw(scene, renderStyle, in: size).text(0..<size.columns)
      #expect(told.contains("Server notice: " + words), "\(size): \(told)")
    }
  }

  @Test("The panel shows connection quality and spectators, if known")
  func line() {
    var script = ScriptedMatch(["Ana", "Ben"], faces: Self.faces)
    script.begin()
    script.deal()
    let scene = stage(script.log, Self.local(), at: script.now + .milliseconds(200))
    var screen = MatchScreen(roomCode: "KAZU")
    let sizes = [(100, 24), (70, 40), (120, 40)].map { WindowSize(columns: $0, rows: $1) }
    for size in sizes {
      let before = screen.draw(scene, Self.renderStyle(), in: size)
      #expect(before.contains("KAZU") && !before.contains("watching"))
    }
    screen.line = Wording.line(ConnectionQuality(level: .none, roundTrip: .milliseconds(400)))
    screen.audience = 23
    for size in sizes {
      for renderStyle in [Self.renderStyle(), Self.renderStyle(.characters)] {
        let grid = screen.draw(scene, renderStyle, in: size)
        #expect(grid.contains("Room KAZU  no answer"))
        // The lowest panel beside a board has no row for it.
        #expect(grid.contains("23 watching") || size.columns == 100)
      }
    }
  }

  @Test("In a short row the connection quality has priority over the spectators")
  func shortRow() {
    var screen = MatchScreen(roomCode: "KAZU")
    screen.line = "slow connection"
    screen.audience = 2
    let turn = "Your turn: 30 s"
    #expect(screen.room(beside: turn, in: 80) == "2 watching  Room KAZU  slow connection")
    #expect(screen.room(beside: turn, in: 50) == "Room KAZU  slow connection")
    #expect(screen.room(beside: turn, in: 30) == "Room KAZU")
  }

  @Test("A long headline of the waiting room is shown in full", arguments: Drawing.allCases)
  func longHeadline(drawing: Drawing) {
    var script = ScriptedMatch(["Maximiliane of the Mountain", "Bartholomew the Navigator", "Cy"])
    script.emit(.readied(SeatIndex(2), entropyCommit: []))
    let scene = stage(script.log, ViewerState(), at: script.now)
    #expect(scene.headlineText.cells > 76)
    for size in [(120, 40), (80, 24), (60, 20)].map({ WindowSize(columns: $0, rows: $1) }) {
      let grid = MatchScreen(roomCode: "KAZU").draw(scene, Self.renderStyle(drawing), in: size)
      // Without the frame of a dialog in characters.
      let told = grid.text(0..<size.columns).split(separator: " ").filter { $0 != "║" }
        .joined(separator: " ")
      #expect(told.contains(scene.headlineText), "\(size): \(told)")
      #expect(told.contains("not ready") && told.contains("You are watching."))
    }
  }

  @Test("Small cards have the terminal's own glyphs for faces", arguments: Drawing.allCases)
  func small(drawing: Drawing) {
    var script = ScriptedMatch(faces: (0..<24).flatMap { [$0 + 2, $0 + 2] })
    script.begin()
    script.deal()
    script.choose(0)
    let scene = stage(script.log, ViewerState(), at: script.now + .milliseconds(500))
    let grid = MatchScreen(roomCode: "").draw(
      scene, Self.renderStyle(drawing), in: WindowSize(columns: 80, rows: 24))
    #expect(grid.contains("🐼"))
  }

  @Test("A hostile log is drawn as far as it can be")
  func hostile() {
    for (rows, columns) in [(0, 0), (64, 64), (1, 64), (64, 1), (.max, .max), (-1, 5)] {
      let dealt = Event.Dealt(
        generation: 1, slots: Array(0..<64), rows: rows, columns: columns,
        turnOrder: [], leaves: [], stagger: .zero, duration: .zero, playableAt: .zero)
      let opened = Event.Opened(matchID: "", settings: MatchSettings(seats: 99), theme: "\u{1b}[2J")
      var log = MatchLog()
      log.append(Entry(seq: 1, at: .zero, event: .opened(opened)))
      log.append(Entry(seq: 2, at: .zero, event: .dealt(dealt)))
      let scene = stage(log, ViewerState(), at: .zero)
      for size in [(40, 15), (80, 24), (150, 70)].map({ WindowSize(columns: $0, rows: $1) }) {
        let grid = MatchScreen(roomCode: "\u{1b}c").draw(scene, Self.renderStyle(), in: size)
        #expect(grid.width == size.columns && grid.height == size.rows)
      }
    }
  }
}

extension Grid {
  /// The words within some columns, row by row, one space apart, without what is drawn in blocks.
  func text(_ columns: Range<Int>) -> String {
    let rows = (0..<height).map { row in
      columns.map { column in
        let text = self[column, row].glyph.text
        return text.unicodeScalars.contains { $0.value >= 0x2580 } ? " " : text
      }.joined()
    }
    return rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }
}
