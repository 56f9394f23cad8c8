// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import TerminalUI

extension Home {
  /// Shows the daily deals of a server the person names, and plays today's.
  mutating func daily(on app: isolated App) async throws(Quit) {
    repeat {
      guard let form = try await fill(.daily(preferences), for: .daily, on: app) else { return }
      guard let url = server(in: form) else { continue }
      let login = form.login(guest: preferences.playerName)
      try await daily(of: ServerLogin(url: url, login: login), on: app)
    } while preferences.onlyServer == nil
  }

  private mutating func daily(
    of server: ServerLogin, on app: isolated App
  ) async throws(Quit) {
    let store = DailyStore(environment: app.surroundings.environment)
    while true {
      let you = preferences.ownPlayerID(environment: app.surroundings.environment)
      let outcome = await app.show(
        DailyScreen(server: "\(server.url)", you: you), of: server, asking: [.daily(you)]
      ) { screen, event, _ in
        guard let daily = event.daily else { return }
        screen.show(daily)

        if let problem = store.keep(daily, of: server.url).first { screen.show(problem) }
      }
      switch try choice(outcome) {
      case .play(let day, let commitment):
        guard try await askForName(on: app) else { continue }
        var setup = TermRun.Setup.person(
          .create(.daily(day)), at: server.url, settings, server.login)
        setup.awaitsOthers = false
        setup.dealCommitment = commitment
        await enter(setup, on: app)
      case .refresh: continue
      case nil: return
      }
    }
  }
}
