// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import LibWebSockets
import MatchServer

/// What a seed decides before its run begins: peers, matches and faults.
package struct SimulationPlan: Sendable {
  /// A room that is opened, and the peers planned for it.
  package struct Table: Hashable, Sendable {
    /// The match settings.
    package var settings: MatchSettings
    /// How many of its seats honest players take; the first opens the room.
    package var players: Int
    /// The number of spectators.
    package var spectators: Int
    /// How many of its seats hostile clients take.
    package var cheaters: Int
    /// How many of its players join again from another machine, with the same key.
    package var doubles = 0
    /// When its first player connects.
    package var opensAfter = Duration.zero
    /// Whether its owner locks it before the match, once it has a spectator.
    package var isLockedLater = false
  }

  /// A relay, and the peers planned for it.
  package struct Relay: Hashable, Sendable {
    /// Its viewers, by the tables that they watch.
    package var viewers: [Int]
  }

  /// The seed, which identifies the run.
  package let seed: UInt64
  /// Whether it is a short run.
  package let isShort: Bool
  /// The enabled faults.
  package let faults: Set<Fault>
  /// The rooms to be opened.
  package let tables: [Table]
  /// The number of peers without a seat that send garbage.
  package let strangers: Int
  /// Whether the server crashes once more after everything has come to rest.
  package let hasEpilogue: Bool
  /// How long faults are injected.
  package let faultPeriod: Duration
  /// The number of nodes; a single one is a server by itself.
  package var nodes = 1
  /// The enabled faults of the nodes' journal.
  package var streamFaults: Set<StreamFault> = []
  /// The enabled faults between nodes.
  package var worldFaults: Set<WorldFault> = []
  /// The relays of a world.
  package var relays: [Relay] = []
  /// The enabled faults of relays.
  package var relayFaults: Set<RelayFault> = []
  /// The server's limits: lower than usual, so that small matches reach them.
  let limits: ServerLimits

  /// The plan of `seed`; a short one has one small table and a short fault period, for debug
  /// builds.
  ///
  /// - Parameters:
  ///   - seed: identifies the run.
  ///   - isShort: whether it is a short run.
  ///   - needed: faults that are always enabled, for what would not show without them.
  package init(seed: UInt64, isShort: Bool = false, including needed: Set<Fault> = []) {
    var dice = SeededRandom(seed: seed, stream: 101)
    self.seed = seed
    self.isShort = isShort
    // Some runs have few faults, some nearly all.
    let share = dice.uniform(0.1...0.6)
    // Drawn from a stream of its own, so that the other plans are as they were.
    var later = SeededRandom(seed: seed, stream: 109)
    let faults = Set(
      Fault.allCases.filter { fault in
        fault == .failingReads ? later.happens(share) : dice.happens(share)
      }
    ).union(needed)
    self.faults = faults
    let count = isShort || dice.happens(0.7) ? 1 : dice.roll(2...3)
    var tables = (0..<count).map { _ in Table(of: faults, isShort: isShort, &dice) }
    if faults.contains(.operators) {
      // Somebody opens a room while the server may be draining.
      var late = Table(
        settings: MatchSettings(pairs: 2, seats: 1), players: 1, spectators: 0, cheaters: 0)
      late.opensAfter = .seconds(dice.roll(3...(isShort ? 18 : 60)))
      tables.append(late)
    }
    self.tables = tables
    strangers = faults.contains(.noise) ? dice.roll(1...(isShort ? 1 : 2)) : 0
    faultPeriod = .seconds(isShort ? dice.roll(8...20) : dice.roll(20...70))
    limits = ServerLimits(of: faults, &dice)
    let isLasting = !faults.isDisjoint(with: [.crashes, .restarts, .keys, .operators])
    hasEpilogue = isLasting && (dice.happens(0.5) || !needed.isEmpty)
  }

  /// The plan of `seed` for a world of two to four nodes: another one than for a server by itself.
  ///
  /// - Parameters:
  ///   - seed: identifies the run.
  ///   - isShort: whether it is a short run.
  ///   - bug: a bug to be planted, whose faults are always enabled.
  package init(ofWorld seed: UInt64, isShort: Bool = false, for bug: PlantedBug? = nil) {
    let plan = SimulationPlan(seed: seed, isShort: isShort)
    var dice = SeededRandom(seed: seed, stream: 115)
    let share = dice.uniform(0.1...0.7)
    self.seed = seed
    self.isShort = isShort
    // A world has no disk of its own, and its nodes restart one by one.
    let others: Set<Fault> = [
      .slowDisk, .failingDisk, .unclearCommits, .takenCodes, .failingReads, .operators,
    ]
    faults = plan.faults.subtracting(others).union(dice.happens(0.7) ? [.crashes] : [])
      .union(bug?.faults ?? [])
    // Somebody opens a room while faults occur.
    var late = Table(
      settings: MatchSettings(pairs: 2, seats: 1), players: 1, spectators: 0, cheaters: 0)
    late.opensAfter = .seconds(dice.roll(4...(isShort ? 12 : 40)))
    tables = plan.tables + [late]
    strangers = plan.strangers
    hasEpilogue = false
    faultPeriod = plan.faultPeriod
    limits = plan.limits
    nodes = dice.roll(2...4)
    streamFaults = Set(StreamFault.allCases.filter { _ in dice.happens(share) })
      .union(bug?.streamFaults ?? [])
    worldFaults = Set(WorldFault.allCases.filter { _ in dice.happens(share) })
      .union(bug?.worldFaults ?? [])
    // Drawn from a stream of its own, so that the other plans are as they were.
    var further = SeededRandom(seed: seed, stream: 117)
    guard further.happens(0.4) || bug == .relayUndelayed else { return }
    let count = tables.count
    relays = (0..<further.roll(1...2)).map { _ in
      let viewers = (0..<further.roll(1...(isShort ? 2 : 4))).map { _ in
        further.roll(0...(count - 1))
      }
      return Relay(viewers: viewers)
    }
    relayFaults = Set(RelayFault.allCases.filter { _ in further.happens(share) })
  }

  /// The plan in a few words.
  package var summary: String {
    let rooms = tables.map { table in
      "\(table.settings.isRated ? "rated, " : "")\(table.settings.seats) seats, "
        + "\(table.settings.pairs) pairs (\(table.players) players, \(table.doubles) twice, "
        + "\(table.cheaters) cheats, \(table.spectators) watching)"
    }
    let families =
      Fault.allCases.filter(faults.contains).map(\.rawValue)
      + RelayFault.allCases.filter(relayFaults.contains).map(\.rawValue)
    let relayed = relays.map { "; a relay with \($0.viewers.count) viewers" }.joined()
    return "rooms: \(rooms.joined(separator: "; "))\(relayed); faults for "
      + "\(faultPeriod.wholeMilliseconds / 1000) s: \(families.joined(separator: ", "))"
  }
}

