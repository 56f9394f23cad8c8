// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import Game
import Glibc
import LibWebSockets
import Protocol

/// `facedown-lab load spectators`: one room of players before a large audience.
struct SpectatorsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectators",
    abstract: "Measures how an audience with the pings of real clients affects a room's players.",
    discussion: """
      The owner changes the room's settings 4.5 times a second; each change is an entry for every \
      player and spectator. A spectator pings ten times on joining, every second for ten seconds, \
      then every five seconds. For comparable figures, pin server and load to one processor each: \
      taskset -c 1 facedown-lab load spectators --server-cpu 0.
      """)

  @OptionGroup var load: LoadArguments

  @Option(help: "Number of spectators.")
  var spectators = 5_000

  @Option(help: "Number of players.")
  var players = 4

  @Option(help: "Entries to measure once the audience is complete.")
  var entries = 200

  @Option(
    name: .customLong("server-cpu"), help: "Processor to pin the server to; default: any.")
  var serverProcessor: Int?

  @Flag(help: "Spectators send no pings.")
  var noPings = false

  func validate() throws {
    guard (0...50_000).contains(spectators), (1...8).contains(players),
      (1...100_000).contains(entries)
    else {
      throw ValidationError(
        "--spectators must be from 0 to 50000, --players from 1 to 8, --entries from 1 to 100000.")
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

/// `facedown-lab load slow-reader`: a spectator who never reads, beside others who do.
struct SlowReaderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slow-reader",
    abstract: "Measures latency to spectators, with and without one who never reads.",
    discussion: """
      The reader that never reads has a small buffer in the kernel and requests the whole room \
      twenty times a second, so that as much as possible waits for it in the server; when it is \
      disconnected it reconnects.
      """)

  @OptionGroup var turns: RoundArguments

  @Option(help: "Number of spectators who read.")
  var viewers = 100

  func validate() throws {
    guard (1...10_000).contains(viewers) else {
      throw ValidationError("--viewers must be from 1 to 10000.")
    }
  }

  func run() async throws {
    let server = try LoadServer(isEncrypted: false)
    defer { server.stop() }
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let room = SpectatedRoom(loop, pings: false) { _ in server.options() }
    let code = await room.open(players: 1, seats: 2, spectators: viewers)
    await room.change(10)
    let empty = server.residentBytes
    print("silent_readers,deliveries,p50_ms,p99_ms,grown_bytes,silent_reader_cut_off")
    for round in 0..<turns.rounds * 2 {
      let silent = round % 2 == 0 ? nil : SilentReader(server, code)
      await room.change(turns.entries)
      let delays = await room.audienceDelays
      print(
        "\(silent == nil ? 0 : 1),\(delays.count),\(delays.percentile(0.5)),"
          + "\(delays.percentile(0.99)),\(server.residentBytes - empty),\(silent?.end() ?? 0)")
    }
  }
}

/// A spectator who never reads, on a thread of its own.
private final class SilentReader: Sendable {
  private let state = Locked((isOver: false, connections: 0))

  init(_ server: LoadServer, _ code: String) {
    DispatchQueue.global().async { [state] in
      while !state.get().isOver {
        guard let peer = try? RawClient(to: server.url, receiveBuffer: 2_048) else { return }
        state.update { $0.connections += 1 }
        var request: UInt64 = 0
        while !state.get().isOver {
          request += 1
          let join = JoinRoom(id: RequestID(request), code: code, role: .spectator)
          guard peer.say(.joinRoom(join)) else { break }
          usleep(52_000)
        }
      }
    }
  }

  /// Ends it; returns how often it was disconnected.
  func end() -> Int {
    state.update { $0.isOver = true }
    return state.get().connections - 1
  }
}

/// `facedown-lab load pings`: connections that send only pings, beside a table.
struct PingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pings",
    abstract: "Measures how connections that send only pings affect server and rooms.")

  @OptionGroup var turns: RoundArguments

  @Option(help: "Number of such connections.")
  var floods = 1

  func validate() throws {
    guard (1...10_000).contains(floods) else {
      throw ValidationError("--floods must be from 1 to 10000.")
    }
  }

  func run() async throws {
    let server = try LoadServer(isEncrypted: false)
    defer { server.stop() }
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let room = SpectatedRoom(loop, pings: false) { _ in server.options() }
    await room.open(players: 1, seats: 2, spectators: 3)
    await room.change(10)
    print("floods,deliveries,p50_ms,p99_ms,server_cpu_percent,ping_bytes_per_second")
    for round in 0..<turns.rounds * 2 {
      let floods = try (0..<(round % 2) * floods).map { _ in try PingFlood(server) }
      let (begin, before) = (ContinuousClock.now, server.processorSeconds)
      await room.change(turns.entries)
      let seconds = begin.duration(to: .now) / .seconds(1)
      let share = (server.processorSeconds - before) / seconds
      let delays = await room.audienceDelays
      let sent = floods.map { $0.end() }.reduce(0, +)
      print(
        "\(floods.count),\(delays.count),\(delays.percentile(0.5)),\(delays.percentile(0.99)),"
          + "\((share * 100).rounded(to: 1)),\(Int(Double(sent) / seconds))")
    }
  }
}

/// A connection that sends only pings, on a thread of its own.
private final class PingFlood: Sendable {
  private let peer: RawClient
  private let sent = Locked(0)

  init(_ server: LoadServer) throws {
    peer = try RawClient(to: server.url)
    let pings = (0..<1_000).flatMap { _ in RawClient.frame(0x9, []) }
    DispatchQueue.global().async { [peer, sent] in
      while peer.send(pings) { sent.update { $0 += pings.count } }
    }
  }

  /// Ends it; returns how many bytes the server's kernel took.
  func end() -> Int {
    peer.hangUp()
    return sent.get()
  }
}
