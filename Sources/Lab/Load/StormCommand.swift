// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import LibWebSockets
import MatchClient

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

  @Flag(help: "Use TLS.")
  var tls = false

  @Option(help: "Number of clients.")
  var clients = 5_000

  @Option(help: "Number of restarts.")
  var rounds = 3

  func validate() throws {
    try LoadArguments.check("clients", clients, in: 1...60_000)
    try LoadArguments.check("rounds", rounds, in: 1...1_000)
  }

  func run() async throws {
    let folder = try TemporaryDirectory()
    let server = Locked(
      try await LoadServer(
        isEncrypted: tls, data: folder.path, onlyOn: load.serverProcessor))
    do {
      try await measure(server, folder)
    } catch {
      await server.get().stop()
      throw error
    }
    await server.get().stop()
  }

  private func measure(_ server: Locked<LoadServer>, _ folder: TemporaryDirectory) async throws {
    let loop = try LoadCommand.startLoop()
    defer { loop.stop() }
    let load = load
    let crowd = Crowd(loop) { server.get().options(from: load.address($0)) }
    await crowd.fill(clients)
    print(
      "tls,clients,seconds_down,seconds_until_all_back,resumed,failed_attempts,server_cpu_seconds")
    for _ in 0..<rounds {
      let failed = await crowd.failedAttempts
      let killed = ContinuousClock.now
      await server.get().stop(SIGKILL)
      let restarted = try await LoadServer(
        port: server.get().url.port, isEncrypted: tls, data: folder.path,
        onlyOn: load.serverProcessor)
      let listening = ContinuousClock.now
      server.update { $0 = restarted }
      // Until the clients notice the disconnect, all still count as welcomed.
      while await crowd.count == clients { await crowd.rest(.milliseconds(1)) }
      await crowd.allIn()
      let back = ContinuousClock.now
      let down = ((listening - killed) / .seconds(1)).rounded(to: 2)
      let took = ((back - listening) / .seconds(1)).rounded(to: 2)
      print(
        "\(tls),\(clients),\(down),\(took),\(await crowd.resumed),"
          + "\(await crowd.failedAttempts - failed),\(restarted.processorSeconds.rounded(to: 2))")
    }
  }
}
