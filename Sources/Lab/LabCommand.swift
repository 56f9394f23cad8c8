// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser
import Dispatch

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
      PowerCutsCommand.self, VectorsCommand.self, InputsCommand.self, FleetCommand.self,
    ],
    defaultSubcommand: PlayCommand.self)

  /// A command as parsed.
  package init() {}

  /// Runs the command of the command line.
  ///
  /// A command that never waits runs on the main thread from beginning to end: valgrind does not
  /// survive that this thread ends in Dispatch, as it does under an `async` main function.
  package static func start() -> Never {
    do {
      var command = try parseAsRoot()
      guard let waiting = command as? any AsyncParsableCommand else {
        try command.run()
        exit()
      }
      Task {
        do {
          var command = waiting
          try await command.run()
          exit()
        } catch {
          exit(withError: error)
        }
      }
    } catch {
      exit(withError: error)
    }
    dispatchMain()
  }
}