extension ServerLimits {
  fileprivate init(of faults: Set<Fault>, _ dice: inout SeededRandom) {
    self.init()
    if faults.contains(.slowReaders) {
      backlog.mergeAbove = dice.roll(200...2000)
      backlog.refreshAbove = backlog.mergeAbove * dice.roll(2...4)
      backlog.closeAbove = backlog.refreshAbove * dice.roll(2...4)
      backlog.refreshWithin = .seconds(dice.roll(5...30))
    }
    if faults.contains(.sharedAddresses) {
      address?.connections = dice.roll(4...30)
      address?.newConnections = .init(
        burst: Double(dice.roll(3...20)), perSecond: Double(dice.roll(1...10)))
      address?.wrongCodes = .perMinute(Double(dice.roll(1...10)))
    }
    if faults.contains(.failingReads) { sessionResidence = .seconds(2) }
  }
}

extension SimulationPlan.Table {
  fileprivate init(of faults: Set<Fault>, isShort: Bool, _ dice: inout SeededRandom) {
    let seats = dice.happens(0.6) ? 2 : dice.roll(1...(isShort ? 3 : 6))
    let isLarge = !isShort && dice.happens(0.15)
    var settings = MatchSettings(
      pairs: isLarge ? dice.roll(9...32) : dice.roll(2...(isShort ? 4 : 8)), seats: seats)
    // The mode with the most rules is the most likely.
    settings.mode =
      dice.pick(MatchSettings.Mode.accepted(seats: seats) + [.memorize, .memorize]) ?? .memorize
    settings.turnLimit = dice.happens(0.3) ? .zero : .seconds(dice.roll(5...30))
    settings.bonusLimit = .seconds(dice.happens(0.2) ? 0 : dice.roll(1...30))
    settings.reveal = .milliseconds(dice.roll(1000...2500))
    settings.shuffle = dice.pick(MatchSettings.Shuffle.allCases + [.trackable]) ?? .trackable
    if settings.shuffle != .off, dice.happens(0.4) { settings.shuffleEvery = dice.roll(4...8) }
    settings.audience = MatchSettings.Audience.allCases[dice.happens(0.7) ? 0 : dice.roll(1...2)]
    settings.spectatorDelay = dice.happens(0.5) ? .zero : .seconds(dice.roll(1...20))
    cheaters = faults.contains(.cheaters) && seats > 1 ? dice.roll(0...min(2, seats - 1)) : 0
    spectators = dice.happens(0.5) ? dice.roll(1...(isShort ? 1 : 3)) : 0
    if faults.contains(.keys) {
      if dice.happens(isShort ? 0.3 : 0.5), let mode = dice.pick(MatchSettings.Mode.rated),
        let rated = try? MatchSettings.quick(mode: mode, seats: 2, isRated: true)
      {
        settings = rated
        cheaters = 0
      }
      doubles = dice.happens(0.5) ? 1 : 0
    }
    self.settings = settings
    players = settings.seats - cheaters
    guard faults.contains(.whims), !settings.isRated, players > 0, dice.happens(0.3) else { return }
    self.settings.audience = .public
    isLockedLater = true
    spectators = max(spectators, 1)
  }
}

extension SeededRandom {
  /// A uniform whole number in `range`.
  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// A random item, or nil.
  mutating func pick<Item>(_ items: [Item]) -> Item? {
    items.isEmpty ? nil : items[roll(0...(items.count - 1))]
  }

  /// A log-uniform duration in the range.
  mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(roll(range))
  }
}
