// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Game
import MatchClient
import MatchUI
import Protocol
import Wire

/// `facedown profile`: what a server knows of a player.
struct ProfileCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show a player's ratings, opponents and last matches.",
    discussion: """
      \(ProfileSentences.scope) Without a name it is your own. Of several players of one name the \
      IDs are listed; give one of them instead.
      """)

  @Argument(
    help: ArgumentHelp(
      "The player's name or ID. Default: you.", valueName: "player"),
    transform: PlayerArgument.init)
  var player: PlayerArgument?

  @OptionGroup var place: ServerPlace

  @Flag(help: "Print the server's JSON, one object.")
  var json = false

  @OptionGroup(title: "The server") var server: ServerArguments

  func run() async throws {
    let settings = ResolvedSettings.ofProcess()
    let (url, asked) = try target(settings)
    let own = settings.preferences.ownPlayerID()
    guard let name = asked ?? own else { throw ValidationError(ProfileSentences.guest) }
    let login = ServerLogin(url: url, login: try server.login(at: url))
    let answer = try await App.ask([.profile(name)], login) {
      if case .profile = $0 { true } else { false }
    }
    switch answer {
    case .success(let answers):
      for case .profile(let profile) in answers.events { put(profile, you: own) }
    case .failure(let failure):
      StandardStream.error.say(failure.sentence)
      throw ExitCode(1)
    }
  }

  /// The server and the player; nil for the person at this terminal.
  func target(_ settings: ResolvedSettings) throws -> (url: ServerURL, player: String?) {
    // One argument that is an address names the server.
    if place.place == nil, let text = player?.text, text.contains("://") {
      return (try Destination(text).url(or: settings.preferences.server), nil)
    }
    return (try place.url(settings), try player?.checked())
  }

  private func put(_ profile: Profile, you: String?) {
    if json {
      StandardStream.output.put(
        json: String(decoding: WireEncoding.json.encode(.profile(profile)), as: UTF8.self))
    } else {
      let lines = ProfileLine.lines(of: profile, you: you, .system, columns: 50)
      StandardStream.output.put(lines.map { $0.printed }.joined(separator: "\n"))
    }
  }
}

/// A player's name or ID on the command line.
struct PlayerArgument: Hashable, Sendable {
  /// The text as given.
  let text: String

  /// The text as given.
  init(_ text: String) { self.text = text }

  /// The name or ID.
  ///
  /// - Throws: `ValidationError` if no player can have it.
  func checked() throws -> String {
    guard text.contains(where: { $0 != " " }) else {
      throw ValidationError("Which player? Give a name, or the ID that the leaderboard's JSON has.")
    }
    guard text.unicodeScalars.allSatisfy(\.isPrintable) else {
      throw ValidationError("Names have no invisible characters: give the player's ID.")
    }
    let isID = KeyProof.isPlayerID(text)
    guard isID || text.count <= Wording.nameLimit, text.utf8.count <= Profile.longestName else {
      throw ValidationError(
        "A name has at most \(Wording.nameLimit) characters, and an ID is 32 of a-z and 2-7.")
    }
    return text
  }
}
