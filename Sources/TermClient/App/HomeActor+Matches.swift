// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchClient

// The ways from home into a match.

extension HomeActor {
  private var preferences: Preferences { settings.preferences }

  /// A match against bots, on a server of one's own.
  func play() async -> Way {
    var form = forms[.play] ?? RoomForms.play
    guard let way = await fill("Play", "Against bots on this machine.", &form, as: .play) else {
      let rules = form.settings
      let companion = TermRun.Companion(level: form.level, pace: .human)
      return await runOwn("127.0.0.1:0") { [settings = self.settings] local, _ in
        var setup = TermRun.Setup.person(.create(rules), at: local, settings)
        setup.companions = Array(repeating: companion, count: rules.seats - 1)
        setup.awaitsOthers = false
        return setup
      }
    }
    return way
  }

  /// Asks for the name that others see, the first time it is needed.
  ///
  /// - Returns: where to go instead of on; nil to go on.
  private func askForName() async -> Way? {
    guard !hasName else { return nil }
    var form = RoomForms.name(preferences)
    let intro = "What should others call you?"
    if let way = await fill("Your name", intro, &form, as: nil, check: { $0.nameProblem }) {
      return way
    }
    keep(name: form.text(.name))
    return nil
  }

  /// A match for others, on a server of one's own.
  func host() async -> Way {
    if let way = await askForName() { return way }
    var form = forms[.host] ?? RoomForms.host
    let intro = "Runs a server on this machine until you leave; others join by a link."
    guard let way = await fill("Host", intro, &form, as: .host) else {
      let rules = form.settings
      return await runOwn(form.text(.listen)) { [settings = self.settings] local, shared in
        var setup = TermRun.Setup.person(.create(rules), at: local, settings)
        setup.sharedURL = shared
        return setup
      }
    }
    return way
  }

  /// A seat, or a place to watch from, in a room whose code is known.
  func enterRoom(_ choice: HomeChoice) async -> Way {
    let isJoin = choice == .join
    var form =
      forms[choice] ?? (isJoin ? RoomForms.join(preferences) : RoomForms.watch(preferences))
    let title = isJoin ? "Join" : "Watch"
    let intro = isJoin ? "Take a seat in somebody's room." : "Watch a match without playing."
    while true {
      let way = await fill(title, intro, &form, as: choice) { $0.problem(needsCode: true) }
      if let way { return way }
      guard let url = form.url, let code = form.code else { continue }
      if isJoin, !hasName, !form.text(.name).isEmpty { keep(name: form.text(.name)) }
      let setup = TermRun.Setup.person(
        isJoin && !url.isToWatch ? .join(code: code) : .watch(code: code), at: url, settings,
        form.login(guest: preferences.playerName))
      guard await enterUntilDone(setup) == .form else { return .home }
    }
  }

  /// A seat at a table with whoever else wants to play.
  func quick() async -> Way {
    if let way = await askForName() { return way }
    var form = forms[.quick] ?? RoomForms.quick(preferences)
    let intro = "Play with others who are looking for a match now."
    while true {
      let way = await fill("Find a table", intro, &form, as: .quick) { $0.quickProblem }
      if let way { return way }
      guard let url = form.url else { continue }
      let setup = TermRun.Setup.person(
        form.quickAction, at: url, settings, form.login(guest: preferences.playerName))
      guard await enterUntilDone(setup) == .form else { return .home }
    }
  }

  /// The rooms of a server, and into one of them and back.
  func rooms() async -> Way {
    var form = forms[.rooms] ?? RoomForms.rooms(preferences)
    let intro = "The rooms of a server, live."
    while true {
      let way = await fill("Rooms", intro, &form, as: .rooms) { $0.problem(needsCode: false) }
      if let way { return way }
      guard let url = form.url else { continue }
      let login = form.login(guest: preferences.playerName)
      func person(_ launch: LaunchAction) -> TermRun.Setup {
        // The name may have been asked for since.
        .person(launch, at: url, settings, form.login(guest: preferences.playerName))
      }
      list: while true {
        switch await showRooms(of: url, login) {
        case .join(let code):
          guard await askForName() == nil else { continue list }
          await enterUntilDone(person(.join(code: code)))
        case .watch(let code):
          await enterUntilDone(person(.watch(code: code)))
        case .leaderboard:
          guard await showLeaderboards(of: url, login) else { return .out }
        case .replays:
          if await replays(of: url, login) == .out { return .out }
        case .reconnect: continue list
        case .back: break list
        case .quit, nil: return .out
        }
      }
    }
  }

