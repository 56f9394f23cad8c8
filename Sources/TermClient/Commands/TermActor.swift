// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import MatchUI
import SocketClient
import TerminalUI

/// The actor that owns a run; its executor is the loop.
actor TermActor {
  private let loop: EventLoop
  private var run: TermRun?

  init(loop: EventLoop) {
    self.loop = loop
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Runs a client to its end, again for each rated rematch, and returns its exit code.
  ///
  /// - Throws: `TerminalError` if there is no terminal to show it on.
  func perform(_ setup: TermRun.Setup) async throws -> Int32 {
    while true {
      let clock = LocalClock()
      let (presenter, events) = try makePresenter(setup)
      let input = LoopInput(loop, clock: clock, events: events)
      let ending = await withCheckedContinuation { continuation in
        let run = TermRun(
          loop: loop, clock: clock, setup: setup, presenter: presenter, input: input
        ) {
          continuation.resume(returning: $0)
        }
        self.run = run
        run.start()
      }
      if let sentence = ending.sentence { StandardStream.error.say(sentence) }
      guard ending.wantsAnother else { return ending.code }
    }
  }

  /// The presenter, and the descriptor of the terminal's events if it uses the whole screen.
  private func makePresenter(_ setup: TermRun.Setup) throws -> (any Presenter, events: Int32?) {
    switch setup.style {
    case .json:
      let narrator =
        setup.readsInput && OutputStyle.hasBlindPerson
        ? makeNarrator(setup, on: .error, staysAfterMatch: false) : nil
      return (JSONPresenter(tellingBy: narrator, invitation: setup.invitation), nil)
    case .plain: return (makeNarrator(setup), nil)
    case .screen:
      let terminal = try Terminal()
      let display = MatchDisplay(
        setup.preferences, on: terminal, showsStatistics: setup.showsStatistics)
      let presenter = ScreenPresenter(
        on: display, MatchSession.Options(setup))
      return (presenter, terminal.events)
    }
  }

  private func makeNarrator(
    _ setup: TermRun.Setup, on stream: StandardStream = .output,
    staysAfterMatch: Bool = true
  ) -> PlainPresenter {
    PlainPresenter(
      isPersonPlaying: setup.readsInput, invitation: setup.invitation, faces: setup.faces,
      showsReactions: setup.preferences.showsReactions,
      staysAfterMatch: staysAfterMatch, put: { stream.put($0) })
  }
}
