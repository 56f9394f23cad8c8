// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient

/// Shows one interactive screen on this terminal, on a loop of its own.
actor ScreenActor {
  private let loop: EventLoop
  /// Kept while it runs.
  private var run: AnyObject?

  private init(loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Shows a screen until it comes to an outcome.
  ///
  /// - Parameters:
  ///   - preferences: how it is to be drawn.
  ///   - showsStatistics: whether to say at the end what showing frames came to.
  ///   - makeScreen: makes it, at the time it begins.
  /// - Returns: the outcome; nil if the terminal is gone.
  /// - Throws: `TerminalError` if there is no terminal to show it on.
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
