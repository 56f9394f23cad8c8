// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalFixtures
import Testing

@testable import TerminalUI

/// The least that a display needs of a style.
struct PlainStyle: DisplayStyle {
  var depth: ColorDepth
  var isComplete = false
  var cellHeight: Float?
  var menu = MenuStyle()
}

extension DisplayOptions where ScreenStyle == PlainStyle {
  static var plain: DisplayOptions {
    DisplayOptions { PlainStyle(depth: .full, isComplete: $0.isComplete, cellHeight: $1) }
  }
}

@Suite("Display", .timeLimit(.minutes(1)))
struct DisplayTests {
  /// What a modern terminal answers: synchronized output, keyboard protocol, sizes as input, status.
  private static let answers =
    "\u{1b}[?2026;2$y\u{1b}[?2048;2$y\u{1b}[?0u\u{1b}[4;480;800t\u{1b}[0n\u{1b}[?62c"
  private static let query = "\u{1b}[5n"

  private let terminal = RecordedTerminal()
  private var options = DisplayOptions.plain

  private func display(_ options: DisplayOptions<PlainStyle>? = nil) throws -> Display<PlainStyle> {
    let display = Display(options ?? self.options, on: terminal) { _ in nil }
    try display.open()
    return display
  }

  /// A display that needs not wait for answers any more, at 200 ms.
  private func started(
    _ options: DisplayOptions<PlainStyle>? = nil, answers: String = ""
  ) throws -> Display<PlainStyle> {
    let display = try display(options)
    display.show(frame("first"), at: .zero)
    _ = display.keys(from: Array(answers.utf8), at: .milliseconds(1))
    display.show(frame("first"), at: .milliseconds(200))
    #expect(terminal.shows("first"))
    _ = terminal.output()
    return display
  }

  private func frame(_ text: String, _ motion: Frame.Motion = .still, next: DisplayTime? = nil)
    -> Frame
  {
    var grid = Grid(width: 80, height: 24)
    grid.put(text, column: 2, row: 1, Style())
    return Frame(grid: grid, motion: motion, nextChange: next)
  }

  @Test("The first frame waits for the terminal's answers, but not for ever")
  func probing() throws {
    let display = try display()
    #expect(terminal.isOpen && terminal.output().hasSuffix("\u{1b}[5n\u{1b}[c"))
    display.show(frame("first"), at: .milliseconds(5))
    #expect(terminal.output().isEmpty && display.wakesAt == .milliseconds(155))
    #expect(!display.isDue(at: .milliseconds(154)) && display.isDue(at: .milliseconds(155)))
    display.show(frame("first"), at: .milliseconds(155))
    #expect(terminal.shows("  first"))
  }

  @Test("The terminal's answers switch on what it is capable of, and the style follows")
  func answers() throws {
    let display = try started(answers: Self.answers)
    #expect(terminal.modes == [.mouse, .title, .keyboard, .resize, .answers])
    #expect(display.style.isComplete && display.style.cellHeight == 2)
    display.invalidate()
    display.show(frame("second"), at: .milliseconds(300))
    let sent = terminal.output()
    #expect(sent.hasPrefix("\u{1b}[?2026h") && sent.hasSuffix("\u{1b}[?2026l\u{1b}[5n"))
  }

  @Test("A refused terminal stays as it was")
  func refused() {
    terminal.refusal = .failed(call: "tcgetattr", errno: 5)
    let display = Display(options, on: terminal) { _ in nil }
    #expect(throws: TerminalError.failed(call: "tcgetattr", errno: 5)) { try display.open() }
    display.show(frame("first"), at: .zero)
    display.entitle("A title")
    display.signal("A sentence")
    display.close()
    #expect(terminal.output().isEmpty && display.wakesAt == nil)
  }

  @Test("A frame is sent as its difference, and an unchanged one not at all")
  func difference() throws {
    let display = try started()
    display.invalidate()
    display.show(frame("first"), at: .milliseconds(300))
    #expect(terminal.output().isEmpty && display.wakesAt == nil)
    display.invalidate()
    display.show(frame("fifth"), at: .milliseconds(400))
    #expect(terminal.output() == "\u{1b}[2;5Hfth" && terminal.shows("  fifth"))
    display.redraw()
    display.show(frame("fifth"), at: .milliseconds(500))
    #expect(terminal.output().contains("fifth"))
  }

  @Test("A full terminal gets no second frame, and the newest one once it can take one")
  func full() throws {
    let display = try started()
    terminal.isFull = true
    display.invalidate()
    display.show(frame("old"), at: .milliseconds(300))
    display.show(frame("new"), at: .milliseconds(340))
    #expect(display.wakesAt == .milliseconds(342) && !display.isDue(at: .milliseconds(380)))
    terminal.isFull = false
    #expect(display.isDue(at: .milliseconds(400)))
    display.show(frame("new"), at: .milliseconds(400))
    #expect(terminal.shows("  new") && display.wakesAt == nil)
  }

