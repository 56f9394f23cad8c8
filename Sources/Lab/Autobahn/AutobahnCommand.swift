// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// `facedown-lab autobahn`: both ends of `LibWebSockets` as Autobahn's test suite wants them.
struct AutobahnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "autobahn",
    abstract: "Sends back what Autobahn's test suite sends, as a server or as a client.",
    discussion: "scripts/lab autobahn runs the suite; docs/conformance.md tells the results.",
    subcommands: [AutobahnServerCommand.self, AutobahnClientCommand.self])

  /// What both ends take: as much as the longest case sends, in as many fragments as it comes in.
  ///
  /// All else is as the match server and the client have it.
  static var limits: ConnectionOptions {
    var limits = ConnectionOptions()
    limits.maximumMessageBytes = 16 << 20
    limits.maximumPieces = 1 << 17
    limits.messageTimeout = .seconds(60)
    limits.readRate = .init(burst: 1e9, perSecond: 1e9)
    return limits
  }
}
