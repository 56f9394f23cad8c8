// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import LibWebSockets
import MatchServer

/// What a seed decides before its run begins: who comes, what they play, and what goes wrong.
public struct SimulationPlan: Sendable {
  /// A room that is opened, and who is meant to come.
  public struct Table: Hashable, Sendable {
    /// What is played.
    public var settings: MatchSettings
    /// How many of its seats are taken by honest players; the first opens the room.
    public var players: Int
    /// How many watch.
    public var spectators: Int
    /// How many of its seats are taken by cheats.
    public var cheaters: Int
    /// How many of its players come once more from another machine, with the same key.
    public var doubles = 0
    /// When the first comes.
    public var opensAfter = Duration.zero
    /// Whether its owner locks it once somebody watches, before the match.
    public var isLockedLater = false
  }

  /// What names the run.
  public let seed: UInt64
  /// Whether it is a small one.
  public let isShort: Bool
  /// What goes wrong in it.
  public let faults: Set<Fault>
  /// The rooms.
  public let tables: [Table]
  /// Peers without a seat that send rubbish.
  public let strangers: Int
  /// Whether the server dies once more after all has come to rest.
  public let hasEpilogue: Bool
  /// How long things go wrong; afterwards there is peace.
  public let trouble: Duration
  /// The bounds its server keeps: smaller than others', so that small matches come to them.
  let limits: ServerLimits

  /// The plan of `seed`; a short one has one small table and its trouble is over soon, for programs
  /// that were not built for speed.
  ///
  /// - Parameters:
  ///   - seed: what names the run.
  ///   - isShort: whether it is a small one.
  ///   - needed: faults that it has in any case, for what would not show without them.
  public init(seed: UInt64, isShort: Bool = false, including needed: Set<Fault> = []) {
    var dice = SeededRandom(seed: seed, stream: 101)
    self.seed = seed
    self.isShort = isShort
    // Some runs have hardly a fault, some nearly all.
    let share = dice.uniform(0.1...0.6)
    let faults = Set(Fault.allCases.filter { _ in dice.happens(share) }).union(needed)
    self.faults = faults
    let count = isShort || dice.happens(0.7) ? 1 : dice.roll(2...3)
    var tables = (0..<count).map { _ in Table(of: faults, isShort: isShort, &dice) }
    if faults.contains(.operators) {
      // Somebody opens a room while the server may be about to stop.
      var late = Table(
        settings: MatchSettings(pairs: 2, seats: 1), players: 1, spectators: 0, cheaters: 0)
      late.opensAfter = .seconds(dice.roll(3...(isShort ? 18 : 60)))
      tables.append(late)
    }
    self.tables = tables
    strangers = faults.contains(.noise) ? dice.roll(1...(isShort ? 1 : 2)) : 0
    trouble = .seconds(isShort ? dice.roll(8...20) : dice.roll(20...70))
    limits = ServerLimits(of: faults, &dice)
    let isLasting = !faults.isDisjoint(with: [.crashes, .restarts, .keys, .operators])
    hasEpilogue = isLasting && (dice.happens(0.5) || !needed.isEmpty)
  }

  /// The plan in a few words.
  public var summary: String {
    let rooms = tables.map { table in
      "\(table.settings.isRated ? "rated, " : "")\(table.settings.seats) seats, "
        + "\(table.settings.pairs) pairs (\(table.players) players, \(table.doubles) twice, "
        + "\(table.cheaters) cheats, \(table.spectators) watching)"
    }
    let troubles = Fault.allCases.filter(faults.contains).map(\.rawValue)
    return "rooms: \(rooms.joined(separator: "; ")); faults for "
      + "\(trouble.wholeMilliseconds / 1000) s: \(troubles.joined(separator: ", "))"
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
      dice.pick(MatchSettings.Mode.accepted + [.memorize, .memorize]) ?? .memorize
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
  /// A whole number in `range`, each equally likely.
  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// One of `items`, each equally likely; nil of none.
  mutating func pick<Item>(_ items: [Item]) -> Item? {
    items.isEmpty ? nil : items[roll(0...(items.count - 1))]
  }

  /// A duration between two lengths, short ones as likely as long ones by their ratio.
  mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
    .milliseconds(roll(range))
  }
}
