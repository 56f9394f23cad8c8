// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import Game
import MatchClient
import MatchUI
import TerminalUI

// From the home screen into a match.

extension Home {
  /// Plays against bots, on a local server or the only one.
  mutating func play(on app: isolated App) async throws(Quit) {
    guard let server = preferences.onlyServer else {
      guard let form = try await fill(.play, for: .play, on: app) else { return }
      return await enterOwn("127.0.0.1:0", on: app) { [settings] local, _ in
        .againstBots(of: form.level, form.settings, at: local, settings)
      }
    }
    while let form = try await fill(.playWhereShared, for: .play, on: app) {
      var rules = form.settings
      // The server's list is for rooms with a seat for others.
      rules.audience = .unlisted
      let setup = TermRun.Setup.againstBots(of: form.level, rules, at: server, settings)
      if await enter(setup, on: app) { return }
    }
  }

  /// Hosts a match for others on a local server.
  mutating func host(on app: isolated App) async throws(Quit) {
    guard try await askForName(on: app),
      let form = try await fill(.host, for: .host, on: app)
    else { return }
    let rules = form.settings
    await enterOwn(form.text(.listen), on: app) { [settings] local, shared in
      var setup = TermRun.Setup.person(.create(rules), at: local, settings)
      setup.sharedURL = shared
      return setup
    }
  }

  /// Joins or watches a room by its code.
  mutating func enterRoom(_ choice: HomeChoice, on app: isolated App) async throws(Quit) {
    let isJoin = choice == .join
    while let form = try await fill(
      isJoin ? .join(preferences) : .watch(preferences), for: choice, on: app)
    {
      guard let url = server(in: form), let code = form.code else { continue }
      if isJoin, preferences.name == nil, !form.text(.name).isEmpty {
        keep(name: form.text(.name), on: app)
      }
      let setup = TermRun.Setup.person(
        isJoin && !url.isToWatch ? .join(code: code) : .watch(code: code), at: url, settings,
        form.login(guest: preferences.playerName))
      if await enter(setup, on: app) { return }
    }
  }

  /// Finds a table by quick match.
  mutating func quick(on app: isolated App) async throws(Quit) {
    guard try await askForName(on: app) else { return }
    while let form = try await fill(.quick(preferences), for: .quick, on: app) {
      guard let url = server(in: form) else { continue }
      let setup = TermRun.Setup.person(
        form.quickAction, at: url, settings, form.login(guest: preferences.playerName))
      if await enter(setup, on: app) { return }
    }
  }

  /// Enters a match, and retries as long as that fails and the person wants to.
  ///
  /// - Returns: whether to return home; false to return to the form.
  @discardableResult
  func enter(_ setup: TermRun.Setup, on app: isolated App) async -> Bool {
    while let failure = await failure(of: setup, on: app) {
      guard await app.show(failure.notice) ?? false else { return !failure.mayRetry }
    }
    return true
  }

  /// Plays or watches a match until the person leaves it.
  ///
  /// - Returns: the message to show, if any.
  private func failure(of setup: TermRun.Setup, on app: isolated App) async -> HomeFailure? {
    var setup = setup
    do throws(KeyFileError) {
      if setup.launch.isPlaying {
        setup.key = try preferences.identity.keyToPlay(environment: app.surroundings.environment)
          .key
      }
    } catch {
      return HomeFailure(sentence: error.description)
    }
    do throws(TerminalError) {
      return try await app.play(setup).failure
    } catch {
      return HomeFailure(sentence: error.description)
    }
  }

  /// Runs a match on a local server, and retries as long as that fails and the person wants to.
  private func enterOwn(
    _ listen: String, on app: isolated App,
    _ makeSetup: @escaping @Sendable (_ local: ServerURL, _ shared: ServerURL) -> TermRun.Setup
  ) async {
    while true {
      do {
        try await app.surroundings.server(app, listen) { server in
          let (local, shared) = hostAddresses(of: server.url)
          var setup = makeSetup(local, shared)
          setup.login.trust = server.trust
          setup.hasOwnServer = true
          guard let failure = await failure(of: setup, on: app) else { return }
          throw OwnServerError(description: failure.sentence)
        }
        return
      } catch {
        let sentence = (error as? OwnServerError)?.description ?? "\(error)"
        guard await app.show(HomeFailure(sentence: sentence).notice) ?? false else { return }
      }
    }
  }
}

/// A message about a match that ended unexpectedly or could not be entered.
struct HomeFailure: Hashable, Sendable {
  /// The message.
  var sentence: String
  /// Its heading.
  var title = "That did not work"
  /// Whether to offer a retry.
  var mayRetry = true

  /// The screen for it; its outcome is whether to try again.
  var notice: NoticeScreen<Bool, RenderStyle> {
    let back = Menu<Bool>.Item(id: false, title: "Back", hint: "", letter: "b")
    let again = Menu<Bool>.Item(id: true, title: "Try again", hint: "", letter: "t")
    return NoticeScreen(title, sentence, isBad: mayRetry, mayRetry ? [again, back] : [back])
  }
}

extension TermRun.Ending {
  /// The message to show at home, if any.
  var failure: HomeFailure? {
    sentence.map { sentence in
      isTableClosed
        ? HomeFailure(sentence: sentence, title: Wording.tableClosedTitle, mayRetry: false)
        : HomeFailure(sentence: sentence)
    }
  }
}

extension TermRun.Setup {
  /// The run of a person who came from the home screen.
  static func person(
    _ launch: LaunchAction, at url: ServerURL, _ settings: ResolvedSettings, _ login: Login? = nil
  ) -> TermRun.Setup {
    TermRun.Setup(
      url: url, login: login ?? Login(name: settings.preferences.playerName),
      agent: "facedown/\(clientVersion)", launch: launch, style: .screen,
      preferences: settings.preferences, faces: settings.faces, readsInput: true,
      sharedURL: settings.preferences.linkServer)
  }

  /// The run of a person who plays against bots alone.
  fileprivate static func againstBots(
    of level: BotLevel, _ rules: MatchSettings, at url: ServerURL, _ settings: ResolvedSettings
  ) -> TermRun.Setup {
    var setup = person(.create(rules), at: url, settings)
    setup.companions = Array(
      repeating: TermRun.Companion(level: level, pace: .human), count: rules.seats - 1)
    setup.awaitsOthers = false
    return setup
  }
}
