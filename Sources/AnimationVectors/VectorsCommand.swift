// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import VectorFiles

/// The command `animation-vectors FILE`: runs a file of tracks and tells what it saw.
public enum VectorsCommand {
  /// The command.
  public static let program = VectorProgram(
    name: "animation-vectors", form: "a file of rows id,track,t,value,velocity"
  ) { VectorReport(running: $0) }

  /// Runs the command with the process's arguments, and ends the process.
  public static func main() -> Never { program.main() }
}
