// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser

/// `facedown-lab`: experiments over simulated and real networks.
package struct LabCommand: AsyncParsableCommand {
  /// Its name and subcommands.
  package static let configuration = CommandConfiguration(
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
  package init() {}
}
