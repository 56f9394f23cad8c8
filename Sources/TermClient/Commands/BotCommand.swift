// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
package import Bots
import Crypto
import Game
import MatchClient
import SocketClient

/// `facedown bot`: runs a bot at a seat, over the same protocol as every client.
struct BotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bot", abstract: "Let a bot play in a room.")

  @Argument(
    help: ArgumentHelp(
      "The server, or the link to the room. Default: the server in your settings.",
      valueName: "url"), transform: Destination.init)
  var place: Destination?

  @Flag(help: "Open a room.")
  var create = false

  @Option(help: "The code of the room to join.")
  var room: String?

  @Option(help: "The seed of the bot's random choices.")
  var seed: UInt64?

  @Option(help: "How fast the bot plays.")
  var pace = BotPlayer.Pace.human

  @OptionGroup var skill: LevelArgument
  @OptionGroup(title: "The match, with --create") var rules: SettingsArguments
  @OptionGroup(title: "The server") var server: ServerArguments
  @OptionGroup(title: "Identity") var who: IdentityArguments
  @OptionGroup(title: "Output") var output: OutputArguments

  func validate() throws {
    guard create != (code != nil) else {
      throw ValidationError("Use either --create or --room CODE, or give the link to the room.")
    }
    guard place?.url?.isToWatch != true else {
      throw ValidationError("That link is for watching: remove /watch to let a bot play there.")
    }
  }

  private var code: String? { room ?? place?.code }

  func run() async throws {
    let url = try place.url(.ofProcess())
    let goal =
      code.map { BotDriver.Goal.join(code: $0.uppercased()) }
      ?? .create(rules.settings)
    let seed = seed ?? drawSeed()
    let name = BotNames.all[Int(seed % UInt64(BotNames.all.count))]
    let login = try server.login(at: url, guest: name)
    let style = output.style == .json ? OutputStyle.json : .plain
    var setup = TermRun.Setup.bot(
      goal, at: url, login, Bot(level: skill.level, seed: seed), pace: pace, style)
    // A bot uses a key only if one is given, never the user's own.
    setup.key = try who.identity.map { IdentityChoice.file($0) }?.key()
    try await runClient(setup)
  }
}

extension TermRun.Setup {
  /// The run of a bot.
  static func bot(
    _ goal: BotDriver.Goal, at url: ServerURL, _ login: Login, _ bot: Bot,
    pace: BotPlayer.Pace, _ style: OutputStyle
  ) -> TermRun.Setup {
    let driver = BotDriver(bot, goal: goal, pace: pace)
    let place: LaunchAction =
      switch goal {
      case .create(let settings): .create(settings)
      case .join(let code): .join(code: code)
      }
    return TermRun.Setup(
      url: url, login: login, agent: botAgent,
      launch: place, driver: driver, style: style, readsInput: false)
  }
}

extension BotPlayer.Pace: ExpressibleByArgument {}

/// A random seed for a bot.
func drawSeed() -> UInt64 { RandomBytes.make(8).reduce(0) { $0 << 8 | UInt64($1) } }

/// The agent that bots announce; the server lists clients with it as bots.
let botAgent = "facedown-bot/\(clientVersion)"
