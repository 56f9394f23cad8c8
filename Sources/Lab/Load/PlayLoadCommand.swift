// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import LibWebSockets
import MatchClient
import Wire

/// `facedown-lab load play`: rooms of players and spectators over the real protocol.
struct PlayLoadCommand: AsyncParsableCommand {
  /// The encodings of the connections.
  enum Encodings: String, CaseIterable, ExpressibleByArgument {
    case proto
    case json
    /// Both encodings in turn.
    case both
  }

  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays in many rooms with many spectators, and prints one line of JSON.",
    discussion: """
      Players play whole matches, fair deal included, and probe the clock like the terminal \
      client; so do spectators and idle sessions. An intent is due when the rules allow it, or \
      after a bot's thinking time; with --rate at a steady rate. Latencies begin when it was \
      due, not when it was sent, and end with its entry at each connection. For comparable figures \
      pin server and load to one processor each: \
      taskset -c 1 facedown-lab load play --server-cpu 0.
      """)

  @OptionGroup var load: LoadArguments
  @OptionGroup var room: RoomArguments
  @OptionGroup var running: RunningServerArguments
  @OptionGroup var disturbing: DisturbanceArguments

  @Option(help: "Pace of the players: human, or fast (as fast as the rules allow).")
  var pace = BotPlayer.Pace.human

  @Option(help: "Encoding of the messages: proto, json or both.")
  var encoding = Encodings.both

  @Option(help: "Number of sessions in no room.")
  var idle = 0

  @Option(
    help: """
      These sessions ping this many times a second, at a steady rate instead of a client's; each \
      ping is reported as an intent and each pong as a delivery.
      """)
  var pingRate: Double?

  @Option(
    help: "Where the spectators of one room connect: to a relay of the server at --url.",
    transform: ServerURL.init)
  var spectatorsAt: ServerURL?

  @Flag(help: "Use TLS.")
  var tls = false

  @Flag(help: "Keep a journal in a temporary folder, instead of keeping the log only in memory.")
  var durable = false

  @Flag(help: "Only players in a match probe the clock.")
  var noPings = false

  @Flag(
    help: """
      Keep the server's limits per address, which are otherwise off, and apply them to this \
      machine's addresses too.
      """)
  var limitAddresses = false

  func validate() throws {
    try LoadArguments.check("idle", idle, in: 0...60_000)
    if let pingRate { try LoadArguments.check("ping-rate", pingRate, in: 0.01...100) }
    guard pingRate == nil || (idle > 0 && room.rooms == 0) else {
      throw ValidationError("--ping-rate is for sessions in no room: give --idle and --rooms 0.")
    }
    guard connections > 0 else {
      throw ValidationError("There is nobody to connect: give --rooms or --idle.")
    }
    try LoadArguments.checkConnections(connections + disturbing.connections)
    guard running.url == nil || !(tls || durable || limitAddresses || load.serverProcessor != nil)
    else {
      throw ValidationError(
        "--tls, --durable, --limit-addresses and --server-cpu are for a server started here, "
          + "not for one at --url.")
    }
    guard spectatorsAt == nil || (running.url != nil && room.rooms == 1 && connections > 1) else {
      throw ValidationError("--spectators-at is for one room at --url, with spectators.")
    }
    guard durable || disturbing.journalDelay == nil else {
      throw ValidationError("Without a journal there is nothing to delay: give --durable.")
    }
    guard !disturbing.needsRoom || room.rooms > 0 else {
      throw ValidationError("Arrivals, pingers and silent readers need a room: give --rooms.")
    }
    guard !disturbing.needsPlainText || !(tls || running.url?.isEncrypted == true) else {
      throw ValidationError("Silent readers and ping floods do not speak TLS.")
    }
  }

  func run() async throws { print(try await report().line) }

  /// Runs the load.
  ///
  /// - Throws: if the server, the load or strace cannot be started.
  func report() async throws -> LoadReport {
    if disturbing.journalDelay != nil, let obstacle = await SlowDisk.obstacle() {
      throw ValidationError("The journal cannot be delayed: \(obstacle).")
    }
    let folder = durable ? try TemporaryDirectory() : nil
    let server: LoadServer =
      if let named = running.server {
        named
      } else {
        try await LoadServer(
          isEncrypted: tls, data: folder?.path, onlyOn: load.serverProcessor,
          limitsAddresses: limitAddresses, settings: serverSettings)
      }
    var report: LoadReport
    do {
      let loop = try LoadCommand.startLoop()
      defer { loop.stop() }
      report = try await measure(server, loop)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    if let folder, disturbing.journalDelay != nil {
      let check = try ServerProgram(["check", "--data", folder.path])
      report.journalIsIntact = await check.end(0) == 0
    }
    withExtendedLifetime(folder) {}
    return report
  }

  private var connections: Int { room.connections + idle }

  /// Arguments that raise the server's limits for this load, because they are not what is measured.
  private var serverSettings: [String] {
    let connections = connections + disturbing.connections + 64
    var settings = ["--max-connections", "\(connections)", "--log-level", "error"]
    // A player in a match stays within the default limits.
    if room.settingsActivity != nil || pingRate != nil {
      settings += ["--intents", "1000", "--messages", "10000", "--message-burst", "100000"]
    }
    return settings
  }

  private func measure(_ server: LoadServer, _ loop: EventLoop) async throws -> LoadReport {
    let (load, room, idle, pingRate, disturbing) = (load, room, idle, pingRate, disturbing)
    let relay = spectatorsAt.map { LoadServer(at: $0, process: nil) }
    let context = LoadContext(
      loop: loop, activity: room.settingsActivity ?? .matches(pace), hasPings: !noPings,
      encodings: encoding == .both ? [.proto, .json] : encoding == .json ? [.json] : [.proto],
      options: { index in
        let target = index < room.seats ? server : relay ?? server
        return target.options(from: target.isLocal ? load.address(index) : nil)
      })
    let run = LoadRun(loop, server, wanted: connections, context: context) { context in
      let rooms = room.sources { _, spectators, firstIndex in
        LoadRoom(context, seats: room.seats, spectators: spectators, firstIndex: firstIndex)
      }
      let sessions: [any LoadSource] =
        idle > 0
        ? [
          IdleConnections(
            context, count: idle, firstIndex: room.connections, pingsPerSecond: pingRate)
        ] : []
      let first = rooms.first as? LoadRoom
      return rooms + sessions
        + disturbing.sources(context, firstIndex: room.connections + idle) { first?.code ?? "" }
    }
    return try await run.perform(
      room.phases, beside: disturbing.disturbance, slowing: disturbing.disk)
  }
}
