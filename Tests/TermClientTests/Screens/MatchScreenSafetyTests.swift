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

@Suite("Match screen safety", .timeLimit(.minutes(1)))
struct MatchScreenSafetyTests {
  private static let evil = "\u{1b}[2J\u{1b}]0;x\u{7}\u{202e}A\u{9b}1;1H"

  /// A match in each of its phases, of people with evil names.
  private static let scripts: [ScriptedMatch] = {
    var script = ScriptedMatch(
      [evil, "\u{1b}c", "👨‍👩‍👧‍👦漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字"], faces: (0..<32).flatMap { [$0, $0] })
    var scripts = [script]
    script.begin()
    scripts.append(script)
    script.deal()
    script.choose(0)
    script.choose(2)
    scripts.append(script)
    script.pass(.seconds(2))
    script.choose(0, 1)
    script.resign(0)
    script.resign(1)
    return scripts + [script]
  }()

  private static let screen: MatchScreen = {
    var screen = MatchScreen(roomCode: evil)
    screen.message = evil
    return screen
  }()

  @Test("Every window gets a screen, the smallest a notice", arguments: 0..<4)
  func sizes(index: Int) {
    let script = Self.scripts[index]
    let scene = stage(script.log, ViewerState(), at: script.now + .milliseconds(200))
    for columns in [1, 2, 3, 5, 20, 29, 30, 39, 40, 41, 47, 59, 60, 80, 121] {
      for rows in [1, 2, 3, 5, 8, 14, 15, 16, 19, 20, 24, 51] {
        let size = WindowSize(columns: columns, rows: rows)
        var screen = Self.screen
        screen.isHelpShown = columns.isMultiple(of: 2)
        screen.confirmation = rows.isMultiple(of: 2) ? .leave(.closing) : nil
        let grid = screen.draw(scene, RenderStyle(depth: .full), in: size)
        #expect(grid.width == columns && grid.height == rows)
        let fits =
          MatchLayout(scene.table, seats: scene.seats.count, in: size, RenderStyle(depth: .full))
          != nil
        if !fits, columns >= 30, rows >= 5 {
          let needed = MatchLayout.needed(scene.table, seats: 3)
          #expect(grid.contains("\(needed.columns)x\(needed.rows)"))
          #expect(grid.contains("The match continues."))
        }
        if !fits, columns >= 20, rows >= 3 {
          #expect(grid.contains("make it"), "It says what to do, in whole words.")
          #expect(grid.contains("The match continues."))
        }
      }
    }
  }

  @Test("No name, code or message can control the terminal", arguments: ColorDepth.allCases)
  func control(depth: ColorDepth) {
    for script in Self.scripts {
      var differ = FrameDiffer(depth: depth)
      let scene = stage(script.log, ViewerState(), at: script.now + .milliseconds(200))
      differ.paint(
        Self.screen.draw(scene, RenderStyle(depth: depth), in: WindowSize(columns: 100, rows: 40)))
      var rest = differ.bytes[...]
      var clears = 0
      while let byte = rest.popFirst() {
        guard byte < 0x20 || byte == 0x7f else { continue }
        // The only control is the beginning of one of our own sequences.
        #expect(byte == 0x1b && rest.first == UInt8(ascii: "["))
        let sequence = rest.dropFirst().prefix { (0x30...0x3b).contains($0) }
        rest = rest.dropFirst(1 + sequence.count)
        let final = rest.popFirst()
        if final == UInt8(ascii: "J") { clears += 1 }
        #expect(final.map { Array("HGCmJ".utf8).contains($0) } == true)
      }
      #expect(clears == 1)
      let text = String(decoding: differ.bytes, as: UTF8.self)
      #expect(!text.unicodeScalars.contains { $0.value == 0x9b || $0.value == 0x202e })
    }
  }

  @Test("Mono uses no colour at all")
  func mono() {
    for script in Self.scripts {
      let scene = stage(script.log, ViewerState(), at: script.now + .milliseconds(200))
      let grid = Self.screen.draw(
        scene, RenderStyle(depth: .mono), in: WindowSize(columns: 100, rows: 40))
      #expect(
        grid.cells.allSatisfy { $0.style.foreground.isStandard && $0.style.background.isStandard })
    }
  }

  @Test("A log that no honest server would send is drawn as far as it can be")
  func hostile() {
    for (rows, columns) in [(0, 0), (64, 64), (1, 64), (64, 1), (.max, .max), (-1, 5)] {
      let dealt = Event.Dealt(
        generation: 1, slots: Array(0..<64), rows: rows, columns: columns,
        turnOrder: [], leaves: [], stagger: .zero, duration: .zero, playableAt: .zero)
      let opened = Event.Opened(matchID: "", settings: MatchSettings(seats: 99), theme: Self.evil)
      var log = MatchLog()
      log.append(Entry(seq: 1, at: .zero, event: .opened(opened)))
      log.append(Entry(seq: 2, at: .zero, event: .dealt(dealt)))
      log.append(
        Entry(
          seq: 3, at: .zero,
          event: .turnBegan(Event.TurnBegan(seat: SeatIndex(-9), deadline: nil))))
      let scene = stage(log, ViewerState(), at: .zero)
      for size in [(40, 15), (80, 24), (400, 250)].map({ WindowSize(columns: $0, rows: $1) }) {
        let grid = Self.screen.draw(scene, RenderStyle(depth: .full), in: size)
        #expect(grid.contains("too small") || grid.contains("Seat -8's turn"))
      }
    }
  }
}
