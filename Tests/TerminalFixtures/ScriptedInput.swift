// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import TerminalUI

/// A keyboard and a clock that move only when a test says so.
package final class ScriptedInput: TerminalInput {
  package private(set) var now = DisplayTime.zero
  /// When the listening screen wants to wake; nil for never.
  package private(set) var wakesAt: DisplayTime?
  private var take: ((TerminalInputEvent) -> Void)?

  /// An input at time zero.
  package init() {}

  /// Whether a screen listens.
  package var isListening: Bool { take != nil }

  package func start(_ take: @escaping (TerminalInputEvent) -> Void) {
    precondition(self.take == nil, "Another screen listens to this input.")
    self.take = take
  }

  package func wake(at time: DisplayTime?) { wakesAt = time }

  package func stop() {
    take = nil
    wakesAt = nil
  }

  // MARK: The other side

  /// Types text, or sends the bytes of other keys or of reports.
  package func type(_ text: String) { take?(.bytes(Array(text.utf8))) }

  /// Ends the input.
  package func end() { take?(.end) }

  /// Lets the listening screen look at the terminal's events.
  package func signal() { take?(.due) }

  /// Moves the clock, and wakes the screen whenever it wants that.
  package func pass(_ duration: Duration) {
    let end = now + duration
    while let due = wakesAt, due <= end {
      wakesAt = nil
      now = max(now, due)
      take?(.due)
    }
    now = end
  }
}
