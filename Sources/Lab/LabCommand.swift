// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import ArgumentParser

/// `facedown-lab`: what bad lines do, in numbers and by hand.
public struct LabCommand: AsyncParsableCommand {
  /// Its name and subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "facedown-lab",
    abstract: "Tries Facedown over simulated lines, by hand and in numbers.",
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
