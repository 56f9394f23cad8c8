// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser
import LibWebSockets
import Settings
import TerminalUI

/// `facedown`: play, host, join and watch matches of Memory in a terminal.
package struct FacedownCommand: AsyncParsableCommand {
  /// The help and the subcommands.
  package static let configuration = CommandConfiguration(
    commandName: "facedown",
    abstract: "Multiplayer Memory in a terminal.",
    version: clientVersion,
    subcommands: [
      HomeCommand.self, PlayCommand.self, DailyCommand.self, HostCommand.self, QuickCommand.self,
      CreateCommand.self,
      JoinCommand.self, WatchCommand.self, RoomsCommand.self, LeaderboardCommand.self,
      ProfileCommand.self, ReplaysCommand.self, DownloadCommand.self, ReplayCommand.self,
      VerifyCommand.self,
      StatsCommand.self, ShareCommand.self, ExportCommand.self, BotCommand.self, DemoCommand.self,
      FrameCommand.self, ConfigCommand.self, IdentityCommand.self,
    ], defaultSubcommand: HomeCommand.self)

  /// For the argument parser.
  package init() {}

  /// Parses the command line and runs the command.
  package static func main() async {
    TerminalRestore.leaveQuittingToTheSystem()
    let words = completed(Array(CommandLine.arguments.dropFirst()))
    let preferences = ResolvedSettings.ofProcess().preferences
    // Nobody could continue it.
    if preferences.isShared { TerminalRestore.ignoreStopping() }
    if let sentence = preferences.problem(with: words) ?? mistake(in: words) {
      exit(withError: ValidationError(sentence))
    }
    await main(words)
  }

  /// The command line with `join` before a room that stands where a command should, so that its link or
  /// code is enough; of a whole invitation, `facedown` is dropped.
  static func completed(_ words: [String]) -> [String] {
    var words = words[...]
    if words.first == "facedown" { words = words.dropFirst() }
    guard let first = words.first, !first.hasPrefix("-"), let room = try? Destination(first),
      let code = room.code
    else { return Array(words) }
    // A short word is rather a mistyped command than a code.
    let isRoom =
      room.url != nil
      || codeLengths.contains(code.count) && NearestName.of(first, among: commands) == nil
    return isRoom ? ["join"] + words : Array(words)
  }

  /// The lengths of rooms' codes.
  private static let codeLengths = [5, 8]

  private static var commands: [String] { configuration.subcommands.map { $0._commandName } }

  /// A better error for a line that cannot be parsed, about its command; nil to keep the parser's.
  static func mistake(in words: [String]) -> String? {
    let names = CommandNames(
      of: "facedown", commands,
      valued: [
        "--palette", "--decoration", "--rate", "--drawing", "--colours", "--theme-file", "--name",
        "--identity", "--tls-fingerprint", "--ca",
      ])
    guard let sentence = names.mistake(in: words), (try? parseAsRoot(words)) == nil else {
      return nil
    }
    return sentence
  }

  /// Fails if the limit of open files is so low that starting a server or a loop would trap.
  package func validate() throws {
    // A match on a local server needs about twenty.
    if let shortage = EventLoop.descriptorShortage(least: 32) { throw ValidationError(shortage) }
  }
}

/// The version of this program.
let clientVersion = "0.1.0"
