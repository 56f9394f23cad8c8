// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import Testing

@testable import TerminalUI

/// Shows what it has heard; `q` ends it with all of that.
private struct EchoScreen: InteractiveScreen {
  var heard = ""
  var ticks = 0
  var tick: Duration?

  mutating func frame(_ style: PlainStyle, in size: WindowSize, at now: DisplayTime) -> Frame {
    ticks += 1
    var grid = Grid(width: size.columns, height: size.rows)
    grid.put("heard \(heard), frame \(ticks)", column: 0, row: 0, Style())
    return Frame(grid: grid, nextChange: tick.map { now + $0 })
  }

  mutating func take(_ key: Key, _ style: PlainStyle, in size: WindowSize, at now: DisplayTime)
    -> String?
  {
    switch key {
    case .character("q"): return heard
    case .character(let character): heard.append(character)
    case .escape: heard += "<esc>"
    default: break
    }
    return nil
  }

  mutating func point(column: Int, row: Int, in size: WindowSize) -> Bool {
    guard row == 0 else { return false }
    heard += "<\(column)>"
    return true
  }
}

/// A screen without an interest in the pointer.
private struct DeafScreen: InteractiveScreen {
  func frame(_ style: PlainStyle, in size: WindowSize, at now: DisplayTime) -> Frame {
    Frame(grid: Grid(width: size.columns, height: size.rows))
  }

  func take(_ key: Key, _ style: PlainStyle, in size: WindowSize, at now: DisplayTime) -> Bool? {
    nil
  }
}

@Suite("Screen run", .timeLimit(.minutes(1)))
struct ScreenRunTests {
  private let terminal = RecordedTerminal()
  private let input = ScriptedInput()
  private let display: Display<PlainStyle>

  init() throws {
    display = Display(.plain, on: terminal) { _ in nil }
    try display.open()
  }

  @Test("Keys reach the screen in order, and what it shows reaches the terminal")
  func keys() {
    var outcomes: [String?] = []
    let run = ScreenRun(EchoScreen(), on: display, input: input) { outcomes.append($0) }
    run.start()
    input.pass(.milliseconds(200))
    #expect(terminal.shows("heard , frame 1"))
    input.type("ab")
    input.pass(.milliseconds(100))
    #expect(terminal.shows("heard ab, frame 2") && outcomes.isEmpty && input.isListening)
    input.type("cqd")
    #expect(outcomes == ["abc"] && !input.isListening && input.wakesAt == nil)
  }

  @Test("It sleeps until its next change, and not longer")
  func sleeping() {
    let run = ScreenRun(EchoScreen(tick: .seconds(1)), on: display, input: input) { _ in }
    run.start()
    input.pass(.milliseconds(5200))
    #expect(terminal.shows("frame 6"))
    run.stop()
    input.pass(.seconds(5))
    #expect(terminal.shows("frame 6"))
  }

  @Test("A lone Escape arrives without another key")
  func escape() {
    let run = ScreenRun(EchoScreen(), on: display, input: input) { _ in }
    run.start()
    input.pass(.milliseconds(200))
    input.type("\u{1b}")
    input.pass(.seconds(1))
    #expect(terminal.shows("heard <esc>,"))
    run.stop()
  }

  @Test("The pointer redraws only what it changes")
  func pointer() {
    let run = ScreenRun(EchoScreen(), on: display, input: input) { _ in }
    run.start()
    input.pass(.milliseconds(200))
    input.type("\u{1b}[<35;4;9M")
    input.pass(.seconds(1))
    #expect(terminal.shows("heard , frame 1"))
    input.type("\u{1b}[<35;4;1M")
    input.pass(.seconds(1))
    #expect(terminal.shows("heard <3>, frame 2"))
    run.stop()
    let deaf = ScreenRun(DeafScreen(), on: display, input: input) { _ in }
    deaf.start()
    input.pass(.seconds(1))
    _ = terminal.output()
    input.type("\u{1b}[<35;4;1M")
    input.pass(.seconds(1))
    #expect(terminal.output().isEmpty)
    deaf.stop()
  }

  @Test("News from elsewhere is shown at once, unless the screen has ended")
  func change() {
    let run = ScreenRun(EchoScreen(), on: display, input: input) { _ in }
    run.start()
    input.pass(.milliseconds(200))
    run.change { $0.heard = "news" }
    input.pass(.milliseconds(50))
    #expect(terminal.shows("heard news,"))
    run.stop()
    run.change { $0.heard = "late" }
    input.pass(.seconds(1))
    #expect(terminal.shows("heard news,"))
  }

  @Test("A resized window is drawn anew, and the end of the input ends the screen")
  func resized() {
    var outcomes: [String?] = []
    let run = ScreenRun(EchoScreen(), on: display, input: input) { outcomes.append($0) }
    run.start()
    input.pass(.milliseconds(200))
    terminal.size = WindowSize(columns: 40, rows: 10)
    terminal.happen(.resized)
    input.signal()
    input.pass(.milliseconds(50))
    #expect(terminal.lines.count == 10 && terminal.shows("heard , frame 2"))
    input.end()
    #expect(outcomes == [nil] && !input.isListening)
  }

  @Test("One screen follows another on the same input")
  func sequence() {
    var outcomes: [String?] = []
    let first = ScreenRun(EchoScreen(), on: display, input: input) { outcomes.append($0) }
    first.start()
    input.type("1q")
    let second = ScreenRun(EchoScreen(), on: display, input: input) { outcomes.append($0) }
    second.start()
    first.stop()
    input.type("2q")
    #expect(outcomes == ["1", "2"])
  }
}
