// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient

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
      let presenter = try makePresenter(setup)
      let ending = await withCheckedContinuation { continuation in
        let run = TermRun(loop: loop, clock: LocalClock(), setup: setup, presenter: presenter) {
          continuation.resume(returning: $0)
        }
        self.run = run
        run.start()
      }
      if let sentence = ending.sentence { StandardStream.error.say(sentence) }
      guard ending.wantsAnother else { return ending.code }
    }
  }

  private func makePresenter(_ setup: TermRun.Setup) throws -> any Presenter {
    switch setup.style {
    case .json:
      JSONPresenter(
        tellingBy: setup.readsInput && OutputStyle.hasBlindPerson
          ? makeNarrator(setup, on: .error, staysAfterMatch: false) : nil,
        invitation: setup.invitation)
    case .plain: makeNarrator(setup)
    case .screen:
      ScreenPresenter(
        on: try Display(setup.preferences, showsStatistics: setup.showsStatistics),
        invitation: setup.invitation, isHost: setup.hasOwnServer, faces: setup.faces,
        showsReactions: setup.preferences.showsReactions)
    }
  }

  private func makeNarrator(
    _ setup: TermRun.Setup, on stream: StandardStream = .output,
    staysAfterMatch: Bool = true
  ) -> PlainPresenter {
    PlainPresenter(
      isPersonPlaying: setup.readsInput, invitation: setup.invitation, faces: setup.faces,
      showsReactions: setup.preferences.showsReactions, stream: stream,
      staysAfterMatch: staysAfterMatch)
  }
}
