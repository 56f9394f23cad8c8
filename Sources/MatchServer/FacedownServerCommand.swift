// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser

/// `facedown-server`: hosts matches, and answers what a host asks of those that were played.
public struct FacedownServerCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  public static let configuration = CommandConfiguration(
    commandName: "facedown-server",
    abstract: "Host matches of Memory over WebSockets.",
    discussion: """
      Without a command it serves: facedown-server --listen 0.0.0.0:7777 is facedown-server serve \
      --listen 0.0.0.0:7777. Its options are listed by facedown-server serve --help.
      """,
    version: serverVersion,
    subcommands: [
      ServerCommand.self, ConfigCommand.self, AdminCommand.self, BackupCommand.self,
      RestoreCommand.self, CheckCommand.self, RatingsCommand.self,
    ],
    defaultSubcommand: ServerCommand.self)

  /// Made by the parser.
  public init() {}
}
