// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab fleet`: how large a fleet has to be.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet", abstract: "Plans a fleet of servers.",
    subcommands: [FleetPlanCommand.self, JournalTableCommand.self])
}

/// `facedown-lab fleet plan`.
struct FleetPlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Says how large a fleet has to be, what is full first, and what it costs.",
    discussion: """
      Capacities, delays and returns are simulated over measured costs; nothing is measured now. The \
      same options and seed give the same lines on every machine.
      """)

  @Option(help: "Players in a match at the busiest moment.")
  var players = 1_000_000
  @Option(help: "Seats of a match.")
  var seats = 4
  @Option(help: "Viewers of one match.")
  var viewers = 250_000
  @Option(help: "Viewers of a relay.")
  var relayViewers = 5_000
  @Option(help: "Minutes for which a room is open.")
  var roomMinutes = 20.0
  @Option(help: "Hours for which a closed room's code and log rest.")
  var restHours = 720.0
  @Option(help: "Steps a second of a room in which a match is played.")
  var steps = 0.6
  @Option(help: "Version of the NATS servers: 2.10, 2.14 or 2.15.")
  var nats = "2.15"
  @Option(help: "Price of a core a month.")
  var corePrice = FleetPrices().core
  @Option(help: "Price of a gigabyte of memory a month.")
  var memoryPrice = FleetPrices().memory
  @Option(help: "Price of a gigabyte of disk a month.")
  var diskPrice = FleetPrices().disk
  @Option(help: "Price of a gigabyte that is sent.")
  var egressPrice = FleetPrices().egress
  @Option(help: "Seed of the simulations.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (100...100_000_000).contains(players), (1...8).contains(seats),
      (0...100_000_000).contains(viewers), (1...20_000).contains(relayViewers),
      (1...1440).contains(roomMinutes),
      (0...87_600).contains(restHours), (0.01...10).contains(steps)
    else {
      throw ValidationError(
        "Give 100 to 100000000 players, 1 to 8 seats, at most 100000000 viewers, 1 to 20000 of them a "
          + "relay, rooms of 1 to 1440 minutes that rest for at most 87600 hours, and 0.01 to 10 "
          + "steps a second.")
    }
    guard JournalServers.all.contains(where: { $0.name == nats }) else {
      throw ValidationError("--nats is 2.10, 2.14 or 2.15.")
    }
    guard [corePrice, memoryPrice, diskPrice, egressPrice].allSatisfy({ $0 >= 0 }) else {
      throw ValidationError("A price is not negative.")
    }
  }

  func run() throws {
    for line in report() { print(line) }
  }

  /// The plan as lines of text.
  func report() -> [String] {
    var demand = FleetDemand(players: players, seats: seats, viewers: viewers)
    (demand.roomSeconds, demand.restSeconds) = (roomMinutes * 60, restHours * 3600)
    demand.intentsPerRoom *= steps / demand.stepsPerRoom
    demand.stepsPerRoom = steps
    let servers = JournalServers.all.first { $0.name == nats } ?? .v2_15
    var machines = FleetMachines()
    machines.viewersPerRelay = relayViewers
    let plan = FleetPlan(demand, machines, servers, seed: seed)
    var prices = FleetPrices()
    (prices.core, prices.memory, prices.disk, prices.egress) = (
      corePrice, memoryPrice, diskPrice, egressPrice
    )
    return FleetReport(plan: plan, prices: prices, seed: seed).lines
  }
}

/// `facedown-lab fleet journal`.
struct JournalTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "How long steps take to be stored, by version of the servers and load, as CSV.")

  @Option(help: "Seed of the simulation.")
  var seed: UInt64 = 1

  static let rates = [500.0, 1000, 1400, 2000, 5000, 10_000, 15_000, 20_000]

  func run() {
    for row in rows() { print(row) }
  }

  /// The header and a row for each rate that the servers can store.
  func rows() -> [String] {
    ["nats,steps_per_second,p50_ms,p99_ms"]
      + JournalServers.all.flatMap { servers in
        let (top, _) = servers.saturated(rooms: 1000, steps: 40_000, seed: seed)
        return Self.rates.filter { $0 < 0.97 * top }.map { rate in
          let latencies = servers.latencies(rate: rate, count: 50_000, seed: seed)
          return "\(servers.name),\(Int(rate)),\((latencies[50] * 1000).fixed(1)),"
            + (latencies[99] * 1000).fixed(1)
        }
      }
  }
}
