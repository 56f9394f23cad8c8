// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a fleet has to be for what is asked of it.
struct FleetPlan: Sendable {
  /// One thing that is used up as players become more.
  struct Limit: Sendable {
    /// What it is, with what one of it holds.
    var name: String
    /// The players at which one of it is full.
    var players: Double
    /// What is done about it.
    var remedy: String
  }

  /// Codes of public rooms that may be taken.
  ///
  /// They are 5 of 31 characters, drawn until one is free, up to eight times: with half of them taken,
  /// one room in 256 finds none.
  static let codes = 28_629_151.0 / 2

  var demand: FleetDemand
  var machines: FleetMachines
  var servers: JournalServers
  var costs = MeasuredCosts()
  /// Steps a second that a group of three NATS servers stores in time.
  let groupCapacity: Double
  /// Players that a node decides for in time.
  let playersPerNode: Int

  /// A plan; searching the capacities takes some seconds.
  init(
    _ demand: FleetDemand, _ machines: FleetMachines, _ servers: JournalServers, seed: UInt64
  ) {
    self.demand = demand
    self.machines = machines
    self.servers = servers
    groupCapacity = servers.capacity(
      within: machines.storedWithin, share: machines.share, seed: seed)
    var players = 100_000
    while players > demand.seats {
      let loop = Self.loop(of: players, demand, MeasuredCosts())
      if loop.load <= machines.share,
        loop.delays(count: 50_000, seed: seed)[99] <= machines.decidedWithin
      {
        break
      }
      players -= 500
    }
    playersPerNode = max(players, demand.seats)
  }

  /// The event loop of a node that has the TLS of its players.
  static func loop(of players: Int, _ demand: FleetDemand, _ costs: MeasuredCosts) -> LoopQueue {
    let rooms = Double(players) / Double(demand.seats)
    let messages = Double(demand.seats) * demand.stepsPerRoom / demand.intentsPerRoom + 1
    let published = costs.publish * demand.stepsPerRoom / demand.intentsPerRoom
    return LoopQueue(inputs: [
      LoopQueue.Input(
        rate: rooms * demand.intentsPerRoom, cost: costs.intent + messages * costs.tls + published),
      LoopQueue.Input(
        rate: Double(players) * demand.probesPerPlayer, cost: costs.probe + 2 * costs.tls),
    ])
  }

  // MARK: Counts

  /// Nodes, of which those of a zone may be lost.
  var nodes: Int { withSpare(Double(demand.players) / Double(playersPerNode)) }

  /// Groups of three NATS servers.
  var groups: Int {
    Int(
      max(
        demand.steps / groupCapacity, demand.subjects * costs.subject / usableMemory,
        demand.storedSteps * costs.step / usableDisk
      ).rounded(.up))
  }

  /// What decides how many groups there are.
  var groupsDecidedBy: String {
    let needs = [
      (demand.steps / groupCapacity, "steps"),
      (demand.subjects * costs.subject / usableMemory, "memory"),
      (demand.storedSteps * costs.step / usableDisk, "disk"),
    ]
    return needs.max { $0.0 < $1.0 }?.1 ?? ""
  }

  /// The relays of the match that is watched.
  var tree: RelayTree {
    RelayTree(
      viewers: demand.viewers, viewersPerRelay: machines.viewersPerRelay,
      relaysPerRelay: machines.relaysPerRelay, entries: demand.watchedEntries, costs: costs)
  }

  /// Relays; those of a zone may be lost.
  var relays: Int {
    demand.viewers == 0 ? 0 : withSpare(Double(tree.levels.reduce(0, +)))
  }

  private var usableMemory: Double { machines.serverMemory * machines.share }
  private var usableDisk: Double { machines.serverDisk * machines.share }

  /// Enough units when those of one zone are gone.
  private func withSpare(_ units: Double) -> Int {
    let perZone = (units / Double(machines.zones - 1)).rounded(.up)
    return Int(perZone) * machines.zones
  }

  // MARK: Sizes

  /// Memory of a node, in bytes.
  var nodeMemory: Double {
    Double(playersPerNode)
      * (costs.player + costs.connection.encrypted - costs.connection.plain)
  }

  /// Memory of a relay, in bytes.
  var relayMemory: Double { Double(machines.viewersPerRelay) * costs.connection.encrypted }

  /// Bytes a second to players and to viewers, at the busiest moment.
  var egress: (players: Double, viewers: Double) {
    let bytes = costs.entry.payload + costs.entry.framing
    return (demand.playerEntries * bytes, demand.viewerEntries * bytes)
  }

  /// Bytes a second into each NATS server of a group, from nodes and from the others, together: each
  /// step once, and once more from its leader to each of two followers.
  var serverTraffic: Double { demand.steps * costs.step * 3 / Double(groups) }

  /// What is full at how many players where there is one of each, the first first.
  var limits: [Limit] {
    let players = Double(demand.players)
    func full(_ needed: Double, of capacity: Double) -> Double { players * capacity / needed }
    return [
      Limit(
        name: "codes of public rooms, half of 28.6 million",
        players: full(demand.subjects, of: Self.codes),
        remedy: "let codes rest for less, or longer codes"),
      Limit(
        name: "memory of NATS servers for subjects",
        players: full(
          demand.subjects * costs.subject, of: usableMemory),
        remedy: "let rooms rest for less, or more groups"),
      Limit(
        name: "disks of NATS servers",
        players: full(
          demand.storedSteps * costs.step, of: usableDisk),
        remedy: "let rooms rest for less, or more groups"),
      Limit(
        name: "a node's event loop", players: Double(playersPerNode), remedy: "more nodes"),
      Limit(
        name: "steps stored by three servers of \(servers.name)",
        players: full(demand.steps, of: groupCapacity), remedy: "more groups"),
    ].sorted { $0.players < $1.players }
  }

  // MARK: Money

  /// What it costs a month: cores, memory, disks, traffic.
  func bill(_ prices: FleetPrices) -> [(name: String, amount: Double)] {
    let natsServers = Double(3 * groups)
    let cores = Double(nodes + relays) + natsServers * machines.serverCores
    let memory =
      (Double(nodes) * nodeMemory + Double(relays) * relayMemory) / machines.share
      + natsServers * machines.serverMemory
    let month = 30.0 * 86_400
    // The match that everybody watches is an evening of three hours a month.
    let sent =
      egress.players * demand.average * month + egress.viewers * 3 * 3600
    return [
      ("cores", cores * prices.core), ("memory", memory / 1e9 * prices.memory),
      ("disks", natsServers * machines.serverDisk / 1e9 * prices.disk),
      ("traffic", sent / 1e9 * prices.egress),
    ]
  }
}
