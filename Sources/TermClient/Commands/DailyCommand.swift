// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Game
import MatchClient
import MatchUI
import Protocol
import Wire

/// `facedown daily`: plays the deal of the day and shows its board.
struct DailyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daily", abstract: "Play the deal of the day, the same for everyone.",
    discussion: """
      \(DailySentences.explanation) If the server cannot be reached, you play the last deal that it \
      has revealed to you, against its record; that counts nowhere.
      """)

  @OptionGroup var place: ServerPlace

  @Flag(help: "Show the boards of today and of the last day instead of playing.")
  var board = false

  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Identity") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  func run() async throws {
    let settings = try renderStyle.settings(who: who)
    let url = try place.url(settings)
    let login = ServerLogin(
      url: url, login: try server.login(at: url, guest: settings.preferences.playerName))
    let key = board ? nil : try settings.keyToPlay()
    let you = key.map { KeyProof.playerID(of: $0.publicKey) } ?? settings.preferences.ownPlayerID()
    let store = DailyStore(environment: environmentVariable)
    switch try await daily(of: you, login) {
    case .success(let daily):
      for warning in store.keep(daily, of: url) { StandardStream.error.say(warning) }
      if board || daily.today.isPlayed { return put(daily, you: you, withLast: board) }
      guard let key else { throw ValidationError(DailySentences.guest) }
      var setup = TermRun.Setup.person(
        .create(.daily(daily.today.day)), at: url, login.login, output, settings)
      setup.key = key
      setup.awaitsOthers = false
      setup.dealCommitment = daily.today.commitment
      try await runClient(setup)
      if case .success(let after) = try await self.daily(of: you, login) {
        put(after, you: you, withLast: false)
      }
    case .failure(let failure):
      guard !board, !settings.preferences.isShared, let key, let past = store.past(of: url) else {
        StandardStream.error.say(failure.sentence)
        throw ExitCode(1)
      }
      StandardStream.error.say("\(failure.sentence) \(DailySentences.offline(past.day))")
      try await play(past, key, settings)
    }
  }

  private func daily(
    of you: String?, _ server: ServerLogin
  ) async throws -> Result<Daily, QueryFailure> {
    try await App.ask([.daily(you)], server) { $0.daily != nil }
      .flatMap { answers in
        answers.events.lazy.compactMap(\.daily).first.map { .success($0) }
          ?? .failure(QueryFailure(sentence: "The server gave no answer."))
      }
  }

  /// Plays a past deal on a server of this machine, against its record.
  private func play(
    _ past: DailyBoard, _ key: Ed25519PrivateKey, _ settings: ResolvedSettings
  ) async throws {
    let name = server.name ?? settings.preferences.playerName
    let output = output
    try await App.run { app in
      try await app.withServer(listen: "127.0.0.1:0", recalling: past) { local in
        let login = Login(name: name, trust: local.trust)
        var setup = TermRun.Setup.person(
          .create(.daily(past.day)), at: local.url, login, output, settings)
        setup.sharedURL = nil
        setup.key = key
        setup.awaitsOthers = false
        setup.hasOwnServer = true
        setup.dealCommitment = past.commitment
        try await app.runClient(setup)
        let you = KeyProof.playerID(of: key.publicKey)
        let answer = await app.ask(
          [.daily(you)], ServerLogin(url: local.url, login: login), isAnswer: { $0.daily != nil })
        let own = (try? answer?.get())?.events.lazy.compactMap(\.daily).first?.last.own
        StandardStream.output.put(DailySentences.comparison(own?.result, with: past))
      }
    }
  }

  private func put(_ daily: Daily, you: String?, withLast: Bool) {
    if output.json {
      StandardStream.output.put(
        json: String(decoding: WireEncoding.json.encode(.daily(daily)), as: UTF8.self))
    } else {
      let last = DailySentences.table(daily.last, isOver: true, you: you)
      let today = DailySentences.table(daily.today, isOver: false, you: you)
      StandardStream.output.put(withLast ? "\(last)\n\n\(today)" : today)
      let streak = DailySentences.streak(daily)
      if !streak.isEmpty { StandardStream.output.put(streak) }
    }
  }
}

extension ClientEvent {
  /// The daily deals, if they are what it tells.
  var daily: Daily? {
    if case .daily(let daily) = self { daily } else { nil }
  }
}
