// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser

/// `facedown`: plays, hosts, joins and watches matches of Memory in a terminal.
public struct FacedownCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  public static let configuration = CommandConfiguration(
    commandName: "facedown",
    abstract: "Multiplayer Memory in a terminal.",
    version: clientVersion,
    subcommands: [
      HomeCommand.self, PlayCommand.self, HostCommand.self, CreateCommand.self, JoinCommand.self,
      WatchCommand.self, RoomsCommand.self, BotCommand.self, DemoCommand.self,
      ReplayCommand.self, FrameCommand.self, ConfigCommand.self,
    ], defaultSubcommand: HomeCommand.self)

  /// Made by the parser.
  public init() {}
}

/// The version of this program.
let clientVersion = "0.1.0"
