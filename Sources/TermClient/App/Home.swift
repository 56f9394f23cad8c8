// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Settings
import TerminalUI

/// The program without a command: the home screen, and everything that is chosen there.
struct Home: Sendable {
  /// The person quits, or the terminal is gone.
  struct Quit: Error {}

  private var flags: [Preference: String]
  /// The settings in effect.
  private(set) var settings: ResolvedSettings
  private let environment: @Sendable (String) -> String?
  /// The forms as last filled in.
  private var forms: [HomeChoice: Form<RoomField>] = [:]

  /// A home with the settings from the command line; `run` shows it.
  init(flags: [Preference: String], environment: @escaping @Sendable (String) -> String?) {
    self.flags = flags
    self.environment = environment
    settings = .ofProcess(flags: flags, environment: environment)
  }

  /// The preferences in effect.
  var preferences: Preferences { settings.preferences }

  /// The server whose match is shown behind the home screen: the one in the settings; nil for none.
  private var liveServer: ServerLogin? {
    guard preferences.showsLiveMatch, preferences.rate != .onChange,
      let url = preferences.onlyServer ?? Destination.server(of: preferences.server)
    else { return nil }
    return ServerLogin(url: url, login: Login(name: preferences.playerName))
  }

  /// Shows the home screen and everything chosen there, until the person quits.
  mutating func run(on app: isolated App) async {
    var choice = HomeChoice.play
    var hasBeenHome = false
    let offered = preferences.isShared ? HomeChoice.offeredWhereShared : HomeChoice.offered
    while let chosen = await app.show(
      HomeScreen(offered, chosen: choice, isDealt: hasBeenHome), liveFrom: liveServer)
    {
      choice = chosen
      hasBeenHome = true
      do throws(Quit) { try await visit(choice, on: app) } catch { return }
    }
  }

  private mutating func visit(_ choice: HomeChoice, on app: isolated App) async throws(Quit) {
    switch choice {
    case .play: try await play(on: app)
    case .daily: try await daily(on: app)
    case .host: try await host(on: app)
    case .quick: try await quick(on: app)
    case .join, .watch: try await enterRoom(choice, on: app)
    case .rooms: try await rooms(on: app)
    case .leaderboard: try await leaderboard(on: app)
    case .settings: try await changeSettings(on: app)
    case .demo: if await app.show(DemoScreen()) == nil { throw Quit() }
    case .quit: throw Quit()
    }
  }

  // MARK: Menus

  /// What was chosen on a screen; nil for back.
  func choice<Choice>(_ outcome: MenuOutcome<Choice>?) throws(Quit) -> Choice? {
    switch outcome {
    case .chosen(let choice): choice
    case .back: nil
    case .quit, nil: throw Quit()
    }
  }

  /// Shows a form, as last filled in for `choice`; not if it asks nothing.
  ///
  /// - Returns: the form as filled in; nil for back.
  mutating func fill(
    _ form: RoomForm, for choice: HomeChoice?, on app: isolated App
  ) async throws(Quit) -> Form<RoomField>? {
    var form = form
    if let filled = choice.flatMap({ forms[$0] }) { form.rows = filled }
    guard form.asks else { return form.rows }
    guard let filled = try self.choice(await app.show(form.screen)) else { return nil }
    if let choice { forms[choice] = filled }
    return filled
  }

  /// Asks for the player's name, the first time it is needed.
  ///
  /// - Returns: whether there is one.
  mutating func askForName(on app: isolated App) async throws(Quit) -> Bool {
    guard preferences.name == nil else { return true }
    guard let form = try await fill(.name(preferences), for: nil, on: app) else { return false }
    keep(name: form.text(.name), on: app)
    return true
  }

  /// The server filled in, or the only one; nil if it is invalid.
  func server(in form: Form<RoomField>) -> ServerURL? { preferences.onlyServer ?? form.url }

  // MARK: Settings

  private mutating func changeSettings(on app: isolated App) async throws(Quit) {
    var problem = ""
    repeat {
      let screen = SettingsScreen(settings, problem: problem)
      guard let changes = try choice(await app.show(screen)) else { return }
      problem = save(changes, on: app)
    } while !problem.isEmpty
  }

  /// Saves the player's name in the settings file, or for this run if that cannot be written.
  mutating func keep(name: String, on app: isolated App) {
    if !save([Preference(\.name): name], on: app).isEmpty || preferences.name == nil {
      flags[Preference(\.name)] = name
      settings = .ofProcess(flags: flags, environment: environment)
    }
  }

  /// Writes changes to the settings file and applies the result.
  ///
  /// - Returns: the error message; empty on success.
  private mutating func save(
    _ changes: [Preference: String?], on app: isolated App
  ) -> String {
    let store = SettingsStore(environment: environment)
    do throws(SettingsStoreError) {
      if !changes.isEmpty {
        var file = try store.load()
        for setting in Preferences.table {
          switch changes[setting] {
          case .some(.some(let value)): file.set(setting, to: value)
          case .some(.none): file.remove(setting)
          case .none: break
          }
        }
        try store.save(file)
      }
    } catch {
      return error.description
    }
    settings = .ofProcess(flags: flags, environment: environment)
    app.adopt(preferences)
    return ""
  }
}
