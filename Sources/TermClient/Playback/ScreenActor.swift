// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient

/// Runs one interactive screen on this terminal, on its own event loop.
actor ScreenActor {
  private let loop: EventLoop
  /// Keeps the run alive.
  private var run: AnyObject?

  private init(loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Runs a screen until it returns an outcome.
  ///
  /// - Parameters:
  ///   - preferences: the user's preferences.
  ///   - showsStatistics: whether to print frame statistics at the end.
  ///   - makeScreen: creates the screen; receives the start time.
  /// - Returns: the outcome; nil if the terminal is gone.
  /// - Throws: `TerminalError` if there is no terminal.
  static func show<Screen: InteractiveScreen & Sendable>(
    _ preferences: Preferences, showsStatistics: Bool = false,
    _ makeScreen: @escaping @Sendable (LocalTime) -> Screen
  ) async throws -> Screen.Outcome? {
    let loop = try EventLoop.forTerminal()
    defer { loop.stop() }
    return try await ScreenActor(loop: loop).perform(preferences, showsStatistics, makeScreen)
  }

  private func perform<Screen: InteractiveScreen & Sendable>(
    _ preferences: Preferences, _ showsStatistics: Bool,
    _ makeScreen: @Sendable (LocalTime) -> Screen
  ) async throws -> Screen.Outcome? {
    let display = try Display(preferences, showsStatistics: showsStatistics)
    try display.open()
    let clock = LocalClock()
    let screen = makeScreen(clock.now)
    return await withCheckedContinuation { continuation in
      let run = ScreenRun(screen, on: display, loop: loop, clock: clock) { outcome in
        display.close()
        continuation.resume(returning: outcome)
      }
      self.run = run
      run.start()
    }
  }
}
