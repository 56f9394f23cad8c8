// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import Testing

@testable import TerminalUI

/// A style that shows pictures as soon as the terminal can.
private struct PictureStyle: DisplayStyle {
  var depth = ColorDepth.full
  var graphics: TerminalGraphics?
  var menu = MenuStyle()
}

@Suite("Pictures on a display", .timeLimit(.minutes(1)))
struct DisplayPicturesTests {
  private static let kitty = "\u{1b}[6;16;8t\u{1b}_Gi=61;OK\u{1b}\\\u{1b}[0n\u{1b}[?62c"
  private static let sixel = "\u{1b}[6;16;8t\u{1b}[?1;0;256S\u{1b}[0n\u{1b}[?62;4;22c"

  private let terminal = RecordedTerminal()
  private let frame: Frame

  init() throws {
    let cell = try #require(PixelSize(width: 8, height: 16))
    var pixels = Pixels(width: 40, height: 64, filledWith: RGBA(0xa82c34))
    for y in 20..<40 { pixels[y, y] = RGBA(0xdd5a45) }
    let picture = try #require(CellPicture(pixels, columns: 5, rows: 4, cell: cell))
    var grid = Grid(width: 80, height: 24)
    grid.place(picture, left: 24, top: 32, in: Area(column: 0, row: 0, width: 80, height: 24)) {
      _, _ in Color(0x2c7466)
    }
    frame = Frame(grid: grid)
  }

  private func display(
    environment: [String: String] = [:],
    style: @escaping (TerminalCapabilities) -> PictureStyle = {
      PictureStyle(graphics: TerminalGraphics($0))
    }
  ) throws -> Display<PictureStyle> {
    let options = DisplayOptions<PictureStyle> { terminal, _ in style(terminal) }
    let display = Display(options, on: terminal) { environment[$0] }
    try display.open()
    display.show(frame, at: .zero)
    _ = terminal.output()
    return display
  }

  /// Answers status queries and shows frames for a while, until the display sleeps.
  private func run(_ display: Display<PictureStyle>, from start: DisplayTime) -> String {
    var (now, output) = (start, "")
    for _ in 0..<50 {
      display.show(frame, at: now)
      output += terminal.output()
      if terminal.unanswered > 0 { _ = display.keys(from: Array("\u{1b}[0n".utf8), at: now) }
      guard let next = display.wakesAt else { break }
      now = max(next, now + .milliseconds(1))
    }
    #expect(display.wakesAt == nil)
    return output
  }

  private static func hasPictures(_ output: String) -> Bool {
    output.contains("\u{1b}_G") || output.contains("\u{1b}P")
  }

