// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import MatchClient
import TerminalUI

/// Runs an interactive screen on a display until its outcome.
///
/// Must be used on the event loop.
final class ScreenRun<Screen: InteractiveScreen> {
  private let loop: EventLoop
  private let display: Display
  private var screen: Screen
  private let clock: LocalClock
  private let done: (Screen.Outcome?) -> Void
  private var input: DescriptorWatch?
  private var events: DescriptorWatch?
  private var timer: LoopTimer?

  /// A run of `screen` on an open display.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - display: the display.
  ///   - loop: the event loop.
  ///   - clock: the clock for frames.
  ///   - done: receives the outcome; nil if the terminal is gone.
  init(
    _ screen: Screen, on display: Display, loop: EventLoop, clock: LocalClock,
    done: @escaping (Screen.Outcome?) -> Void
  ) {
    self.screen = screen
    self.display = display
    self.loop = loop
    self.clock = clock
    self.done = done
  }

  /// Shows the first frame and starts to listen.
  func start() {
    display.invalidate()
    input = loop.watch(fileDescriptor: STDIN_FILENO) { [weak self] in self?.read() }
    events = loop.watch(fileDescriptor: display.events) { [weak self] in self?.refresh() }
    refresh()
  }

  /// Ends it without an outcome; `done` is not called.
  func stop() {
    input?.cancel()
    input = nil
    events?.cancel()
    timer?.cancel()
  }

  /// Updates the screen after an external event.
  func change(_ body: (inout Screen) -> Void) {
    guard input != nil else { return }
    body(&screen)
    display.invalidate()
    refresh()
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return finish(nil) }
    take(display.keys(from: Array(buffer[..<count]), at: clock.now))
    refresh()
  }

  private func take(_ keys: [Key]) {
    for key in keys where input != nil {
      if case .hover(let column, let row) = key {
        if screen.point(column: column, row: row, in: display.size) { display.invalidate() }
        continue
      }
      display.invalidate()
      if let outcome = screen.take(key, display.renderStyle, in: display.size, at: clock.now) {
        finish(outcome)
      }
    }
  }

  private func refresh() {
    guard input != nil else { return }
    let now = clock.now
    take(display.keys(from: [], at: now))
    guard input != nil else { return }
    if display.isDue(at: now) {
      display.show(screen.frame(display.renderStyle, in: display.size, at: now), at: now)
    }
    timer?.cancel()
    timer = display.wakesAt.map { due in
      loop.schedule(after: max(due - now, .zero)) { [weak self] in self?.refresh() }
    }
  }

  private func finish(_ outcome: Screen.Outcome?) {
    stop()
    done(outcome)
  }
}
