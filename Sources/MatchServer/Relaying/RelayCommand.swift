// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser

/// `facedown-server relay`: serves spectators of another server's matches until it is stopped.
package struct RelayCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  package static let configuration = CommandConfiguration(
    commandName: "relay",
    abstract: "Serve spectators of another server's matches.",
    discussion: """
      It keeps nothing and knows no secrets: for each room that somebody watches here, it is one \
      spectator of the server given by --of. Whoever wants to play is told to go there. Once ready, \
      it prints one line of JSON on standard output, as facedown-server serve does.
      """)

  @OptionGroup
  var arguments: RelayArguments

  @Flag(help: "Stop when standard input closes, as it does when the parent program exits.")
  var untilInputEnds = false

  /// Made by the parser.
  package init() {}

  /// Serves until a signal stops it.
  ///
  /// - Throws: why it could not start.
  package func run() async throws {
    var program = ServerProgram(arguments.given)
    program.stopsWithInput = untilInputEnds
    try await program.run()
  }
}