  @Test(
    "A terminal that does not answer is sent no picture, whatever it is called",
    arguments: ["", "\u{1b}[?62;22c", "\u{1b}_Gi=61;EINVAL\u{1b}\\\u{1b}[6;16;8t\u{1b}[?62c"])
  func silent(answers: String) throws {
    let display = try display(environment: ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1"])
    _ = display.keys(from: Array(answers.utf8), at: .milliseconds(5))
    let output = run(display, from: .milliseconds(160))
    #expect(!output.isEmpty && !Self.hasPictures(output))
    #expect(terminal.modes.isDisjoint(with: .pictures))
  }

  @Test(
    "A terminal that answers is sent pictures, after a frame in cells",
    arguments: [(kitty, TerminalModes.kittyPictures), (sixel, .sixels)])
  func answered(answers: String, mode: TerminalModes) throws {
    let display = try display()
    _ = display.keys(from: Array(answers.utf8), at: .milliseconds(5))
    let output = run(display, from: .milliseconds(6))
    #expect(Self.hasPictures(output) && terminal.modes.contains(mode))
    display.invalidate()
    #expect(run(display, from: .seconds(5)) == "")
  }

  @Test("An answer that comes late brings the pictures late", arguments: [kitty, sixel])
  func late(answers: String) throws {
    let display = try display()
    let before = run(display, from: .milliseconds(160))
    #expect(!before.isEmpty && !Self.hasPictures(before))
    _ = display.keys(from: Array(answers.utf8), at: .seconds(3))
    #expect(Self.hasPictures(run(display, from: .seconds(3))))
  }

  @Test("Multiplexers and terminals that cannot skip the question are not asked it")
  func questions() {
    func asks(_ environment: [String: String]) -> (kitty: Bool, sixel: Bool) {
      let text = String(decoding: TerminalProbe.bytes { environment[$0] }, as: UTF8.self)
      return (text.contains("\u{1b}_G"), text.contains("\u{1b}[?1;1;0S"))
    }
    #expect(asks([:]) == (true, true) && asks(["TERM": "xterm-kitty"]) == (true, true))
    #expect(asks(["TERM": "tmux-256color"]) == (false, true))
    #expect(asks(["TMUX": "/tmp/tmux"]) == (false, true))
    #expect(asks(["TERM": "screen", "KITTY_WINDOW_ID": "1"]) == (false, true))
    #expect(asks(["WT_SESSION": "1"]) == (false, true))
    #expect(asks(["TERM": "linux"]) == (false, false))
    #expect(asks(["TERM_PROGRAM": "Apple_Terminal"]) == (false, false))
  }

  @Test(
    "Through tmux only terminals are asked that may know placeholders, once full screen has begun")
  func throughTmux() throws {
    let query =
      "\u{1b}Ptmux;\u{1b}\u{1b}_Gi=61,s=1,v=1,a=q,t=d,f=24,U=1;AAAA\u{1b}\u{1b}\\\u{1b}\\"
    func asks(_ environment: [String: String]) -> Bool {
      #expect(
        !String(decoding: TerminalProbe.bytes { environment[$0] }, as: UTF8.self).contains(query))
      return TerminalProbe.queryThroughTmux { environment[$0] } == Array(query.utf8)
    }
    let tmux = ["TMUX": "/tmp/tmux", "TERM": "tmux-256color"]
    let inKitty = tmux.merging(["KITTY_WINDOW_ID": "1"]) { $1 }
    #expect(asks(inKitty))
    #expect(asks(tmux.merging(["GHOSTTY_RESOURCES_DIR": "/usr/share/ghostty"]) { $1 }))
    #expect(!asks(tmux) && !asks(tmux.merging(["WEZTERM_EXECUTABLE": "/usr/bin/wezterm"]) { $1 }))
    #expect(!asks(["KITTY_WINDOW_ID": "1", "TERM": "xterm-kitty"]))

    let display = try display(environment: inKitty) {
      PictureStyle(graphics: TerminalGraphics($0, isInTmux: true))
    }
    _ = display.keys(from: Array("\u{1b}[6;16;8t\u{1b}[0n\u{1b}[?62;4c".utf8), at: .milliseconds(5))
    let first = run(display, from: .milliseconds(6))
    #expect(first.contains(query) && !first.contains("a=T"))
    // Another size of the window asks again.
    terminal.happen(.resized)
    _ = display.isDue(at: .seconds(1))
    #expect(terminal.output().contains(query))
    _ = display.keys(from: Array("\u{1b}_Gi=61;OK\u{1b}\\".utf8), at: .seconds(2))
    #expect(terminal.modes.contains(.placeholders))
    display.show(frame, at: .seconds(2))
    let second = terminal.output()
    #expect(second.contains("a=T,U=1,c=5,r=4") && !second.unicodeScalars.contains("\u{10eeee}"))
    _ = display.keys(
      from: Array("\u{1b}[0n\u{1b}_Gi=1006632961;OK\u{1b}\\".utf8), at: .seconds(3))
    let third = run(display, from: .seconds(3))
    #expect(third.unicodeScalars.contains("\u{10eeee}") && !third.contains(query))
  }

  @Test("A resumed program gives the terminal its pictures again")
  func resumed() throws {
    let display = try display()
    _ = display.keys(from: Array(Self.kitty.utf8), at: .milliseconds(5))
    #expect(run(display, from: .milliseconds(6)).contains("a=t"))
    terminal.happen(.resumed)
    let again = run(display, from: .seconds(1))
    #expect(again.contains("a=t") && again.contains("a=p"))
  }

  @Test("Another size of the window asks for the size of a cell again")
  func resized() throws {
    let display = try display()
    _ = display.keys(from: Array(Self.kitty.utf8), at: .milliseconds(5))
    _ = run(display, from: .milliseconds(6))
    terminal.happen(.resized)
    _ = display.isDue(at: .seconds(1))
    #expect(terminal.output().contains("\u{1b}[16t"))
    _ = display.keys(from: Array("\u{1b}[6;32;16t".utf8), at: .seconds(1))
    #expect(display.style.graphics?.cell == PixelSize(width: 16, height: 32))
  }

  @Test("Preferences without pictures take them off the screen")
  func adopted() throws {
    let display = try display()
    _ = display.keys(from: Array(Self.kitty.utf8), at: .milliseconds(5))
    _ = run(display, from: .milliseconds(6))
    #expect(terminal.modes.contains(.kittyPictures))
    display.adopt(DisplayOptions<PictureStyle> { _, _ in PictureStyle() })
    #expect(terminal.modes.isDisjoint(with: .pictures))
    #expect(!Self.hasPictures(run(display, from: .seconds(1))))
  }
}
