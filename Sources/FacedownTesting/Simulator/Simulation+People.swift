// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

// Who comes, and what people want beside playing.

extension Simulation {
  /// Everyone of the plan, each with a line and a clock of its own; they come one after the other.
  func invite() {
    for (index, table) in plan.tables.enumerated() {
      for number in 0..<table.players { invite(.player, table: index, after: number * 200) }
      for number in 0..<table.spectators {
        invite(.spectator, table: index, after: dice.roll(500...20_000) + number)
      }
      for _ in 0..<table.cheaters {
        invite(.player, table: index, isHonest: false, after: dice.roll(0...900))
      }
    }
    for _ in 0..<plan.strangers {
      invite(nil, table: 0, isHonest: false, after: dice.roll(0...5000))
    }
  }

  private func invite(_ role: Role?, table: Int, isHonest: Bool = true, after wait: Int) {
    let index = peers.count
    let seed = plan.seed &* 1009 &+ UInt64(index)
    var own = SeededRandom(seed: seed, stream: 107)
    let encoding: WireEncoding = own.happens(0.75) ? .proto : .json
    let peer = SimulatedPeer(
      index: index, encoding: encoding, place: role.map { (table, $0) },
      clock: clock(seed: seed, &own), conditions: conditions(&own), seed: seed,
      address: address(&own), comesAt: began + .milliseconds(wait))
    let hashing = dealer.hashing
    if isHonest {
      let core = ClientCore(
        agent: "facedown-simulated", name: "Peer \(index)", encoding: encoding,
        key: hashing.sha256(Array("\(plan.seed) \(index)".utf8)), hashing: hashing)
      peer.honest = LinkedClient(
        PilotedClient(core: core, pilot: SimulatedPlayer(seed: seed)), patience: Patience(),
        seed: seed)
    } else {
      peer.hostile = HostileMind(seed: seed, encoding: encoding, role: role, hashing: hashing)
    }
    peers.append(peer)
  }

  private func address(_ own: inout SeededRandom) -> String? {
    plan.faults.contains(.sharedAddresses) ? "198.51.100.\(own.roll(1...2))" : nil
  }

  private func conditions(_ own: inout SeededRandom) -> LinkConditions {
    let far = plan.faults.contains(.distance) && own.happens(0.6)
    var line = LinkConditions(
      roundTrip: .milliseconds(far ? own.roll(60...600) : own.roll(1...60)),
      loss: plan.faults.contains(.loss) ? own.uniform(0.001...0.1) : 0,
      chaser: own.happens(0.5) ? .milliseconds(20) : nil)
    line.hasCongestion = plan.faults.contains(.congestion)
    line.isAsymmetric = far
    line.horizon = plan.trouble
    return line
  }

  private func clock(seed: UInt64, _ own: inout SeededRandom) -> SimulatedClock {
    guard plan.faults.contains(.clocks) || plan.faults.contains(.sleep) else {
      return SimulatedClock(seed: seed)
    }
    var clock = SimulatedClock(seed: seed)
    let length = Double(plan.trouble.wholeMilliseconds)
    func instant() -> ServerTime { began + .milliseconds(Int64(own.uniform(1000...length))) }
    if plan.faults.contains(.clocks), own.happens(0.6) {
      clock.driftPPM = own.happens(0.2) ? own.uniform(-100_000...50_000) : own.uniform(-500...500)
      let count = own.roll(0...2)
      clock.steps = (0..<count).map { _ in instant() }.sorted().map { time in
        // No clock that counts through sleep is ever set back by more than its own error.
        let far = own.happens(0.3) ? 3_600_000.0 : 3000
        return .init(at: time, by: .milliseconds(Int64(own.uniform(-3000...far))))
      }
    }
    if plan.faults.contains(.sleep), own.happens(0.4) {
      let start = instant()
      let end = start + .milliseconds(own.roll(100...15_000))
      clock.sleeps = [.init(from: start, to: end, error: .milliseconds(own.roll(-400...400)))]
    }
    return clock
  }

  /// Leads everyone to the table they are meant for, as long as they are at none.
  func usher() {
    for peer in peers where peer.hasCome && !peer.isOver {
      guard let place = peer.place else {
        peer.hostile?.code = codes[0]
        continue
      }
      peer.hostile?.code = codes[place.table]
      guard let core = peer.honest?.machine.core, core.welcome != nil, !core.isWaiting else {
        continue
      }
      if let table = core.table {
        if codes[place.table] == nil { codes[place.table] = table.code }
        continue
      }
      guard peer.ushered < 12 else { continue }
      if let code = codes[place.table] {
        peer.ushered += 1
        give(.command(.joinRoom(code: code, role: place.role)), to: peer)
      } else if isOpener(peer, of: place.table) {
        peer.ushered += 1
        give(.command(.createRoom(plan.tables[place.table].settings)), to: peer)
      }
    }
  }

  private func isOpener(_ peer: SimulatedPeer, of table: Int) -> Bool {
    peers.first { $0.honest != nil && $0.place?.table == table }?.index == peer.index
  }

  /// Somebody wants something.
  func haveWhim() {
    let people = peers.filter { $0.hasCome && !$0.isOver && $0.honest != nil }
    guard let peer = dice.pick(people), let core = peer.honest?.machine.core else { return }
    give(.command(whim(of: core)), to: peer)
  }

  private func whim(of core: ClientCore) -> ClientCommand {
    let seats = 0...SeatIndex.limit
    switch dice.roll(0...14) {
    case 0: return .leaveRoom
    case 1: return .intent(.resign)
    case 2: return .intent(.restart)
    case 3, 4, 5: return .intent(.rematch)
    case 6: return .intent(.removeSeat(SeatIndex(dice.roll(seats))))
    case 7:
      var settings = core.table?.log.latest.settings ?? MatchSettings()
      settings.pairs = dice.roll(2...8)
      settings.spectatorDelay = .seconds(dice.roll(0...8))
      if dice.happens(0.3) { settings.seats = dice.roll(1...8) }
      return .intent(.configure(settings))
    case 8: return .intent(.shuffle)
    case 9, 10: return .listRooms(watch: dice.happens(0.8))
    case 11: return .intent(.addBot(level: "medium"))
    case 12: return .quickMatch(.blitz, seats: dice.roll(1...3), isRated: dice.happens(0.2))
    case 13: return .joinRoom(code: anyCode(), role: dice.happens(0.5) ? .player : .spectator)
    default:
      let generation = core.table?.log.latest.generation ?? 1
      return .intent(.choose(CardID(generation: generation, slot: dice.roll(0...20))))
    }
  }

  private func anyCode() -> String {
    dice.pick(codes.keys.sorted()).flatMap { codes[$0] } ?? "NOWHERE"
  }
}
