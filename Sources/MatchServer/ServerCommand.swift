// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import ArgumentParser

/// `facedown-server serve`, the default subcommand: hosts matches until it is stopped.
package struct ServerCommand: AsyncParsableCommand {
  /// What help and manual pages say.
  package static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Host matches of Memory over WebSockets.",
    discussion: """
      Once ready, it prints one line of JSON on standard output, for example
      {"event":"listening","url":"ws://127.0.0.1:7777"}; everything else goes to standard error.
      SIGTERM and SIGINT stop it; SIGHUP makes it reload its configuration.
      """)

  @OptionGroup
  var arguments: ServerArguments

  @Flag(help: "Stop when standard input closes, as it does when the parent program exits.")
  var untilInputEnds = false

  @Flag(help: "Start this once although the journal is damaged or incomplete.")
  var acceptLoss = false

  /// Made by the parser.
  package init() {}

  /// Serves until a signal stops it.
  ///
  /// - Throws: why it could not start.
  package func run() async throws {
    var program = ServerProgram(arguments.given)
    program.stopsWithInput = untilInputEnds
    program.acceptsLoss = acceptLoss
    try await program.run()
  }
}
