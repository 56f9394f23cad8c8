// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser
import Protocol
import Settings

/// `facedown-server`: serves matches, and administers servers and their journals.
package struct FacedownServerCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  package static let configuration = CommandConfiguration(
    commandName: "facedown-server",
    abstract: "Host matches of Memory over WebSockets.",
    discussion: """
      Without a subcommand it serves: facedown-server --listen 0.0.0.0:7777 means facedown-server \
      serve --listen 0.0.0.0:7777. facedown-server serve --help lists the options.
      """,
    version: serverVersion,
    subcommands: [
      ServerCommand.self, RelayCommand.self, ConfigCommand.self, AdminCommand.self,
      BackupCommand.self, RestoreCommand.self, CheckCommand.self, RatingsCommand.self,
      WorldCommand.self,
    ],
    defaultSubcommand: ServerCommand.self)

  /// Made by the parser.
  package init() {}

  /// Runs the subcommand on the command line.
  package static func main() async {
    if let sentence = mistake(in: Array(CommandLine.arguments.dropFirst())) {
      exit(withError: ValidationError(sentence))
    }
    await main(nil)
  }

  /// A better message for a mistyped command; nil to leave it to the parser.
  static func mistake(in words: [String]) -> String? {
    let settings = ServerSettings.table.filter { !$0.field.kind.isToggle }.map(\.flag)
    let admin = CommandNames(
      of: "facedown-server admin", AdminCommand.configuration.subcommands.map { $0._commandName },
      valued: ["--data", "--socket"])
    let world = CommandNames(
      of: "facedown-server world", WorldCommand.configuration.subcommands.map { $0._commandName },
      valued: Set(settings + ["--config"]))
    let names = CommandNames(
      of: "facedown-server", configuration.subcommands.map { $0._commandName },
      groups: ["admin": admin, "world": world], valued: Set(settings + ["--config", "--socket"]))
    guard let sentence = names.mistake(in: words), (try? parseAsRoot(words)) == nil else {
      return nil
    }
    return sentence
  }
}

/// Why a command of facedown-server cannot do its work.
struct CommandProblem: Error, Hashable, CustomStringConvertible {
  /// What is wrong and what to do about it.
  var description: String

  /// A problem in the given words.
  init(_ description: String) {
    self.description = description
  }
}
