// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells

/// Runs an interactive screen on a display until its outcome.
///
/// Must be used where its input delivers events.
package final class ScreenRun<Screen: InteractiveScreen> {
  private let display: Display<Screen.ScreenStyle>
  private let input: any TerminalInput
  private var screen: Screen
  private let done: (Screen.Outcome?) -> Void
  private var isRunning = false

  /// A run of `screen` on an open display.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - display: the display.
  ///   - input: the display's input.
  ///   - done: receives the outcome; nil if the terminal is gone.
  package init(
    _ screen: Screen, on display: Display<Screen.ScreenStyle>, input: any TerminalInput,
    done: @escaping (Screen.Outcome?) -> Void
  ) {
    self.screen = screen
    self.display = display
    self.input = input
    self.done = done
  }

  /// Shows the first frame and starts to listen.
  package func start() {
    isRunning = true
    display.invalidate()
    input.start { [weak self] in self?.take($0) }
    refresh()
  }

  /// Ends it without an outcome; `done` is not called.
  package func stop() {
    guard isRunning else { return }
    isRunning = false
    input.stop()
  }

  /// Updates the screen after an external event.
  package func change(_ body: (inout Screen) -> Void) {
    guard isRunning else { return }
    body(&screen)
    display.invalidate()
    refresh()
  }

  private func take(_ event: TerminalInputEvent) {
    guard isRunning else { return }
    switch event {
    case .bytes(let bytes): take(display.keys(from: bytes, at: input.now))
    case .end: return finish(nil)
    case .due: break
    }
    refresh()
  }

  private func take(_ keys: [Key]) {
    for key in keys where isRunning {
      if case .hover(let column, let row) = key {
        if screen.point(column: column, row: row, in: display.size) { display.invalidate() }
        continue
      }
      display.invalidate()
      if let outcome = screen.take(key, display.style, in: display.size, at: input.now) {
        finish(outcome)
      }
    }
  }

  private func refresh() {
    guard isRunning else { return }
    let now = input.now
    take(display.keys(from: [], at: now))
    guard isRunning else { return }
    if display.isDue(at: now) {
      display.show(screen.frame(display.style, in: display.size, at: now), at: now)
    }
    input.wake(at: display.wakesAt)
  }

  private func finish(_ outcome: Screen.Outcome?) {
    stop()
    done(outcome)
  }
}
