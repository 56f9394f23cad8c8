// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The terminal that a display draws on.
///
/// `Terminal` is the real one; tests draw on a recorded one.
package protocol TerminalOutput: AnyObject {
  /// A descriptor that becomes readable when `takeEvents` has an event; nil for none.
  var events: Int32? { get }
  /// The window's size in cells; nil if unknown.
  var size: WindowSize? { get }
  /// The window's size in pixels; nil if unknown.
  var pixels: PixelSize? { get }
  /// The modes that are on.
  var modes: TerminalModes { get }
  /// Whether bytes are queued.
  var hasBacklog: Bool { get }
  /// Switches to full screen.
  ///
  /// - Parameter modes: modes to switch on too.
  /// - Throws: `TerminalError.failed`; the terminal is unchanged then.
  func enter(_ modes: TerminalModes) throws(TerminalError)
  /// Ends full screen and restores the terminal.
  func leave()
  /// Switches modes on until full screen ends.
  func add(_ modes: TerminalModes)
  /// Switches modes off again.
  func remove(_ modes: TerminalModes)
  /// Queues bytes for `flush`.
  func append(_ bytes: [UInt8])
  /// Queues bytes for `flush`.
  func append(_ text: StaticString)
  /// Writes as much of the queue as the terminal takes without blocking; the rest stays queued.
  func flush()
  /// Drops the queue, because it was for a screen that is gone.
  func forgetBacklog()
  /// Counts a status query that was sent.
  func noteQuery()
  /// Counts an answer to a status query.
  func noteAnswer()
  /// Returns and clears the events since the last call.
  func takeEvents() -> TerminalEvents
  /// Sends a signal to this program and all others in the foreground, as the terminal would for the
  /// signal's key.
  func raise(_ signal: KeySignal)
}

extension TerminalOutput {
  /// Queues a status query, and counts it.
  func askStatus() {
    append(ControlSequence.statusQuery)
    noteQuery()
  }
}

/// The signals with a key.
package enum KeySignal: Hashable, Sendable {
  /// Ctrl-C.
  case interrupt
  /// Ctrl-Z.
  case suspend
  /// Ctrl-\.
  case quit

  /// The signal of a key; nil for all other keys.
  init?(_ key: Key) {
    switch key {
    case .control("c"): self = .interrupt
    case .control("z"): self = .suspend
    case .control("\\"): self = .quit
    default: return nil
    }
  }
}
