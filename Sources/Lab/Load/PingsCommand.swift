// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import LibWebSockets

/// `facedown-lab load pings`: connections of nothing but pings, beside a table.
struct PingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pings",
    abstract: "Measures what connections of nothing but pings cost server and rooms.")

  @OptionGroup var turns: RoundArguments

  @Option(help: "How many such connections.")
  var floods = 1

  func validate() throws {
    guard (1...10_000).contains(floods) else {
      throw ValidationError("--floods is from 1 to 10000.")
    }
  }

  func run() async throws {
    let server = try LoadServer(isEncrypted: false)
    defer { server.stop() }
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let room = WatchedRoom(loop, options: server.options())
    _ = await room.open(viewers: 3)
    await room.change(10)
    print("floods,deliveries,p50_ms,p99_ms,server_cpu_percent,ping_bytes_per_second")
    for round in 0..<turns.rounds * 2 {
      let floods = try (0..<(round % 2) * floods).map { _ in try PingFlood(server) }
      let (begin, before) = (ContinuousClock.now, server.processorSeconds)
      await room.change(turns.entries)
      let seconds = begin.duration(to: .now) / .seconds(1)
      let share = (server.processorSeconds - before) / seconds
      let delays = await room.delays
      let sent = floods.map { $0.end() }.reduce(0, +)
      print(
        "\(floods.count),\(delays.count),\(delays.percentile(0.5)),\(delays.percentile(0.99)),"
          + "\((share * 100).rounded(to: 1)),\(Int(Double(sent) / seconds))")
    }
  }
}

/// A connection of nothing but pings, on a thread of its own.
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
