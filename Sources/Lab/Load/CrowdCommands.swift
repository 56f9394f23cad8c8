// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import LibWebSockets
import MatchClient

/// `facedown-lab load idle`: idle connections.
struct IdleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "idle",
    abstract: "Holds many idle sessions, and measures the cost of each.")

  @OptionGroup var load: LoadArguments

  @Option(help: "Number of connections.")
  var connections = 10_000

  @Option(help: "Seconds to hold them once all are connected.")
  var seconds = 40

  func run() async throws {
    let server = try LoadServer(isEncrypted: load.tls)
    defer { server.stop() }
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let load = load
    let crowd = Crowd(loop) { server.options(from: load.address($0)) }
    let (emptyBytes, begin) = (server.residentBytes, ContinuousClock.now)
    let before = server.processorSeconds
    await crowd.fill(connections)
    let (taken, filled) = (begin.duration(to: .now), server.processorSeconds)
    await crowd.rest(.seconds(seconds))
    let idle = (server.processorSeconds - filled) / Double(max(1, seconds))
    let perConnection = Double(server.residentBytes - emptyBytes) / Double(connections)
    print("tls,connections,held,seconds_to_fill,bytes_each,cpu_us_each_accept,idle_cpu_percent")
    print(
      "\(load.tls),\(connections),\(await crowd.count),\((taken / .seconds(1)).rounded(to: 2)),"
        + "\(Int(perConnection)),\(Int((filled - before) / Double(connections) * 1e6)),"
        + "\((idle * 100).rounded(to: 2))")
  }
}

/// `facedown-lab load storm`: everyone reconnects at once.
struct StormCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "storm",
    abstract:
      "Kills a server under many clients, and measures the time until all are welcomed again.",
    discussion: """
      The server keeps its sessions in a journal, so every client should resume its session; \
      `resumed` counts those that did.
      """)

  @OptionGroup var load: LoadArguments

  @Option(help: "Number of clients.")
  var clients = 5_000

  @Option(help: "Number of restarts.")
  var rounds = 3

  func run() async throws {
    let folder = try TemporaryDirectory()
    var server = try LoadServer(isEncrypted: load.tls, data: folder.path)
    defer { server.stop() }
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let target = Locked(server)
    let load = load
    let crowd = Crowd(loop) { target.get().options(from: load.address($0)) }
    await crowd.fill(clients)
    print(
      "tls,clients,seconds_down,seconds_until_all_back,resumed,failed_attempts,server_cpu_seconds")
    for _ in 0..<rounds {
      let failed = await crowd.failedAttempts
      let killed = ContinuousClock.now
      server.stop(SIGKILL)
      server = try LoadServer(port: server.url.port, isEncrypted: load.tls, data: folder.path)
      let listening = ContinuousClock.now
      target.update { [server] in $0 = server }
      // Until the clients notice the disconnect, all still count as welcomed.
      while await crowd.count == clients { await crowd.rest(.milliseconds(1)) }
      await crowd.allIn()
      let back = ContinuousClock.now
      let down = ((listening - killed) / .seconds(1)).rounded(to: 2)
      let took = ((back - listening) / .seconds(1)).rounded(to: 2)
      print(
        "\(load.tls),\(clients),\(down),\(took),\(await crowd.resumed),"
          + "\(await crowd.failedAttempts - failed),\(server.processorSeconds.rounded(to: 2))")
    }
  }
}
