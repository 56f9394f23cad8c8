// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser
import LibWebSockets
import Protocol

/// `facedown`: plays, hosts, joins and watches matches of Memory in a terminal.
public struct FacedownCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  public static let configuration = CommandConfiguration(
    commandName: "facedown",
    abstract: "Multiplayer Memory in a terminal.",
    version: clientVersion,
    subcommands: [
      HomeCommand.self, PlayCommand.self, HostCommand.self, QuickCommand.self, CreateCommand.self,
      JoinCommand.self, WatchCommand.self, RoomsCommand.self, LeaderboardCommand.self,
      ReplaysCommand.self, DownloadCommand.self, ReplayCommand.self, VerifyCommand.self,
      StatsCommand.self, ExportCommand.self, BotCommand.self, DemoCommand.self,
      FrameCommand.self, ConfigCommand.self, IdentityCommand.self,
    ], defaultSubcommand: HomeCommand.self)

  /// Made by the parser.
  public init() {}

  /// Does what the command line says.
  public static func main() async {
    TerminalRestore.leaveQuittingToTheSystem()
    if let sentence = mistake(in: Array(CommandLine.arguments.dropFirst())) {
      exit(withError: ValidationError(sentence))
    }
    await main(nil)
  }

  /// What is wrong with the command in a line that cannot be parsed; nil for what the parser says best.
  static func mistake(in words: [String]) -> String? {
    let names = CommandNames(
      of: "facedown", configuration.subcommands.map { $0._commandName },
      valued: [
        "--palette", "--decoration", "--rate", "--drawing", "--colours", "--theme-file", "--name",
        "--identity", "--tls-fingerprint", "--ca",
      ])
    guard let sentence = names.mistake(in: words), (try? parseAsRoot(words)) == nil else {
      return nil
    }
    return sentence
  }

  /// Refuses to begin with so few open files that starting another program or a loop would trap.
  public func validate() throws {
    // A match of one's own takes about twenty.
    if let shortage = EventLoop.descriptorShortage(least: 32) { throw ValidationError(shortage) }
  }
}

/// The version of this program.
let clientVersion = "0.1.0"
