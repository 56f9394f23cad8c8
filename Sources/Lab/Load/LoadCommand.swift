// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// `facedown-lab load`: load tests of a server.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Measures a server under load over real sockets.",
    discussion: "Starts facedown-server from the folder of this program.",
    subcommands: [
      IdleCommand.self, SlowReaderCommand.self, PingsCommand.self, SpectatorsCommand.self,
      StormCommand.self,
    ])

  /// A loop for thousands of clients.
  static func startLoop() throws -> EventLoop {
    var options = EventLoopOptions()
    options.maximumDescriptors = 65_536
    options.handshakeShare = 1
    options.log = { _, _ in }
    return try EventLoop.start(options)
  }
}

/// Options of all load commands.
struct LoadArguments: ParsableArguments {
  @Flag(help: "Use TLS.")
  var tls = false

  @Option(help: "Number of local addresses, from 127.0.0.1 on, that clients connect from.")
  var addresses = 50

  func validate() throws {
    guard (1...60_000).contains(addresses) else {
      throw ValidationError("--addresses must be from 1 to 60000.")
    }
  }

  /// The local address of client number `index`.
  func address(_ index: Int) -> String {
    let number = index % addresses + 1
    return "127.0.\(number / 250).\(number % 250 + 1)"
  }
}

/// Options of the commands that measure a room alternately with and without a load.
struct RoundArguments: ParsableArguments {
  @Option(help: "Entries per round.")
  var entries = 60

  @Option(help: "Rounds of each kind, alternating.")
  var rounds = 3

  func validate() throws {
    guard (1...100_000).contains(entries), (1...1_000).contains(rounds) else {
      throw ValidationError("--entries must be from 1 to 100000, --rounds from 1 to 1000.")
    }
  }
}
