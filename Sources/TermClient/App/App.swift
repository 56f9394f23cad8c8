// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import MatchClient
import MatchUI
import SocketClient
import TerminalUI
import Wire

/// The program at one terminal: screens, matches and questions to servers, one after another.
///
/// Everything shown shares its display, its input and its clock. Its executor is the loop.
actor App {
  /// What the program uses of its process.
  struct Surroundings: Sendable {
    /// Finds the terminal for full screen.
    var terminal: @Sendable () throws(TerminalError) -> any TerminalOutput = {
      () throws(TerminalError) in try Terminal()
    }
    /// The descriptor of the keyboard.
    var keyboard: Int32 = STDIN_FILENO
    /// Looks up an environment variable.
    var environment: @Sendable (String) -> String? = environmentVariable
    /// Writes a line to standard output or standard error.
    var put: @Sendable (StandardStream, String) -> Void = { $0.put($1) }
    /// Runs a server on this machine while a body runs.
    var server:
      @Sendable (
        isolated App, _ listen: String, _ body: @Sendable (OwnServer) async throws -> Void
      ) async throws -> Void = { try await $0.withServer(listen: $1, $2) }
  }

  /// The loop it runs on.
  let loop: EventLoop
  /// The clock of everything shown.
  let clock = LocalClock()
  /// What it uses of its process.
  let surroundings: Surroundings
  private var screens: (display: MatchDisplay, input: LoopInput)?
  /// Whether the display stays in full screen between screens and matches.
  private var staysOpen = false
  /// What runs at present, kept alive.
  private var running: AnyObject?
  /// The connection for questions, if any are asked.
  private var connection: QueryConnection?
  /// The connection of the match behind the home screen, while that is shown.
  var live: LiveConnection?

  /// An app on a loop.
  init(loop: EventLoop, _ surroundings: Surroundings = Surroundings()) {
    self.loop = loop
    self.surroundings = surroundings
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Runs `body` with an app on a loop of its own.
  ///
  /// - Throws: what `body` throws, or `EventLoopError`.
  static func run<Result: Sendable>(
    _ body: @Sendable (isolated App) async throws -> Result
  ) async throws -> Result {
    var options = EventLoopOptions()
    // Errors are shown as sentences, and log lines would tear the screen.
    options.log = { _, _ in }
    options.restingTick = 5
    let loop = try EventLoop.start(options)
    defer { loop.stop() }
    return try await body(App(loop: loop))
  }

  /// Shows one screen in full screen until it has an outcome.
  ///
  /// - Parameters:
  ///   - preferences: the user's preferences.
  ///   - showsStatistics: whether to print frame statistics at the end.
  ///   - makeScreen: creates the screen; receives the start time.
  /// - Returns: the outcome; nil if the terminal is gone.
  /// - Throws: `TerminalError` if there is no terminal, or `EventLoopError`.
  static func show<Screen: InteractiveScreen<RenderStyle>>(
    _ preferences: Preferences, showsStatistics: Bool,
    _ makeScreen: @Sendable (DisplayTime) -> Screen
  ) async throws -> Screen.Outcome? {
    try await run { app in
      try await app.inFullScreen(preferences, showsStatistics: showsStatistics) { app in
        await app.show(makeScreen(app.clock.now.onDisplay))
      }
    }
  }

  // MARK: Screens

  /// Runs `body` in full screen: what it shows follows each other without a gap.
  ///
  /// - Parameters:
  ///   - preferences: the user's preferences.
  ///   - showsStatistics: whether to print frame statistics at the end.
  ///   - body: shows screens and matches.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws, or `TerminalError` if there is no terminal.
  func inFullScreen<Result>(
    _ preferences: Preferences, showsStatistics: Bool = false,
    _ body: (isolated App) async throws -> Result
  ) async throws -> Result {
    let (display, _) = try makeScreens(preferences, showsStatistics)
    try display.open()
    staysOpen = true
    defer {
      staysOpen = false
      display.close()
    }
    return try await body(self)
  }

  private func makeScreens(
    _ preferences: Preferences, _ showsStatistics: Bool
  ) throws(TerminalError) -> (display: MatchDisplay, input: LoopInput) {
    if let screens { return screens }
    let terminal = try surroundings.terminal()
    let display = MatchDisplay(
      preferences, on: terminal, environment: surroundings.environment
    ) { [put = surroundings.put] statistics in
      if showsStatistics { put(.error, statistics.report) }
    }
    let input = LoopInput(
      loop, clock: clock, events: terminal.events, keyboard: surroundings.keyboard)
    screens = (display, input)
    return (display, input)
  }

  /// Applies other preferences from now on.
  func adopt(_ preferences: Preferences) {
    screens?.display.adopt(preferences, environment: surroundings.environment)
  }

  /// Shows a screen in full screen until it has an outcome.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - meanwhile: called once the screen is shown, with a function that changes it.
  /// - Returns: the outcome; nil if the terminal is gone.
  func show<Screen: InteractiveScreen<RenderStyle>>(
    _ screen: Screen, meanwhile: ((@escaping ((inout Screen) -> Void) -> Void) -> Void)? = nil
  ) async -> Screen.Outcome? {
    guard let (display, input) = screens else {
      preconditionFailure("Screens are shown in full screen.")
    }
    return await withCheckedContinuation { continuation in
      let run = ScreenRun(screen, on: display, input: input) {
        continuation.resume(returning: $0)
      }
      running = run
      run.start()
      meanwhile? { [weak run] in run?.change($0) }
    }
  }

  // MARK: Servers

  /// Shows a screen with a server's answers until it has an outcome.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - server: the server, and the name and the trust to connect with.
  ///   - questions: what to ask.
  ///   - hear: shows an event of the client on the screen.
  /// - Returns: the outcome; nil if the terminal is gone.
  func show<Screen: ServerScreen>(
    _ screen: Screen, of server: ServerLogin, asking questions: [ClientCommand],
    hear: @escaping (inout Screen, ClientEvent, ClientCore) -> Void
  ) async -> Screen.Outcome? {
    defer { closeConnection() }
    return await show(screen) { change in
      self.connection = QueryConnection(asking: questions, server, on: self.loop) { news in
        switch news {
        case .heard(.notice(let text), _): change { $0.show(text) }
        case .heard(let event, let client): change { hear(&$0, event, client) }
        case .lost(let reason): change { $0.lose(reason) }
        }
      }
    }
  }

  /// Asks a server, and waits for one answer per question.
  ///
  /// - Parameters:
  ///   - questions: the questions, at least one.
  ///   - server: the server, and the name and the trust to connect with.
  ///   - notice: shown meanwhile in full screen, with a way to give up; nil for none.
  ///   - isAnswer: whether an event answers one of the questions.
  /// - Returns: the answers, or the failure; nil if the person gave up.
  func ask(
    _ questions: [ClientCommand], _ server: ServerLogin,
    notice: (title: String, sentence: String)? = nil, isAnswer: @escaping (ClientEvent) -> Bool
  ) async -> Result<ServerAnswers, QueryFailure>? {
    defer { closeConnection() }
    return await withCheckedContinuation { continuation in
      var done: CheckedContinuation<Result<ServerAnswers, QueryFailure>?, Never>? = continuation
      func finish(_ result: Result<ServerAnswers, QueryFailure>?) {
        done?.resume(returning: result)
        done = nil
      }
      let wait = notice.flatMap { startWaiting($0.title, $0.sentence) { finish(nil) } }
      var events: [ClientEvent] = []
      connection = QueryConnection(asking: questions, server, on: loop) { news in
        switch news {
        case .lost(let reason): finish(.failure(QueryFailure(sentence: reason)))
        case .heard(let event, let client) where isAnswer(event):
          events.append(event)
          guard events.count == questions.count else { return }
          finish(.success(ServerAnswers(events: events, client: client)))
        case .heard: return
        }
        wait?.stop()
      }
    }
  }

  /// Asks a server outside full screen, on an app of its own.
  static func ask(
    _ questions: [ClientCommand], _ server: ServerLogin,
    isAnswer: @escaping @Sendable (ClientEvent) -> Bool
  ) async throws -> Result<ServerAnswers, QueryFailure> {
    try await run { app in
      guard let answer = await app.ask(questions, server, isAnswer: isAnswer) else {
        preconditionFailure("Without a notice nobody can give up.")
      }
      return answer
    }
  }

  /// The screens' display; nil outside full screen.
  var display: MatchDisplay? { staysOpen ? screens?.display : nil }

  private func closeConnection() {
    connection?.close()
    connection = nil
  }

  /// Shows that something is under way, with a way to give up; nil outside full screen.
  private func startWaiting(
    _ title: String, _ sentence: String, giveUp: @escaping () -> Void
  ) -> ScreenRun<NoticeScreen<Bool, RenderStyle>>? {
    guard let (display, input) = screens, staysOpen else { return nil }
    let notice = NoticeScreen<Bool, RenderStyle>(
      title, sentence, isBad: false,
      [.init(id: true, title: "Give up", hint: "", letter: "g")])
    let run = ScreenRun(notice, on: display, input: input) { _ in giveUp() }
    running = run
    run.start()
    return run
  }

  // MARK: Matches

  /// Runs a client to its end, again for each rated rematch.
  ///
  /// - Throws: `TerminalError` if there is no terminal to show it on.
  func play(_ setup: TermRun.Setup) async throws(TerminalError) -> TermRun.Ending {
    while true {
      let (presenter, input) = try makePresenter(setup)
      let ending: TermRun.Ending = await withCheckedContinuation { continuation in
        var leave: (() -> Void)?
        let wait = startWaiting("Connecting", "to \(setup.url)") { leave?() }
        let run = TermRun(
          loop: loop, clock: clock, setup: setup, presenter: presenter, input: input,
          environment: surroundings.environment, joined: { [weak wait] in wait?.stop() }
        ) { ending in
          wait?.stop()
          leave = nil
          continuation.resume(returning: ending)
        }
        leave = { run.leave() }
        running = run
        run.start()
      }
      running = nil
      guard ending.wantsAnother else { return ending }
    }
  }

  private func makePresenter(
    _ setup: TermRun.Setup
  ) throws(TerminalError) -> (any Presenter, LoopInput) {
    let put = surroundings.put
    func narrator(on stream: StandardStream, staysAfterMatch: Bool) -> PlainPresenter {
      PlainPresenter(
        isPersonPlaying: setup.readsInput, invitation: setup.invitation, faces: setup.faces,
        showsReactions: setup.preferences.showsReactions, staysAfterMatch: staysAfterMatch,
        put: { put(stream, $0) })
    }
    let lines = LoopInput(loop, clock: clock, events: nil, keyboard: surroundings.keyboard)
    switch setup.style {
    case .json:
      let isBlind = setup.readsInput && OutputStyle.hasBlindPerson
      return (
        JSONPresenter(
          tellingBy: isBlind ? narrator(on: .error, staysAfterMatch: false) : nil,
          invitation: setup.invitation, put: { put(.output, $0.printableJSON) },
          say: { put(.error, $0) }), lines
      )
    case .plain: return (narrator(on: .output, staysAfterMatch: true), lines)
    case .screen:
      let (display, input) = try makeScreens(setup.preferences, setup.showsStatistics)
      return (
        ScreenPresenter(
          on: display, MatchSession.Options(setup), closesDisplay: !staysOpen), input
      )
    }
  }
}
