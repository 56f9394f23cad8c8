// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import TerminalUI

/// A terminal without a window: it records what a display writes, and answers only when told to.
package final class RecordedTerminal: TerminalOutput {
  package var events: Int32?
  package var size: WindowSize?
  package var pixels: PixelSize?
  package private(set) var modes: TerminalModes = []
  /// Whether full screen is on.
  package private(set) var isOpen = false
  /// How often full screen began.
  package private(set) var openings = 0
  /// Whether it takes no bytes for now.
  package var isFull = false
  /// Why full screen cannot begin; nil if it can.
  package var refusal: TerminalError?
  /// Status queries without an answer.
  package private(set) var unanswered = 0
  /// Signals sent to the program's foreground.
  package private(set) var signals: [KeySignal] = []
  /// Called after bytes have been written.
  package var flushed: () -> Void = {}
  private var news: TerminalEvents = []
  private var backlog: [UInt8] = []
  private var written: [UInt8] = []
  private var screen: TextScreen

  /// A terminal with a window of a size; nil if it does not know it.
  package init(_ size: WindowSize? = .usual) {
    self.size = size
    screen = TextScreen(size ?? .usual)
  }

  package var hasBacklog: Bool { !backlog.isEmpty }

  package func enter(_ modes: TerminalModes) throws(TerminalError) {
    precondition(!isOpen, "Full screen is on already.")
    if let refusal { throw refusal }
    isOpen = true
    openings += 1
    self.modes = modes
  }

  package func leave() {
    precondition(isOpen, "Full screen is off already.")
    isOpen = false
    backlog = []
    modes = []
  }

  package func add(_ modes: TerminalModes) { self.modes.formUnion(modes) }

  package func remove(_ modes: TerminalModes) { self.modes.subtract(modes) }

  package func append(_ bytes: [UInt8]) {
    precondition(isOpen, "Nothing is written outside full screen.")
    backlog += bytes
  }

  package func append(_ text: StaticString) {
    append(Array(text.description.utf8))
  }

  package func flush() {
    guard !isFull else { return }
    written += backlog
    screen.feed(backlog, in: size ?? .usual)
    backlog = []
    flushed()
  }

  package func forgetBacklog() { backlog = [] }

  package func noteQuery() { unanswered += 1 }

  package func noteAnswer() { unanswered = max(unanswered - 1, 0) }

  package func takeEvents() -> TerminalEvents {
    defer { news = [] }
    return news
  }

  package func raise(_ signal: KeySignal) { signals.append(signal) }

  // MARK: The other side

  /// Lets something happen to the terminal; the input has to say that it is due.
  package func happen(_ events: TerminalEvents) { news.formUnion(events) }

  /// The text of each row on the screen, without the spaces at its end.
  package var lines: [String] { screen.lines }

  /// Whether a text stands in some row of the screen.
  package func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Everything written since the last call.
  package func output() -> String {
    defer { written = [] }
    return String(decoding: written, as: UTF8.self)
  }
}
