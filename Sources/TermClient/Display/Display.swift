// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import MatchClient
import Stage

/// This program's terminal as a place to show frames on and to get keys from; lives on the loop.
///
/// It shows a frame as the difference to what is on the screen, says when the next one is wanted,
/// and sleeps in between. Whoever opened it closes it.
final class Display {
  /// How screens are to be drawn here.
  private(set) var look: Look
  private let terminal: Terminal
  private var painter: Painter
  private var parser = KeyParser()
  /// When Escape alone is taken for itself.
  private var flushAt: LocalTime?
  /// When the next frame is wanted.
  private var frameAt: LocalTime?
  private var isOpen = false

  /// From one frame to the next while something moves, and while something drains: short enough for
  /// what begins meanwhile.
  private static let frame = Duration.microseconds(16_667)
  private static let slowFrame = Duration.milliseconds(33)
  private static let escapePause = Duration.milliseconds(50)

  /// The terminal this program runs in, untouched so far.
  ///
  /// - Throws: `TerminalError` if there is none.
  init(_ preferences: Preferences) throws(TerminalError) {
    terminal = try Terminal()
    look = Look(preferences, environment: { getenv($0).map { String(cString: $0) } })
    painter = Painter(depth: look.depth)
  }

  /// Draws by other preferences from now on.
  func adopt(_ preferences: Preferences) {
    look = look.with(preferences)
    painter = Painter(depth: look.depth)
  }

  /// The window's present size.
  var size: WindowSize { terminal.size }

  /// Readable when something came beside keys: `show` then.
  var events: Int32 { terminal.events }

  /// Switches to full screen, if it is not on yet.
  ///
  /// - Throws: what failed; the terminal is as it was then.
  func open() throws(TerminalError) {
    guard !isOpen else { return }
    try terminal.enter()
    isOpen = true
    painter.forget()
  }

  /// Restores the terminal.
  func close() {
    isOpen = false
    terminal.leave()
  }

  /// Shows a frame.
  func show(_ frame: Frame, at now: LocalTime) {
    guard isOpen else { return }
    if terminal.takeEvents().contains(.resumed) { painter.forget() }
    painter.paint(frame.grid)
    if !painter.bytes.isEmpty { terminal.write(painter.bytes) }
    let pause: Duration =
      switch frame.motion {
      case .moving: Self.frame
      case .counting: Self.slowFrame
      case .still: .zero
      }
    frameAt = frame.nextChange.map { max($0, now + pause) }
  }

  /// Draws everything again with the next frame.
  func redraw() {
    painter.forget()
  }

  /// When a frame is wanted next, or `keys` with nothing; nil for not before something comes.
  var wakesAt: LocalTime? { [frameAt, flushAt].compactMap { $0 }.min() }

  /// Takes what came from the keyboard; nothing, where `wakesAt` has come.
  func keys(from bytes: [UInt8], at now: LocalTime) -> [Key] {
    var keys: [Key] = []
    if !bytes.isEmpty {
      keys = parser.feed(bytes)
    } else if let flushAt, flushAt <= now {
      keys = parser.flush()
    } else {
      return []
    }
    flushAt = parser.isWaiting ? now + Self.escapePause : nil
    return keys
  }
}
