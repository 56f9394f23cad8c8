// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient
import Settings
import TerminalUI

/// The program without a command: leads from the home screen to matches and back, on one display
/// that stays open. Its executor is the loop.
actor HomeActor {
  /// The loop it runs on.
  let loop: EventLoop
  private var flags: [Preference: String]
  /// The settings in effect.
  private(set) var settings: ResolvedSettings
  let clock = LocalClock()
  /// The terminal while full screen is on.
  private(set) var screens: (display: MatchDisplay, input: LoopInput)?
  /// The owner of the present screen, kept alive.
  var shown: AnyObject?
  var connection: QueryConnection?
  /// The forms as last filled in.
  var forms: [HomeChoice: RoomForms.RoomForm] = [:]

  /// Creates the actor; `run` shows the home screen.
  ///
  /// - Parameters:
  ///   - loop: the loop to run on.
  ///   - flags: the settings from the command line.
  init(loop: EventLoop, flags: [Preference: String]) {
    self.loop = loop
    self.flags = flags
    settings = .ofProcess(flags: flags)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Shows the home screen and everything chosen there, until the person quits.
  ///
  /// - Throws: `TerminalError` if there is no terminal to show it on.
  func run() async throws {
    let terminal = try Terminal()
    let display = MatchDisplay(settings.preferences, on: terminal)
    try display.open()
    screens = (display, LoopInput(loop, clock: clock, events: terminal.events))
    defer { display.close() }
    var choice = HomeChoice.play
    var hasBeenHome = false
    while true {
      let home = HomeScreen(chosen: choice, isDealt: hasBeenHome)
      guard let chosen = await show(home) else { return }
      choice = chosen
      hasBeenHome = true
      guard await visit(choice) == .home else { return }
    }
  }

  /// Where to go after a choice: home, or out of the program.
  enum Way: Hashable, Sendable {
    case home
    case out
  }

  private func visit(_ choice: HomeChoice) async -> Way {
    switch choice {
    case .play: await play()
    case .host: await host()
    case .quick: await quick()
    case .join, .watch: await enterRoom(choice)
    case .rooms: await rooms()
    case .leaderboard: await leaderboard()
    case .settings: await changeSettings()
    case .demo: await show(DemoScreen()) == nil ? .out : .home
    case .quit: .out
    }
  }

  // MARK: Screens

  /// Shows a screen until it has an outcome; nil if the terminal is gone.
  func show<Screen: InteractiveScreen<RenderStyle>>(_ screen: Screen) async -> Screen.Outcome? {
    guard let (display, input) = screens else { return nil }
    return await withCheckedContinuation { continuation in
      let run = ScreenRun(screen, on: display, input: input) {
        continuation.resume(returning: $0)
      }
      shown = run
      run.start()
    }
  }

  /// A message about a match that ended unexpectedly or could not be entered.
  struct Failure: Hashable, Sendable {
    /// The message.
    var sentence: String
    /// Its heading.
    var title = "That did not work"
    /// Whether to offer a retry.
    var mayRetry = true
  }

  /// Plays or watches a match until the person leaves it.
  ///
  /// - Returns: the message to show, if any.
  func enter(_ setup: TermRun.Setup) async -> Failure? {
    guard let (display, input) = screens else { return nil }
    var setup = setup
    do throws(KeyFileError) {
      if setup.launch.isPlaying { setup.key = try setup.preferences.identity.keyToPlay().key }
    } catch {
      return Failure(sentence: error.description)
    }
    let presenter = ScreenPresenter(
      on: display, invitation: setup.invitation, isHost: setup.hasOwnServer, faces: setup.faces,
      showsReactions: setup.preferences.showsReactions, closesDisplay: false)
    let waiting = NoticeScreen<HomeChoice, RenderStyle>(
      "Connecting", "to \(setup.url)", isBad: false,
      [.init(id: HomeChoice.quit, title: "Give up", hint: "", letter: "g")])
    let ending: TermRun.Ending = await withCheckedContinuation { continuation in
      var match: TermRun?
      let wait = ScreenRun(waiting, on: display, input: input) { _ in match?.leave() }
      let run = TermRun(
        loop: loop, clock: clock, setup: setup, presenter: presenter, input: input,
        joined: { [weak wait] in wait?.stop() }
      ) { ending in
        wait.stop()
        match = nil
        continuation.resume(returning: ending)
      }
      match = run
      shown = run
      wait.start()
      run.start()
    }
    shown = nil
    guard !ending.wantsAnother else { return await enter(setup) }
    return ending.failure
  }

  /// Shows a message.
  ///
  /// - Returns: whether the person wants to try again.
  func report(_ failure: Failure) async -> Bool {
    await show(failure.notice) ?? false
  }

  // MARK: Settings

  private func changeSettings() async -> Way {
    var problem = ""
    while true {
      guard let outcome = await show(SettingsScreen(settings, problem: problem)) else {
        return .out
      }
      switch outcome {
      case .back: return .home
      case .quit: return .out
      case .chosen(let changes):
        problem = save(changes)
        if problem.isEmpty { return .home }
      }
    }
  }

  /// Whether the person has chosen a name.
  var hasName: Bool { settings.preferences.name != nil }

  /// Saves the player's name in the settings file, or for this run if that cannot be written.
  func keep(name: String) {
    if !save([Preference(\.name): name]).isEmpty || !hasName {
      flags[Preference(\.name)] = name
      settings = .ofProcess(flags: flags)
    }
  }

  /// Writes changes to the settings file and applies the result.
  ///
  /// - Returns: the error message; empty on success.
  private func save(_ changes: [Preference: String?]) -> String {
    let store = SettingsStore(environment: environmentVariable)
    do throws(SettingsStoreError) {
      if !changes.isEmpty {
        var file = try store.load()
        for setting in Preferences.table {
          switch changes[setting] {
          case .some(.some(let value)): file.set(setting, to: value)
          case .some(.none): file.remove(setting)
          case .none: break
          }
        }
        try store.save(file)
      }
    } catch {
      return error.description
    }
    settings = .ofProcess(flags: flags)
    screens?.display.adopt(settings.preferences)
    return ""
  }
}

extension HomeActor.Failure {
  /// The screen for it; its outcome is whether to try again.
  var notice: NoticeScreen<Bool, RenderStyle> {
    let back = Menu<Bool>.Item(id: false, title: "Back", hint: "", letter: "b")
    let again = Menu<Bool>.Item(id: true, title: "Try again", hint: "", letter: "t")
    return NoticeScreen(title, sentence, isBad: mayRetry, mayRetry ? [again, back] : [back])
  }
}

extension TermRun.Ending {
  /// The message to show at home, if any.
  var failure: HomeActor.Failure? {
    sentence.map { sentence in
      isTableClosed
        ? .init(sentence: sentence, title: Wording.tableClosedTitle, mayRetry: false)
        : .init(sentence: sentence)
    }
  }
}
