// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser
import Crypto
import Game
import Lobby

/// `facedown-server serve`, the default subcommand: hosts matches until it is stopped.
package struct ServerCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  package static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Host matches of Memory over WebSockets.",
    discussion: """
      Once ready, it prints one line of JSON on standard output, for example
      {"event":"listening","url":"ws://127.0.0.1:7777"}; everything else goes to standard error.
      SIGTERM and SIGINT stop it; SIGHUP makes it reload its configuration.
      """)

  @OptionGroup
  var arguments: ServerArguments

  @Flag(help: "Stop when standard input closes, as it does when the parent program exits.")
  var untilInputEnds = false

  @Flag(help: "Start this once although the journal is damaged or incomplete.")
  var acceptLoss = false

  @Option(
    help: ArgumentHelp(
      "Let this past day's deal be played again, by the seed that its server has revealed.",
      valueName: "day:seed", visibility: .hidden),
    transform: RecalledDay.init(argument:))
  var recalledDay: RecalledDay?

  /// Made by the parser.
  package init() {}

  /// Serves until a signal stops it.
  ///
  /// - Throws: why it could not start.
  package func run() async throws {
    var program = ServerProgram(arguments.given)
    program.stopsWithInput = untilInputEnds
    program.acceptsLoss = acceptLoss
    program.recalledDay = recalledDay
    try await program.run()
  }
}

extension RecalledDay {
  /// A day and its seed in hexadecimal digits, such as `2026-11-26:0f...`.
  ///
  /// - Throws: `ValidationError` for any other text.
  init(argument: String) throws {
    let parts = argument.split(separator: ":")
    guard parts.count == 2, let day = Day(String(parts[0])),
      let past = RecalledDay(day: day, seed: Hexadecimal.bytes(of: String(parts[1])) ?? [])
    else {
      throw ValidationError("Give a past day as DATE:SEED, the seed as 64 hexadecimal digits.")
    }
    self = past
  }
}