  @Test("A moving frame asks for the next one, a counting one later, a still one at its change")
  func motion() throws {
    let display = try started()
    func wakes(_ motion: Frame.Motion, at time: DisplayTime, next: DisplayTime) -> DisplayTime? {
      display.invalidate()
      display.show(frame("\(motion)", motion, next: next), at: time)
      return display.wakesAt.map { $0 - time }
    }
    let moving = try #require(wakes(.moving, at: .milliseconds(300), next: .milliseconds(300)))
    #expect(moving > .milliseconds(33) && moving < .milliseconds(34), "Thirty a second.")
    #expect(wakes(.counting, at: .seconds(1), next: .seconds(1)) == moving)
    #expect(wakes(.still, at: .seconds(2), next: .seconds(9)) == .seconds(7))
  }

  @Test("If only changes are shown, a moving frame waits until it is at rest, or a second")
  func onChange() throws {
    var options = options
    options.rate = .onChange
    let display = try started(options)
    for time in stride(from: 300, through: 1100, by: 100) {
      display.show(frame("moving", .moving), at: .milliseconds(time))
      #expect(terminal.output().isEmpty)
    }
    display.show(frame("moving", .moving), at: .milliseconds(1200))
    #expect(terminal.shows("  moving"))
    display.show(frame("at rest"), at: .milliseconds(1300))
    #expect(terminal.shows("  at rest"))
  }

  @Test("A resumed program draws everything anew, whatever was under way")
  func resumed() throws {
    let display = try started()
    terminal.isFull = true
    display.invalidate()
    display.show(frame("lost"), at: .milliseconds(300))
    terminal.isFull = false
    terminal.happen(.resumed)
    display.show(frame("whole"), at: .milliseconds(400))
    #expect(terminal.output().hasPrefix("\u{1b}[0m\u{1b}[2J") && terminal.shows("  whole"))
  }

  @Test("A lone Escape becomes a key after its time-out, and the display says when")
  func escape() throws {
    let display = try started()
    #expect(display.keys(from: [0x1b], at: .milliseconds(300)).isEmpty)
    let due = try #require(display.wakesAt)
    #expect(due > .milliseconds(300) && display.keys(from: [], at: .milliseconds(301)).isEmpty)
    #expect(display.keys(from: [], at: due) == [.escape])
    #expect(display.keys(from: [], at: due + .seconds(1)).isEmpty)
  }

  @Test("The signals' keys keep their meaning where the keyboard protocol hides them")
  func signals() throws {
    let keys = Array("\u{1b}[99;5u\u{1b}[122;5u\u{1b}[92;5ua".utf8)
    let plain = try started()
    #expect(plain.keys(from: keys, at: .seconds(1)).count == 4 && terminal.signals.isEmpty)
    plain.close()
    let display = try started(answers: Self.answers)
    #expect(display.keys(from: keys, at: .seconds(1)) == [.character("a")])
    #expect(terminal.signals == [.interrupt, .suspend, .quit])
  }

  @Test("The size is the system's, the terminal's report, or the usual one")
  func size() throws {
    let display = try started()
    terminal.size = nil
    #expect(display.size == .usual)
    _ = display.keys(from: Array("\u{1b}[48;30;100;600;1000t".utf8), at: .seconds(1))
    #expect(display.size == WindowSize(columns: 100, rows: 30) && display.isDue(at: .seconds(1)))
    terminal.size = WindowSize(columns: 60, rows: 20)
    #expect(display.size == WindowSize(columns: 60, rows: 20))
  }

  @Test("The title is set once, and again where it may have changed; or never, as preferred")
  func title() throws {
    var options = options
    let display = try started(options)
    display.entitle("Your turn")
    display.entitle("Your turn")
    #expect(terminal.output() == "\u{1b}]2;Your turn\u{1b}\\")
    terminal.happen(.resumed)
    _ = display.isDue(at: .milliseconds(300))
    display.entitle("Your turn")
    #expect(terminal.output() == "\u{1b}]2;Your turn\u{1b}\\")
    (options.showsTitle, options.usesMouse) = (false, false)
    display.adopt(options)
    display.entitle("Another")
    #expect(terminal.output().isEmpty && terminal.modes == [])
  }

  @Test(
    "Bell and notification follow their rules and the focus",
    arguments: [(.off, false), (.unfocused, true), (.always, true)] as [(SignalRule, Bool)])
  func signal(rule: SignalRule, isSent: Bool) throws {
    var options = options
    (options.bell, options.notification) = (rule, rule)
    let display = try started(options)
    display.signal("Your turn")
    #expect(terminal.output().isEmpty == (rule != .always))
    _ = display.keys(from: Array("\u{1b}[O".utf8), at: .seconds(1))
    display.signal("Your turn")
    #expect(terminal.output() == (isSent ? "\u{7}\u{1b}]9;Your turn\u{1b}\\" : ""))
  }

  @Test("Closing restores the terminal once and hands over the statistics")
  func close() throws {
    var reports: [Int] = []
    let display = Display(options, on: terminal, environment: { _ in nil }) {
      reports.append($0.bytes.count)
    }
    display.close()
    try display.open()
    try display.open()
    display.show(frame("first"), at: .zero)
    display.show(frame("first"), at: .milliseconds(200))
    display.close()
    display.close()
    #expect(reports == [1] && terminal.openings == 1 && !terminal.isOpen)
  }
}
