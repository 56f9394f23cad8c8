// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// `facedown-lab load idle`: connections that are only held.
struct IdleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "idle",
    abstract: "Holds many sessions that say nothing, and measures what each takes.")

  @OptionGroup var load: LoadArguments

  @Option(help: "How many.")
  var connections = 10_000

  @Option(help: "For how many seconds they are held once all are there.")
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
