// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import FacedownTesting
import Game
import MatchClient
import SocketClient
import TermClient

/// `facedown-lab play`: a match against a bot over a simulated link, to experience it.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays against a bot over a simulated link.",
    discussion: """
      A server, a bot and a relay run in this process; facedown, which must be in the same folder, \
      connects through the relay. The bot's own connection is good.
      """)

  @OptionGroup var link: LinkArguments

  func run() async throws {
    let world = try await SocketWorld()
    let bot = try await world.enter(
      name: "Ada", agent: "facedown-bot/lab",
      driver: BotDriver(
        Bot(seed: link.seed), goal: .create(MatchSettings(pairs: 8, seats: 2)), pace: .human))
    let code = try await world.roomCode(of: bot)
    let relay = try LinkRelay(
      to: await world.address.port, conditions: link.conditions, seed: link.seed)
    let child = try ChildProgram("facedown", ["join", "ws://127.0.0.1:\(relay.port)/\(code)"])
    let status = await OwnThread.run {
      var status: Int32?
      relay.run {
        status = status ?? child.endedStatus()
        return status != nil
      }
      return status ?? 0
    }
    await world.stop()
    if status != 0 { throw ExitCode(1) }
  }
}
