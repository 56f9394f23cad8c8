// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab inputs`: what rooms' inputs cost, with an audience and without, and in a world.
struct InputsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inputs",
    abstract: "Plays matches through the server's core, without sockets, before an audience.",
    discussion: """
      Prints a line of CSV: the players' intents, the messages to single connections and to whole \
      audiences, their bytes, and a checksum of the match, which is the same however many watch, and \
      in a world of however many nodes. scripts/bench input counts the instructions of the decisions.
      """)

  @Option(help: "Number of rooms.")
  var rooms = 1

  @Option(help: "Number of spectators of the first room.")
  var spectators = 0

  @Option(help: "Number of nodes of the server's world; 0: a server by itself.")
  var nodes = 0

  @Option(help: "Number of intents that the four players send.")
  var count = 1_000

  func validate() throws {
    try LoadArguments.check("rooms", rooms, in: 1...10_000)
    try LoadArguments.check("spectators", spectators, in: 0...50_000)
    try LoadArguments.check("nodes", nodes, in: 0...100)
    try LoadArguments.check("count", count, in: 1...1_000_000)
  }

  func run() throws {
    let probe = RoomProbe(rooms: rooms, spectators: spectators, nodes: nodes)
    probe.play(count)
    let counts = probe.counts
    print("rooms,spectators,nodes,inputs,sent,published,bytes,digest")
    print(
      rooms, spectators, nodes, counts.inputs, counts.sent, counts.published, counts.bytes,
      String(counts.digest, radix: 16), separator: ",")
  }
}
