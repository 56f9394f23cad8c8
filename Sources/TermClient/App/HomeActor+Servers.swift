// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import LibWebSockets
import MatchClient
import TerminalUI
import Wire

// Screens of a server's rooms, leaderboards and finished matches.

extension HomeActor {
  /// Shows the rooms of a server, live, until the person chooses something.
  func showRooms(of url: ServerURL, _ login: Login) async -> MenuOutcome<RoomsChoice>? {
    await show(
      RoomsScreen(server: url.description), of: url, login, asking: [.listRooms(watch: true)]
    ) { screen, event, client in
      if case .rooms = event { screen.show(client.rooms) }
    }
  }

  /// Shows the best players of a server until the person leaves or reloads.
  func showLeaderboard(
    of url: ServerURL, _ mode: MatchSettings.Mode, _ login: Login
  ) async -> MenuOutcome<MatchSettings.Mode>? {
    await show(
      LeaderboardScreen(server: url.description, mode: mode, you: ownPlayerID), of: url, login,
      asking: MatchSettings.Mode.rated.map { .leaderboard($0) }
    ) { screen, event, _ in
      if case .leaderboard(let board) = event { screen.show(board) }
    }
  }

  /// This player's id at servers; nil for a guest, or if there is no key yet.
  private var ownPlayerID: String? {
    let file = try? settings.preferences.identity.file(environment: environmentVariable)
    let key = file.flatMap { try? $0.load() }
    return key.map { KeyProof.playerID(of: $0.publicKey) }
  }

  /// Shows the finished matches of a server until the person chooses something.
  func showReplays(of url: ServerURL, _ login: Login) async -> MenuOutcome<ReplaysChoice>? {
    await show(
      ReplaysScreen(server: url.description), of: url, login, asking: [.listReplays(nil)]
    ) { screen, event, _ in
      if case .replays(let replays) = event { screen.show(replays, .system) }
    }
  }

  /// Sends queries to a server and feeds the answers to a screen, until the screen has an outcome.
  private func show<Screen: ServerScreen>(
    _ screen: Screen, of url: ServerURL, _ login: Login, asking questions: [ClientCommand],
    hear: @escaping (inout Screen, ClientEvent, ClientCore) -> Void
  ) async -> Screen.Outcome? {
    guard let (display, input) = screens else { return nil }
    let outcome: Screen.Outcome? = await withCheckedContinuation { continuation in
      let run = ScreenRun(screen, on: display, input: input) {
        continuation.resume(returning: $0)
      }
      shown = run
      run.start()
      let connection = QueryConnection(asking: questions) { [weak run] news in
        switch news {
        case .heard(.notice(let text), _): run?.change { $0.show(text) }
        case .heard(let event, let client): run?.change { hear(&$0, event, client) }
        case .lost(let reason): run?.change { $0.lose(reason) }
        }
      }
      self.connection = connection
      connection.open(url, login, on: loop)
    }
    connection?.close()
    connection = nil
    return outcome
  }

  /// Fetches a match, with a screen that lets the person give up.
  ///
  /// - Returns: the match or the failure; nil if the person gave up.
  func fetch(
    _ name: String, from url: ServerURL, _ login: Login
  ) async -> Result<MatchRecord, OneShotQuery.Failure>? {
    guard let (display, input) = screens else { return nil }
    let waiting = NoticeScreen<Bool, RenderStyle>(
      "Fetching", "the match from \(url)", isBad: false,
      [.init(id: true, title: "Give up", hint: "", letter: "g")])
    let result: Result<MatchRecord, OneShotQuery.Failure>? = await withCheckedContinuation {
      continuation in
      var isOver = false
      func finish(_ result: Result<MatchRecord, OneShotQuery.Failure>?) {
        guard !isOver else { return }
        isOver = true
        continuation.resume(returning: result)
      }
      let run = ScreenRun(waiting, on: display, input: input) { _ in finish(nil) }
      shown = run
      run.start()
      let connection = QueryConnection(asking: [.fetchReplay(name)]) { news in
        switch news {
        case .heard(.replay(let replay), _):
          finish(
            Result { () throws(OneShotQuery.Failure) in
              try ReplayDownload.record(replay, named: name)
            })
        case .heard: return
        case .lost(let reason): finish(.failure(OneShotQuery.Failure(sentence: reason)))
        }
        run.stop()
      }
      self.connection = connection
      connection.open(url, login, on: loop)
    }
    connection?.close()
    connection = nil
    return result
  }

  /// Plays a finished match until the person leaves.
  func play(_ record: MatchRecord) async -> PlaybackScreen.Outcome? {
    let timeline = Timeline(Recording(log: record.log))
    return await show(PlaybackScreen(timeline, at: clock.now.onDisplay))
  }
}
