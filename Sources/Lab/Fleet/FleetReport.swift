// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A plan in words.
struct FleetReport {
  var plan: FleetPlan
  var prices: FleetPrices
  var seed: UInt64

  var lines: [String] { demand + limits + machines + simulated + money }

  private var demand: [String] {
    let demand = plan.demand
    return [
      "asked for",
      row("matches at the busiest moment", count(demand.rooms)),
      row("steps a second", count(demand.steps)),
      row("rooms opened a day", count(demand.roomsPerDay)),
      row("codes and subjects in use", count(demand.subjects)),
      row("steps on disk, each of three copies", bytes(demand.storedSteps * plan.costs.step)),
    ]
  }

  private var limits: [String] {
    ["full first, with one of each"]
      + plan.limits.map { row($0.name, "\(count($0.players)) players; \($0.remedy)") }
  }

  private var machines: [String] {
    let loop = FleetPlan.loop(of: plan.playersPerNode, plan.demand, plan.costs)
    var lines = [
      "machines, each zone spare",
      row(
        "nodes, one core and \(bytes(plan.nodeMemory)) each",
        "\(plan.nodes), of \(count(Double(plan.playersPerNode))) players at \(percent(loop.load))"),
      row(
        "groups of three NATS servers of \(plan.servers.name)",
        "\(plan.groups), of \(count(plan.groupCapacity)) steps a second; "
          + "decided by \(plan.groupsDecidedBy)"),
    ]
    if plan.demand.viewers > 0 {
      lines.append(
        row(
          "relays, one core and \(bytes(plan.relayMemory)) each",
          "\(plan.relays), in levels of "
            + plan.tree.levels.map { "\($0)" }.joined(separator: " and ")
            + ", the last at \(percent(plan.tree.load))"))
    }
    let (players, viewers) = plan.egress
    lines += [
      row("sent to players", bits(players)), row("sent to viewers", bits(viewers)),
      row("between the servers of a group", bits(plan.serverTraffic)),
    ]
    return lines
  }

  private var simulated: [String] {
    let loop = FleetPlan.loop(of: plan.playersPerNode, plan.demand, plan.costs)
    let stored = plan.servers.latencies(
      rate: plan.demand.steps / Double(plan.groups), count: 50_000, seed: seed)
    let decided = loop.delays(count: 50_000, seed: seed)
    var lines = [
      "simulated, p50 and p99", row("a step is stored after", spread(stored)),
      row("an input is decided after", spread(decided)),
    ]
    if plan.demand.viewers > 0 {
      lines.append(
        row("an entry is at viewers after", spread(plan.tree.delays(entries: 5_000, seed: seed))))
    }
    let left = max(plan.nodes - 1, 1)
    let claims = RoomTakeover(
      rooms: plan.playersPerNode / plan.demand.seats, nodes: left, groups: plan.groups,
      servers: plan.servers, rate: plan.demand.steps / Double(plan.groups), costs: plan.costs
    ).claims(seed: seed)
    let returns = ReturnStorm(
      clients: plan.playersPerNode, nodes: left, cost: plan.costs.comeback, load: loop.load
    ).returns(seed: seed)
    // A player plays on when the room is claimed and the session is back.
    let back = zip(returns, Self.dealt(claims, to: returns.count)).map { max($0, $1) }
    lines += [
      row("a dead node's rooms are claimed after", spread(Percentiles(claims))),
      row("its players play on after", spread(Percentiles(back))),
      row(
        "everybody is back, all nodes restarted in 5 s, after",
        spread(
          Percentiles(
            ReturnStorm(
              clients: min(plan.demand.players, plan.playersPerNode * plan.nodes),
              nodes: plan.nodes, cost: plan.costs.comeback, load: 0, listening: 5
            ).returns(seed: seed)))),
    ]
    return lines
  }

  /// Each room's time once for each of its players.
  private static func dealt(_ claims: [Double], to count: Int) -> [Double] {
    guard !claims.isEmpty else { return Array(repeating: 0, count: count) }
    return (0..<count).map { claims[$0 % claims.count] }
  }

  private var money: [String] {
    let bill = plan.bill(prices)
    let sum = bill.reduce(0) { $0 + $1.amount }
    return [
      "a month, at prices of \(FleetPrices.date): \(prices.core.fixed(2)) a core, "
        + "\(prices.memory.fixed(2)) a GB of memory, \(prices.disk.fixed(2)) a GB of disk, "
        + "\(prices.egress.fixed(2)) a GB sent"
    ] + bill.map { row($0.name, count($0.amount)) }
      + [
        row("all", count(sum)),
        row("a player", (sum / Double(plan.demand.players)).fixed(3)),
      ]
  }

  // MARK: Words

  private func row(_ name: String, _ value: String) -> String {
    "  \(name)\(String(repeating: " ", count: max(1, 54 - name.count)))\(value)"
  }

  private func spread(_ figures: Percentiles) -> String {
    "\(time(figures[50])), \(time(figures[99]))"
  }

  private func time(_ seconds: Double) -> String {
    seconds < 1 ? "\((seconds * 1000).fixed(1)) ms" : "\(seconds.fixed(2)) s"
  }

  /// Three digits count, the others are guesses.
  private func count(_ number: Double) -> String {
    var (number, scale) = (number, 1.0)
    while number >= 1000 {
      number /= 10
      scale *= 10
    }
    var digits = "\(Int(number.rounded() * scale))"
    var index = digits.endIndex
    while digits.distance(from: digits.startIndex, to: index) > 3 {
      index = digits.index(index, offsetBy: -3)
      digits.insert(",", at: index)
    }
    return digits
  }

  private func bytes(_ number: Double) -> String {
    number < 1e9
      ? "\((number / 1e6).fixed(0)) MB"
      : number < 1e12 ? "\((number / 1e9).fixed(1)) GB" : "\((number / 1e12).fixed(1)) TB"
  }

  private func bits(_ bytes: Double) -> String { "\((bytes * 8 / 1e9).fixed(2)) Gbit/s" }

  private func percent(_ share: Double) -> String { "\((share * 100).fixed(0)) % of a core" }
}
