// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser

/// `facedown-lab`: experiments over simulated and real networks.
public struct LabCommand: AsyncParsableCommand {
  /// Its name and subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "facedown-lab",
    abstract: "Experiments with Facedown over simulated and real networks.",
    subcommands: [
      PlayCommand.self, ClockTableCommand.self, FairnessTableCommand.self, FlipTableCommand.self,
      BreaksCommand.self, RelayCommand.self, MeasureCommand.self, CrashesCommand.self,
      ScenesCommand.self, SimulateCommand.self, LoadCommand.self, AutobahnCommand.self,
      BotsCommand.self, VerifyTrialCommand.self, BackupTrialCommand.self,
      PowerCutsCommand.self, VectorsCommand.self,
    ],
    defaultSubcommand: PlayCommand.self)

  /// A command as parsed.
  public init() {}
}
