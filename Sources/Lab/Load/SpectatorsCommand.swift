// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// `facedown-lab load spectators`: one room of players before a large audience.
struct SpectatorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectators",
    abstract: "Measures what an audience that pings as clients do costs a room's players.",
    discussion: """
      The owner changes the room's settings 4.5 times a second; each change is an entry for every \
      player and spectator. A spectator pings ten times when it has joined, each second for ten \
      seconds, then every five seconds. For figures that can be compared, pin server and load to a \
      processor each: taskset -c 1 facedown-lab load spectators --server-cpu 0.
      """)

  @OptionGroup var load: LoadArguments

  @Option(help: "How many spectators there are.")
  var spectators = 5_000

  @Option(help: "How many players sit in the room.")
  var players = 4

  @Option(help: "How many entries are measured once the audience is complete.")
  var entries = 200

  @Option(
    name: .customLong("server-cpu"), help: "The processor the server is pinned to; any by default.")
  var serverProcessor: Int?

  @Flag(help: "Spectators do not ping.")
  var noPings = false

  func validate() throws {
    guard (0...50_000).contains(spectators), (1...8).contains(players),
      (1...100_000).contains(entries)
    else {
      throw ValidationError(
        "--spectators is from 0 to 50000, --players from 1 to 8, --entries from 1 to 100000.")
    }
    if let serverProcessor, !(0...1_023).contains(serverProcessor) {
      throw ValidationError("--server-cpu is the number of a processor, from 0 to 1023.")
    }
  }

  func run() async throws {
    let server = try LoadServer(isEncrypted: load.tls, onlyOn: serverProcessor)
    defer { server.stop() }
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let load = load
    let room = SpectatedRoom(loop, pings: !noPings) { server.options(from: load.address($0)) }
    await room.open(players: players, spectators: spectators)
    // By then everyone pings every five seconds.
    await room.change(60)
    let (begin, before) = (ContinuousClock.now, server.processorSeconds)
    await room.change(entries)
    let seconds = begin.duration(to: .now) / .seconds(1)
    let share = (server.processorSeconds - before) / seconds
    let (players, audience, lost) = await (room.playerDelays, room.audienceDelays, room.lost)
    print(
      "spectators,pings,lost,entries,players_p50_ms,players_p99_ms,audience_p50_ms,"
        + "audience_p99_ms,deliveries,server_cpu_percent")
    print(
      "\(spectators),\(noPings ? 0 : 1),\(lost),\(entries),\(players.percentile(0.5)),"
        + "\(players.percentile(0.99)),\(audience.percentile(0.5)),\(audience.percentile(0.99)),"
        + "\(players.count + audience.count),\((share * 100).rounded(to: 1))")
  }
}
