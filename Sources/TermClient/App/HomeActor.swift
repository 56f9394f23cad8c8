// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient

/// The program as it is without a command: from the home screen to matches and back, on one
/// display that stays open; its executor is the loop.
actor HomeActor {
  /// The loop it lives on.
  let loop: EventLoop
  private var flags: [Setting: String]
  /// What holds of all settings.
  private(set) var settings: ResolvedSettings
  let clock = LocalClock()
  var display: Display?
  /// What is on the screen, kept alive.
  var shown: AnyObject?
  var link: QueryConnection?
  /// Forms as they were last filled in.
  var forms: [HomeChoice: RoomForms.RoomForm] = [:]

  /// A person's visit.
  ///
  /// - Parameters:
  ///   - loop: the loop to live on.
  ///   - flags: what the command line says about settings.
  init(loop: EventLoop, flags: [Setting: String]) {
    self.loop = loop
    self.flags = flags
    settings = .ofProcess(flags: flags)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Shows the home screen and all that is chosen there, until the person quits.
  ///
  /// - Throws: `TerminalError` if there is no terminal to show it on.
  func run() async throws {
    let display = try Display(settings.preferences)
    try display.open()
    self.display = display
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

  /// Where a visit to something leads.
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

  /// Shows a screen until it comes to an outcome; nil if the terminal is gone.
  func show<Screen: InteractiveScreen>(_ screen: Screen) async -> Screen.Outcome? {
    guard let display else { return nil }
    return await withCheckedContinuation { continuation in
      let run = ScreenRun(screen, on: display, loop: loop, clock: clock) {
        continuation.resume(returning: $0)
      }
      shown = run
      run.start()
    }
  }

  /// What has to be said of how a match ended, or of why it did not come about.
  struct Trouble: Hashable, Sendable {
    /// What is told.
    var sentence: String
    /// The name of it all.
    var title = "That did not work"
    /// Whether the same may go better another time.
    var mayRetry = true
  }

  /// Plays or watches a match until the person leaves it.
  ///
  /// - Returns: what has to be said of how it ended; nil for nothing.
  func enter(_ setup: TermRun.Setup) async -> Trouble? {
    guard let display else { return nil }
    var setup = setup
    do throws(KeyFileError) {
      if setup.launch.isPlaying { setup.key = try setup.preferences.identity.keyToPlay().key }
    } catch {
      return Trouble(sentence: error.description)
    }
    let presenter = ScreenPresenter(
      on: display, invitation: setup.invitation, isHost: setup.hasOwnServer, faces: setup.faces,
      showsReactions: setup.preferences.showsReactions, closesDisplay: false)
    let waiting = NoticeScreen(
      "Connecting", "to \(setup.url)", isBad: false,
      [.init(id: HomeChoice.quit, title: "Give up", hint: "", letter: "g")])
    let ending: TermRun.Ending = await withCheckedContinuation { continuation in
      var match: TermRun?
      let wait = ScreenRun(waiting, on: display, loop: loop, clock: clock) { _ in match?.leave() }
      let run = TermRun(
        loop: loop, clock: clock, setup: setup, presenter: presenter,
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
    return ending.trouble
  }

  /// Tells what went wrong.
  ///
  /// - Returns: whether the person wants to try again.
  func tell(_ trouble: Trouble) async -> Bool {
    await show(trouble.notice) ?? false
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
      case .save(let changes):
        problem = save(changes)
        if problem.isEmpty { return .home }
      }
    }
  }

  /// Whether a person has said what others are to call them.
  var hasName: Bool { settings.preferences.name != nil }

  /// Keeps a person's name: in the file of settings or, where that cannot be written, for this visit.
  func keep(name: String) {
    if !save([.name: name]).isEmpty || !hasName {
      flags[.name] = name
      settings = .ofProcess(flags: flags)
    }
  }

  /// Writes changes to the file and goes by what then holds.
  ///
  /// - Returns: what went wrong; empty for nothing.
  private func save(_ changes: [Setting: String?]) -> String {
    let store = SettingsStore(environment: environmentVariable)
    do throws(SettingsStoreError) {
      if !changes.isEmpty {
        var file = try store.load()
        for setting in Setting.allCases {
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
    display?.adopt(settings.preferences)
    return ""
  }
}

extension HomeActor.Trouble {
  /// The screen that tells of it; its outcome is whether to try again.
  var notice: NoticeScreen<Bool> {
    let back = Menu<Bool>.Item(id: false, title: "Back", hint: "", letter: "b")
    let again = Menu<Bool>.Item(id: true, title: "Try again", hint: "", letter: "t")
    return NoticeScreen(title, sentence, isBad: mayRetry, mayRetry ? [again, back] : [back])
  }
}

extension TermRun.Ending {
  /// What has to be said of it at home; nil for nothing.
  var trouble: HomeActor.Trouble? {
    sentence.map { sentence in
      isTableClosed
        ? .init(sentence: sentence, title: Wording.tableClosedTitle, mayRetry: false)
        : .init(sentence: sentence)
    }
  }
}
