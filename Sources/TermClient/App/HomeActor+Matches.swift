// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchClient
import TerminalUI

// From the home screen into a match.

extension HomeActor {
  private var preferences: Preferences { settings.preferences }

  /// Plays against bots on a local server.
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

  /// Asks for the player's name, the first time it is needed.
  ///
  /// - Returns: where to go if the person did not give one; nil to continue.
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

  /// Hosts a match for others on a local server.
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

  /// Joins or watches a room by its code.
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

  /// Finds a table by quick match.
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

  /// Lists the rooms of a server, and enters them.
  func rooms() async -> Way {
    var form = forms[.rooms] ?? RoomForms.rooms(preferences)
    let intro = "The rooms of a server, live."
    while true {
      let way = await fill("Rooms", intro, &form, as: .rooms) { $0.problem(needsCode: false) }
      if let way { return way }
      guard let url = form.url else { continue }
      let login = form.login(guest: preferences.playerName)
      func person(_ launch: LaunchAction) -> TermRun.Setup {
        // The person may have given a name meanwhile.
        .person(launch, at: url, settings, form.login(guest: preferences.playerName))
      }
      list: while true {
        switch await showRooms(of: url, login) {
        case .chosen(.join(let code)):
          guard await askForName() == nil else { continue list }
          await enterUntilDone(person(.join(code: code)))
        case .chosen(.watch(let code)):
          await enterUntilDone(person(.watch(code: code)))
        case .chosen(.leaderboard):
          guard await showLeaderboards(of: url, login) else { return .out }
        case .chosen(.replays):
          if await replays(of: url, login) == .out { return .out }
        case .chosen(.reconnect): continue list
        case .back: break list
        case .quit, nil: return .out
        }
      }
    }
  }

  /// Shows the leaderboards of a server the person names.
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

  /// Shows the leaderboards of a server, and reloads them on request.
  ///
  /// - Returns: whether to continue; false to quit the program.
  private func showLeaderboards(of url: ServerURL, _ login: Login) async -> Bool {
    var mode = MatchSettings.Mode.memorize
    while true {
      switch await showLeaderboard(of: url, mode, login) {
      case .chosen(let shown): mode = shown
      case .back: return true
      case .quit, nil: return false
      }
    }
  }

  /// Lists the finished matches of a server, and plays them.
  private func replays(of url: ServerURL, _ login: Login) async -> Way {
    while true {
      switch await showReplays(of: url, login) {
      case .chosen(.watch(let name)):
        while let result = await fetch(name, from: url, login) {
          switch result {
          case .success(let record):
            if await play(record) == .quit { return .out }
          case .failure(let failure):
            if await report(Failure(sentence: failure.sentence)) { continue }
          }
          break
        }
      case .chosen(.reconnect): continue
      case .back: return .home
      case .quit, nil: return .out
      }
    }
  }

  /// Where to go after a match, or after an attempt to enter one.
  private enum AfterMatch: Hashable {
    /// The match was played: home.
    case home
    /// It could not be entered: back to the form.
    case form
  }

  /// Enters a match, and retries as long as that fails and the person wants to.
  @discardableResult
  private func enterUntilDone(_ setup: TermRun.Setup) async -> AfterMatch {
    while let failure = await enter(setup) {
      guard await report(failure) else { return failure.mayRetry ? .form : .home }
    }
    return .home
  }

  /// Shows a form.
  ///
  /// - Returns: where to go if the person left the form; nil if they completed it.
  private func fill(
    _ title: String, _ intro: String, _ form: inout RoomForms.RoomForm, as choice: HomeChoice?,
    check: @escaping @Sendable (RoomForms.RoomForm) -> (RoomField, String)? = { _ in nil }
  ) async -> Way? {
    let screen = FormScreen<RoomField, RenderStyle>(title, intro: intro, form, check: check) {
      $0.unpack($1)
    }
    switch await show(screen) {
    case .chosen(let filled):
      form = filled
      if let choice { forms[choice] = filled }
      return nil
    case .back: return .home
    case .quit, nil: return .out
    }
  }

  /// Runs a match on a local server, and retries as long as that fails and the person wants to.
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
          guard let failure = await self.enter(setup) else { return }
          throw OwnServerError(description: failure.sentence)
        }
        return .home
      } catch {
        let sentence = (error as? OwnServerError)?.description ?? "\(error)"
        guard await report(Failure(sentence: sentence)) else { return .home }
      }
    }
  }
}

extension TermRun.Setup {
  /// The run of a person who came from the home screen.
  fileprivate static func person(
    _ launch: LaunchAction, at url: ServerURL, _ settings: ResolvedSettings, _ login: Login? = nil
  ) -> TermRun.Setup {
    TermRun.Setup(
      url: url, login: login ?? Login(name: settings.preferences.playerName),
      agent: "facedown/\(clientVersion)", launch: launch, driver: .person, style: .screen,
      preferences: settings.preferences, faces: settings.faces, readsInput: true)
  }
}
