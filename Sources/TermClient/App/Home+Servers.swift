// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Protocol
import SocketClient
import TerminalUI

// Screens of a server's rooms, leaderboards and finished matches.

extension Home {
  /// Lists the rooms of a server, and enters them.
  mutating func rooms(on app: isolated App) async throws(Quit) {
    repeat {
      guard let form = try await fill(.rooms(preferences), for: .rooms, on: app) else { return }
      guard let url = server(in: form) else { continue }
      try await rooms(of: url, form, on: app)
    } while preferences.onlyServer == nil
  }

  private mutating func rooms(
    of url: ServerURL, _ form: Form<RoomField>, on app: isolated App
  ) async throws(Quit) {
    // The person may give a name meanwhile.
    func server() -> ServerLogin {
      ServerLogin(url: url, login: form.login(guest: preferences.playerName))
    }
    func person(_ launch: LaunchAction) -> TermRun.Setup {
      .person(launch, at: url, settings, server().login)
    }
    while true {
      let outcome = await app.show(
        RoomsScreen(server: "\(url)"), of: server(), asking: [.listRooms(watch: true)]
      ) { screen, event, client in
        if case .rooms = event { screen.show(client.rooms) }
      }
      switch try choice(outcome) {
      case .join(let code):
        if try await askForName(on: app) { await enter(person(.join(code: code)), on: app) }
      case .watch(let code): await enter(person(.watch(code: code)), on: app)
      case .leaderboard: try await leaderboards(of: server(), on: app)
      case .replays: try await replays(of: server(), on: app)
      case .reconnect: continue
      case nil: return
      }
    }
  }

  /// Shows the leaderboards of a server the person names.
  mutating func leaderboard(on app: isolated App) async throws(Quit) {
    repeat {
      guard let form = try await fill(.leaderboard(preferences), for: .leaderboard, on: app)
      else { return }
      guard let url = server(in: form) else { continue }
      let login = form.login(guest: preferences.playerName)
      try await leaderboards(of: ServerLogin(url: url, login: login), on: app)
    } while preferences.onlyServer == nil
  }

  /// Shows the leaderboards of a server, and reloads them on request.
  private func leaderboards(
    of server: ServerLogin, on app: isolated App
  ) async throws(Quit) {
    var mode = MatchSettings.Mode.memorize
    let you = preferences.ownPlayerID(environment: app.surroundings.environment)
    while true {
      let outcome = await app.show(
        LeaderboardScreen(server: "\(server.url)", mode: mode, you: you), of: server,
        asking: MatchSettings.Mode.rated.map { .leaderboard($0) }
      ) { screen, event, _ in
        if case .leaderboard(let board) = event { screen.show(board) }
      }
      switch try choice(outcome) {
      case .refresh(let shown): mode = shown
      case .profile(let player, let shown):
        mode = shown
        try await profile(of: player, you: you, at: server, on: app)
      case nil: return
      }
    }
  }

  /// Shows a player's profile, and those of the players chosen there.
  private func profile(
    of player: String, you: String?, at server: ServerLogin, on app: isolated App
  ) async throws(Quit) {
    var visited = [player]
    while let player = visited.last {
      let outcome = await app.show(
        ProfileScreen(server: "\(server.url)", you: you), of: server, asking: [.profile(player)]
      ) { screen, event, _ in
        if case .profile(let profile) = event { screen.show(profile, .system) }
      }
      switch try choice(outcome) {
      case .player(let other): visited = (visited + [other]).suffix(Self.mostVisited)
      case .watch(let match): try await watch(match, of: server, on: app)
      case .refresh: continue
      case nil: visited.removeLast()
      }
    }
  }

  /// The most profiles that Esc goes back through.
  private static let mostVisited = 64

  /// Lists the finished matches of a server, and plays them.
  private func replays(of server: ServerLogin, on app: isolated App) async throws(Quit) {
    while true {
      let outcome = await app.show(
        ReplaysScreen(server: "\(server.url)"), of: server, asking: [.listReplays(nil)]
      ) { screen, event, _ in
        if case .replays(let replays) = event { screen.show(replays, .system) }
      }
      switch try choice(outcome) {
      case .watch(let name): try await watch(name, of: server, on: app)
      case .reconnect: continue
      case nil: return
      }
    }
  }

  /// Fetches a finished match and plays it; retries as long as that fails and the person wants to.
  private func watch(
    _ name: String, of server: ServerLogin, on app: isolated App
  ) async throws(Quit) {
    while let answer = await app.ask(
      [.fetchReplay(name)], server, notice: ("Fetching", "the match from \(server.url)"),
      isAnswer: { if case .replay = $0 { true } else { false } })
    {
      let record = answer.flatMap { answers in
        Result { () throws(QueryFailure) in
          try ReplayDownload.record(in: answers.events, named: name)
        }
      }
      switch record {
      case .success(let record):
        let timeline = Timeline(Recording(log: record.log))
        let outcome = await app.show(PlaybackScreen(timeline, at: app.clock.now.onDisplay))
        guard let outcome, outcome != .quit else { throw Quit() }
        return
      case .failure(let failure):
        let notice = HomeFailure(sentence: failure.sentence).notice
        guard await app.show(notice) ?? false else { return }
      }
    }
  }
}