  /// Who is best at a server.
  func leaderboard() async -> Way {
    var form = forms[.leaderboard] ?? RoomForms.leaderboard(preferences)
    let intro = "The best players of a server, by mode."
    while true {
      let way = await fill("Leaderboard", intro, &form, as: .leaderboard) {
        $0.problem(needsCode: false)
      }
      if let way { return way }
      guard let url = form.url else { continue }
      let login = form.login(guest: preferences.playerName)
      guard await showLeaderboards(of: url, login) else { return .out }
    }
  }

  /// Shows the leaderboards of a server, asked for again as often as the person wants.
  ///
  /// - Returns: whether to go on, and not out of the program.
  private func showLeaderboards(of url: ServerURL, _ login: Login) async -> Bool {
    var mode = MatchSettings.Mode.memorize
    while true {
      switch await showLeaderboard(of: url, mode, login) {
      case .again(let shown): mode = shown
      case .back: return true
      case .quit, nil: return false
      }
    }
  }

  /// The matches of a server that have ended, and one of them and back.
  private func replays(of url: ServerURL, _ login: Login) async -> Way {
    while true {
      switch await showReplays(of: url, login) {
      case .watch(let name):
        while let result = await fetch(name, from: url, login) {
          switch result {
          case .success(let record):
            if await play(record) == .quit { return .out }
          case .failure(let failure):
            if await tell(Trouble(sentence: failure.sentence)) { continue }
          }
          break
        }
      case .reconnect: continue
      case .back: return .home
      case .quit, nil: return .out
      }
    }
  }

  /// Where a match or an attempt at one leads.
  private enum AfterMatch: Hashable {
    /// It was played; home.
    case home
    /// It did not come about; back to what was filled in.
    case form
  }

  /// Enters a match, again and again while that fails and the person wants to.
  @discardableResult
  private func enterUntilDone(_ setup: TermRun.Setup) async -> AfterMatch {
    while let trouble = await enter(setup) {
      guard await tell(trouble) else { return trouble.mayRetry ? .form : .home }
    }
    return .home
  }

  /// Shows a form.
  ///
  /// - Returns: where to go instead of on; nil to go on with what is filled in.
  private func fill(
    _ title: String, _ intro: String, _ form: inout RoomForms.RoomForm, as choice: HomeChoice?,
    check: @escaping @Sendable (RoomForms.RoomForm) -> (RoomField, String)? = { _ in nil }
  ) async -> Way? {
    let screen = FormScreen(title, intro: intro, form, check: check) { $0.unpack($1) }
    switch await show(screen) {
    case .pressed(_, let filled):
      form = filled
      if let choice { forms[choice] = filled }
      return nil
    case .back: return .home
    case .quit, nil: return .out
    }
  }

  /// Runs a match on a server of one's own, again while that fails and the person wants to.
  private func runOwn(
    _ listen: String,
    _ makeSetup: @escaping @Sendable (_ local: ServerURL, _ shared: ServerURL) -> TermRun.Setup
  ) async -> Way {
    while true {
      do {
        try await withServer(listen: listen) { server in
          let (local, shared) = hostAddresses(of: server.url)
          var setup = makeSetup(local, shared)
          setup.login.trust = server.trust
          setup.hasOwnServer = true
          guard let trouble = await self.enter(setup) else { return }
          throw OwnServerError(description: trouble.sentence)
        }
        return .home
      } catch {
        let sentence = (error as? OwnServerError)?.description ?? "\(error)"
        guard await tell(Trouble(sentence: sentence)) else { return .home }
      }
    }
  }
}

extension TermRun.Setup {
  /// A person's run that began at the home screen.
  fileprivate static func person(
    _ launch: LaunchAction, at url: ServerURL, _ settings: ResolvedSettings, _ login: Login? = nil
  ) -> TermRun.Setup {
    TermRun.Setup(
      url: url, login: login ?? Login(name: settings.preferences.playerName),
      agent: "facedown/\(clientVersion)", launch: launch, driver: .person, style: .screen,
      preferences: settings.preferences, faces: settings.faces, readsInput: true)
  }
}
