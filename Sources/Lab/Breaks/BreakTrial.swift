// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import MatchClient
import Protocol
import SocketClient
import Wire

/// One match over bad links whose connections break again and again, in the middle of requests, and
/// an account of the losses.
struct BreakTrial {
  /// How a connection breaks.
  enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The client notices at once.
    case closed
    /// Everything in flight is lost too.
    case lost
    /// It breaks again while the client reconnects.
    case twice
    /// The network is down for up to three seconds more.
    case unplugged
    /// Nothing arrives for up to eight seconds, and neither end notices.
    case stalled
    /// Nothing arrives any more, and neither end notices.
    case dead
  }

  /// A break, and how long the player was disconnected.
  struct Break: Hashable, Sendable {
    var kind: Kind
    var roundTripMilliseconds: Int
    var back: Duration
  }

  /// The outcome of a match.
  struct Outcome: Hashable, Sendable {
    var breaks: [Break] = []
    /// Intents that were sent at least once.
    var intents = 0
    /// Intents with neither an entry nor a refusal.
    var lost = 0
    /// Answers or effects beyond an intent's first.
    var doubled = 0
    /// Intents that were sent again with other content.
    var changed = 0
    /// Guests whose log differs from the others'.
    var unequal = 0
    /// Matches in which a client was stuck.
    var stuck = 0

    /// Whether anything went wrong.
    var isFlawed: Bool { lost + doubled + changed + unequal + stuck > 0 }
  }

  static let roundTrips = [20, 80, 200, 400]

  private let world: InMemoryWorld
  private let roundTrip: Int
  private let conditions: LinkConditions
  private let seed: UInt64
  private var dice: SeededRandom
  private var outcome = Outcome()

  /// The match of `seed`; every fourth has the same round trip.
  init(seed: UInt64, loss: Double) {
    self.seed = seed
    dice = SeededRandom(seed: seed, stream: 11)
    roundTrip = Self.roundTrips[Int(seed % 4)]
    var conditions = LinkConditions(
      roundTrip: .milliseconds(roundTrip), loss: loss, chaser: .milliseconds(20))
    conditions.horizon = .seconds(300)
    self.conditions = conditions
    world = InMemoryWorld(dealer: .fair(.openSSL), seed: UInt8(truncatingIfNeeded: seed))
  }

  /// Plays the match to its end, or until a client has been stuck for an hour.
  mutating func run() -> Outcome {
    do {
      try play()
    } catch {
      outcome.stuck += 1
    }
    return outcome
  }

  private mutating func play() throws {
    let settings = MatchSettings(pairs: 8, seats: 2, reveal: .seconds(1))
    let ana = world.enter(
      name: "Ana", agent: "facedown-bot/test", surroundings: surroundings(1),
      driver: BotDriver(Bot(seed: seed), goal: .create(settings), pace: .fast))
    let code = try world.until("a room") { $0[ana.index].core.table?.code }
    let eve = world.enter(
      name: "Eve", agent: "test", surroundings: surroundings(2), driver: nil)
    _ = try world.until("Eve to be welcomed") { $0[eve.index].core.welcome }
    world.command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), eve)
    _ = try world.until("Eve to watch") { $0[eve.index].core.table }
    let ben = world.enter(
      name: "Ben", agent: "facedown-bot/test", surroundings: surroundings(3),
      driver: BotDriver(Bot(seed: seed &+ 1), goal: .join(code: code), pace: .fast))
    _ = try world.until("Ben to sit down") { $0[ben.index].core.table }
    while world.recording(of: ana).core.table?.log.latest.phase != .ended {
      world.pass(.milliseconds(Int64(dice.uniform(50...2500))))
      let guest = dice.happens(0.8) ? (dice.happens(0.5) ? ana : ben) : eve
      try breakOff(guest)
    }
    _ = try world.until("everyone to see the end") { guests -> Bool? in
      guests.allSatisfy {
        $0.core.table?.log.latest.phase == .ended && $0.core.isCurrent && !$0.core.isWaiting
      } ? true : nil
    }
    account([ana, eve, ben].map(world.recording))
  }

  private func surroundings(_ number: UInt64) -> InMemoryWorld.Surroundings {
    var surroundings = InMemoryWorld.Surroundings(
      conditions: conditions, clock: SimulatedClock(seed: seed &* 10 &+ number),
      seed: seed &* 10 &+ number)
    surroundings.reconnectPolicy = ReconnectPolicy()
    return surroundings
  }

  // MARK: Breaking

  private mutating func breakOff(_ guest: Guest) throws {
    if dice.happens(0.6) { aim(at: guest) }
    let kind = Kind.allCases[Int(dice.uniform(0...5.999))]
    switch kind {
    case .closed: world.cut(guest, .closed)
    case .lost: world.cut(guest, .lost)
    case .twice:
      world.cut(guest, dice.happens(0.5) ? .closed : .lost)
      world.pass(.milliseconds(Int64(dice.uniform(0...600))))
      world.cut(guest, dice.happens(0.5) ? .closed : .lost)
    case .unplugged:
      world.unplug(guest, for: .milliseconds(Int64(dice.uniform(0...3000))))
      world.cut(guest, .lost)
    case .stalled:
      world.cut(guest, .silent(.milliseconds(Int64(dice.uniform(200...8000)))))
    case .dead: world.cut(guest, .silent(.seconds(3600)))
    }
    let began = world.now
    let heard = world.recording(of: guest).received.count
    _ = try world.until("guest \(guest.index) to be back, seed \(seed)") { guests -> Bool? in
      let recording = guests[guest.index]
      return recording.core.isCurrent && recording.received.count > heard ? true : nil
    }
    outcome.breaks.append(
      Break(kind: kind, roundTripMilliseconds: roundTrip, back: world.now - began))
  }

  /// Waits until the guest has sent a request, and then up to one and a half round trips, so that
  /// the break meets the request, its effect or its answer.
  private mutating func aim(at guest: Guest) {
    for _ in 0..<400 where !world.recording(of: guest).core.isWaiting {
      world.pass(.milliseconds(5))
    }
    world.pass(.milliseconds(Int64(dice.uniform(0...(1.5 * Double(roundTrip))))))
  }

  // MARK: The account

  private mutating func account(_ recordings: [Recording]) {
    let log = recordings.compactMap { $0.core.table?.log.entries }.max { $0.count < $1.count } ?? []
    for recording in recordings {
      guard let table = recording.core.table else {
        outcome.unequal += 1
        continue
      }
      let own = table.log.entries
      if own != Array(log.suffix(own.count)) || recording.entries != own { outcome.unequal += 1 }
      outcome.changed += recording.changedIntents
      outcome.intents += recording.intents.count
      let effects = Dictionary(
        grouping: log.filter { $0.cause != nil && $0.cause?.actor == table.actor }
      ) { $0.cause?.request ?? RequestID(0) }
      let refused = recording.events.count { event in
        guard case .refused(let command, _) = event else { return false }
        return command?.isEntering != true
      }
      let answered = recording.intents.count { effects[$0.id] != nil } + refused
      outcome.lost += max(0, recording.intents.count - answered)
      outcome.doubled += max(0, answered - recording.intents.count)
      for entries in effects.values where entries.count(where: \.isMove) > 1 {
        outcome.doubled += 1
      }
    }
  }
}

extension Entry {
  /// Whether it is a player's move: an intent causes at most one.
  fileprivate var isMove: Bool {
    switch event {
    case .flipped, .readied, .revealed, .dealt, .shuffled: true
    default: false
    }
  }
}
