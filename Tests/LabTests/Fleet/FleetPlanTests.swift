// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Foundation
import Testing

@testable import Lab

@Suite("A plan of a fleet", .timeLimit(.minutes(1)))
struct FleetPlanTests {
  /// docs/fleet.md.
  private func page() throws -> String {
    try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/fleet.md"),
      encoding: .utf8)
  }

  private func plan(
    _ change: (inout FleetDemand) -> Void = { _ in }, servers: JournalServers = .v2_15
  ) -> FleetPlan {
    var demand = FleetDemand()
    change(&demand)
    return FleetPlan(demand, FleetMachines(), servers, seed: 1)
  }

  @Test(
    "holds all players when the nodes of a zone are gone, and no machine is fuller than allowed")
  func holds() {
    let plan = plan()
    let left = plan.nodes / plan.machines.zones * (plan.machines.zones - 1)
    #expect(left * plan.playersPerNode >= plan.demand.players)
    #expect((left - 2) * plan.playersPerNode < plan.demand.players, "That is more than needed.")
    let loop = FleetPlan.loop(of: plan.playersPerNode, plan.demand, plan.costs)
    #expect(loop.load <= plan.machines.share)
    #expect(loop.delays(count: 50_000, seed: 1)[99] <= plan.machines.decidedWithin)
    let servers = Double(plan.groups)
    #expect(plan.demand.steps / servers <= plan.groupCapacity)
    #expect(
      plan.demand.subjects * plan.costs.subject / servers
        <= plan.machines.serverMemory * plan.machines.share)
    #expect(
      plan.demand.storedSteps * plan.costs.step / servers
        <= plan.machines.serverDisk * plan.machines.share)
  }

  @Test("says what is full first: with thirty days of rest that is not the players")
  func limits() {
    let rested = plan { $0.players = 1_000_000 }
    #expect(rested.limits.map(\.players) == rested.limits.map(\.players).sorted())
    let codes = rested.limits.first { $0.name.hasPrefix("codes") }?.players ?? 0
    // 4 seats, 20 minutes a room, thirty days of rest, 40 % of the busiest moment on average.
    #expect(abs(codes / (FleetPlan.codes * 4 / (1 + 0.4 * 2160)) - 1) < 0.001)
    let restless = plan { $0.restSeconds = 3600 }
    #expect(restless.limits[0].name.hasPrefix("a node's"))
    #expect(restless.groups < rested.groups)
    #expect(rested.groupsDecidedBy == "disk" && restless.groupsDecidedBy == "steps")
  }

  @Test("needs more groups of servers that write each step by itself")
  func servers() {
    let old = plan({ $0.restSeconds = 3600 }, servers: .v2_10)
    #expect(old.groups > 10 * plan({ $0.restSeconds = 3600 }).groups)
  }

  @Test("costs what its machines and its traffic cost")
  func money() {
    let plan = plan()
    var prices = FleetPrices()
    let bill = plan.bill(prices)
    #expect(bill.map(\.name) == ["cores", "memory", "disks", "traffic"])
    prices.egress *= 2
    let dearer = plan.bill(prices)
    #expect(dearer[3].amount == 2 * bill[3].amount && dearer[0].amount == bill[0].amount)
    let gigabytes = plan.egress.players * 0.4 * 2_592_000 + plan.egress.viewers * 10_800
    #expect(abs(bill[3].amount - gigabytes / 1e9 * 0.05) < 1)
  }

  @Test(
    "is what docs/fleet.md says, by the commands it names",
    arguments: [
      "fleet plan", "fleet plan --rest-hours 1",
      "fleet plan --players 20000 --viewers 5000 --nats 2.10",
    ])
  func documented(line: String) throws {
    let page = try page()
    let command = try #require(
      try LabCommand.parseAsRoot(line.split(separator: " ").map(String.init))
        as? FleetPlanCommand)
    let report = command.report()
    let block = ([line].map { "    scripts/lab \($0)" } + [""] + report.map { "    \($0)" })
      .joined(separator: "\n")
    #expect(page.contains(block), "docs/fleet.md has another plan; this is it:\n\(block)")
  }

  @Test("has the table of docs/fleet.md, by version of the servers and load")
  func tabulated() throws {
    let command = try #require(
      try LabCommand.parseAsRoot(["fleet", "journal"]) as? JournalTableCommand)
    let table = command.rows().map { "      \($0)" }.joined(separator: "\n")
    #expect(try page().contains(table), "docs/fleet.md has another table; this is it:\n\(table)")
  }

  @Test(
    "refuses what makes no sense",
    arguments: [
      "--players 3", "--seats 9", "--nats 2.9", "--egress-price=-1", "--steps 0",
      "--relay-viewers 0",
    ])
  func mistakes(options: String) {
    #expect(throws: (any Error).self) {
      try LabCommand.parseAsRoot(
        ["fleet", "plan"] + options.split(separator: " ").map(String.init))
    }
  }
}
