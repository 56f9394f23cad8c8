// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Crypto
import Glibc
import LibWebSockets
import MatchClient

/// `facedown-lab load`: load tests of a server.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Measures a server under load over real sockets.",
    discussion: "Starts facedown-server from the folder of this program, unless told otherwise.",
    subcommands: [
      PlayLoadCommand.self, AbuseCommand.self, RelayLoadCommand.self, StormCommand.self,
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

/// Options of all load commands.
struct LoadArguments: ParsableArguments {
  @Option(help: "Number of local addresses, from 127.0.0.1 on, that clients connect from.")
  var addresses = 50

  @Option(
    name: .customLong("server-cpu"),
    help: "Processor to pin a server started here to; default: any.")
  var serverProcessor: Int?

  func validate() throws {
    try Self.check("addresses", addresses, in: 1...60_000)
    if let serverProcessor { try Self.check("server-cpu", serverProcessor, in: 0...1_023) }
  }

  /// The local address of client number `index`.
  func address(_ index: Int) -> String {
    let number = index % addresses + 1
    return "127.0.\(number / 250).\(number % 250 + 1)"
  }

  /// Refuses the value of an option that is out of bounds.
  static func check<Value: Comparable>(
    _ name: String, _ value: Value, in range: ClosedRange<Value>
  ) throws {
    guard range.contains(value) else {
      throw ValidationError(
        "--\(name) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
  }

  /// Refuses more connections than one process can have.
  static func checkConnections(_ count: Int) throws {
    guard count <= 60_000 else {
      throw ValidationError(
        "A process can have at most 60000 connections, not \(count).")
    }
  }
}

/// Options that describe the rooms of a load.
struct RoomArguments: ParsableArguments {
  @Option(help: "Number of rooms.")
  var rooms = 1

  @Option(help: "Seats of each room.")
  var seats = 4

  @Option(help: "Number of spectators, spread over the rooms.")
  var spectators = 0

  @Option(
    help: """
      Instead of playing, change each room's settings this many times a second, at a steady rate \
      however slow the server is; each change is one entry.
      """)
  var rate: Double?

  @Option(help: "Instead of a rate: always keep this many changes of settings per room unanswered.")
  var outstanding: Int?

  @Option(help: "Seconds to measure.")
  var seconds = 20

  @Option(help: "Seconds of load before the measurement; clients probe the clock most often then.")
  var warmUp = 12

  func validate() throws {
    try LoadArguments.check("rooms", rooms, in: 0...10_000)
    try LoadArguments.check("seats", seats, in: 1...8)
    try LoadArguments.check("spectators", spectators, in: 0...50_000)
    try LoadArguments.check("seconds", seconds, in: 1...86_400)
    try LoadArguments.check("warm-up", warmUp, in: 0...3_600)
    if let rate { try LoadArguments.check("rate", rate, in: 0.01...1_000) }
    if let outstanding { try LoadArguments.check("outstanding", outstanding, in: 1...64) }
    guard rate == nil || outstanding == nil else {
      throw ValidationError("--rate and --outstanding exclude each other: give one of them.")
    }
    guard rooms > 0 || spectators == 0 else {
      throw ValidationError("Spectators need a room: give --rooms.")
    }
    try LoadArguments.checkConnections(connections)
  }

  /// The connections of all rooms.
  var connections: Int { rooms * seats + spectators }

  /// What the seats do instead of playing; nil if they play.
  var settingsActivity: LoadActivity? {
    rate.map { .settings(perSecond: $0) } ?? outstanding.map { .saturation(outstanding: $0) }
  }

  /// The durations of a run's phases.
  var phases: LoadRun.Phases {
    LoadRun.Phases(warmUp: .seconds(warmUp), measured: .seconds(seconds))
  }

  /// One source for each room; connections are numbered consecutively across the rooms.
  func sources(
    _ makeRoom: (_ room: Int, _ spectators: Int, _ firstIndex: Int) -> any LoadSource
  ) -> [any LoadSource] {
    var firstIndex = 0
    return (0..<rooms).map { room in
      let watching = spectators / rooms + (room < spectators % rooms ? 1 : 0)
      defer { firstIndex += seats + watching }
      return makeRoom(room, watching, firstIndex)
    }
  }
}

/// Options for a server that is already running.
struct RunningServerArguments: ParsableArguments {
  @Option(
    help: "Load the server at this URL instead of starting one.",
    transform: ServerURL.init)
  var url: ServerURL?

  @Option(help: "The process of that server, to measure its processor time and memory.")
  var serverPid: Int32?

  @Option(help: "The fingerprint of that server's self-signed certificate.")
  var fingerprint: String?

  func validate() throws {
    guard url != nil || (serverPid == nil && fingerprint == nil) else {
      throw ValidationError("--server-pid and --fingerprint are for a server named by --url.")
    }
    if let serverPid, MeasuredProcess(serverPid) == nil {
      throw ValidationError("--server-pid \(serverPid) is not a process that can be measured.")
    }
    if let fingerprint, CertificateFingerprint(fingerprint) == nil {
      throw ValidationError(
        "--fingerprint \(fingerprint) is not a certificate's: 64 hexadecimal digits.")
    }
  }

  /// The server at `url`; nil if none was named.
  var server: LoadServer? {
    url.map {
      LoadServer(
        at: $0, process: serverPid.flatMap { MeasuredProcess($0) },
        trust: fingerprint.flatMap { CertificateFingerprint($0) }.map { .fingerprint($0) }
          ?? .system)
    }
  }
}
