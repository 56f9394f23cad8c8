// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// `facedown-lab load`: what a server holds out under.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Loads a server of its own over real sockets, and measures.",
    discussion: "The server is facedown-server, which has to lie beside this program.",
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

/// What the commands that load have in common.
struct LoadArguments: ParsableArguments {
  @Flag(help: "Speak TLS.")
  var tls = false

  @Option(help: "From how many addresses of this machine, 127.0.0.1 and on, clients connect.")
  var addresses = 50

  func validate() throws {
    guard (1...60_000).contains(addresses) else {
      throw ValidationError("--addresses is from 1 to 60000.")
    }
  }

  /// The address of client number `index`.
  func address(_ index: Int) -> String {
    let number = index % addresses + 1
    return "127.0.\(number / 250).\(number % 250 + 1)"
  }
}

/// What the commands that measure a room in turn, with a burden and without, have in common.
struct RoundArguments: ParsableArguments {
  @Option(help: "How many entries are told of in each round.")
  var entries = 60

  @Option(help: "How many rounds there are of each, in turn.")
  var rounds = 3

  func validate() throws {
    guard (1...100_000).contains(entries), (1...1_000).contains(rounds) else {
      throw ValidationError("--entries is from 1 to 100000, --rounds from 1 to 1000.")
    }
  }
}
