// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Game
import MatchClient
import TerminalUI

/// `facedown create`: opens a room and takes its first seat.
struct CreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Open a room on a server and take its first seat.")

  @OptionGroup var place: ServerPlace

  @OptionGroup(title: "The match") var rules: SettingsArguments
  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Identity") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  func validate() throws {
    guard let code = place.place?.code else { return }
    let link = place.place?.url.map { $0.link(to: code) } ?? code
    throw ValidationError(
      "\(link) is a link to a room: join it, or remove the code to open another.")
  }

  func run() async throws {
    let settings = try renderStyle.settings(who: who)
    let url = try place.url(settings)
    let login = try server.login(at: url, guest: settings.preferences.playerName)
    var setup = TermRun.Setup.person(.create(rules.settings), at: url, login, output, settings)
    setup.key = try settings.keyToPlay()
    try await runClient(setup)
  }
}

/// `facedown join`: takes a seat in a room.
struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Take a seat in a room.")

  @OptionGroup var room: RoomArguments
  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Identity") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  func run() async throws {
    let settings = try renderStyle.settings(who: who)
    let url = try room.place.url(settings)
    let login = try server.login(at: url, guest: settings.preferences.playerName)
    var setup = TermRun.Setup.person(
      try room.launch(.player), at: url, login, output, settings)
    if setup.launch.isPlaying { setup.key = try settings.keyToPlay() }
    try await runClient(setup)
  }
}

/// `facedown watch`: watches a room.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Watch a room's match.")

  @OptionGroup var room: RoomArguments
  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Output") var output: OutputArguments
  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  func run() async throws {
    let settings = try renderStyle.settings()
    let url = try room.place.url(settings)
    let login = try server.login(at: url, guest: settings.preferences.playerName)
    try await runClient(.person(try room.launch(.spectator), at: url, login, output, settings))
  }
}

/// Which room: a link to it, or a server and its code.
struct RoomArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The link to the room, its server, or a room code on the server in your settings.",
      valueName: "url"), transform: Destination.init)
  var place: Destination?

  @Argument(help: "The room's code, if the link has none.")
  var code: String?

  func validate() throws { _ = try foundCode() }

  /// The code given, or the one in the link.
  func foundCode() throws -> String {
    guard let code = code ?? place?.code else {
      throw ValidationError("Which room? Give its link, or its code, for example K7QF2.")
    }
    return code.uppercased()
  }

  /// What to do there as `role`; a link that ends in `/watch` always watches.
  func launch(_ role: Role) throws -> LaunchAction {
    let code = try foundCode()
    return role == .spectator || place?.url?.isToWatch == true
      ? .watch(code: code) : .join(code: code)
  }
}

/// Runs one client.
///
/// - Throws: `ExitCode` if the client ends with a code other than 0.
func runClient(_ setup: TermRun.Setup) async throws {
  try await App.run { try await $0.runClient(setup) }
}

extension App {
  /// Runs one client, and prints why it ended.
  ///
  /// - Throws: `ExitCode` if the client ends with a code other than 0.
  func runClient(_ setup: TermRun.Setup) async throws {
    let ending = try await play(setup)
    if let sentence = ending.sentence { surroundings.put(.error, sentence.harmless(limit: 1000)) }
    guard ending.code == 0 else { throw ExitCode(ending.code) }
  }
}

extension TermRun.Setup {
  /// The run of the person at this terminal.
  static func person(
    _ launch: LaunchAction, at url: ServerURL, _ login: Login, _ output: OutputArguments,
    _ settings: ResolvedSettings
  ) -> TermRun.Setup {
    TermRun.Setup(
      url: url, login: login, agent: "facedown/\(clientVersion)",
      launch: launch, style: output.style,
      preferences: settings.preferences, faces: settings.faces, readsInput: true,
      sharedURL: settings.preferences.linkServer, showsStatistics: output.stats)
  }
}
