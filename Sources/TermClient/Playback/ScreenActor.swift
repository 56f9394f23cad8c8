// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import SocketClient
import TerminalUI

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
  static func show<Screen: InteractiveScreen<RenderStyle> & Sendable>(
    _ preferences: Preferences, showsStatistics: Bool = false,
    _ makeScreen: @escaping @Sendable (DisplayTime) -> Screen
  ) async throws -> Screen.Outcome? {
    let loop = try EventLoop.forTerminal()
    defer { loop.stop() }
    return try await ScreenActor(loop: loop).perform(preferences, showsStatistics, makeScreen)
  }

  private func perform<Screen: InteractiveScreen<RenderStyle> & Sendable>(
    _ preferences: Preferences, _ showsStatistics: Bool,
    _ makeScreen: @Sendable (DisplayTime) -> Screen
  ) async throws -> Screen.Outcome? {
    let terminal = try Terminal()
    let display = MatchDisplay(preferences, on: terminal, showsStatistics: showsStatistics)
    try display.open()
    let input = LoopInput(loop, clock: LocalClock(), events: terminal.events)
    let screen = makeScreen(input.now)
    return await withCheckedContinuation { continuation in
      let run = ScreenRun(screen, on: display, input: input) { outcome in
        display.close()
        continuation.resume(returning: outcome)
      }
      self.run = run
      run.start()
    }
  }
}
