// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
import Lobby
import MatchClient
import MatchServer
import Protocol
import SocketClient
import Wire

// Who joins, and what people do besides playing.

extension Simulation {
  /// Creates the peers of the plan, each with a link and a clock of its own, arriving one after the
  /// other.
  func invite() {
    for (index, table) in plan.tables.enumerated() {
      let opensAt = Int(table.opensAfter.wholeMilliseconds)
      for number in 0..<table.players {
        invite(
          .player, table: index, as: keyOwner(number, at: index), after: opensAt + number * 200)
      }
      for number in 0..<table.doubles {
        invite(
          .player, table: index, as: keyOwner(number, at: index), isDouble: true,
          after: dice.roll(3000...15_000))
      }
      for number in 0..<table.spectators {
        let wait = dice.roll(500...(table.isLockedLater ? 2000 : 20_000))
        invite(.spectator, table: index, after: wait + number)
      }
      for _ in 0..<table.cheaters {
        invite(.player, table: index, isHonest: false, after: dice.roll(0...900))
      }
    }
    for _ in 0..<plan.strangers {
      invite(nil, table: 0, isHonest: false, after: dice.roll(0...5000))
    }
    inviteRelays()
  }

  /// The key a table's player proves; nil for a guest.
  private func keyOwner(_ number: Int, at table: Int) -> Int? {
    plan.faults.contains(.keys) ? table * SeatIndex.limit + number : nil
  }

  private func identity(_ owner: Int) -> ClientIdentity? {
    Ed25519PrivateKey(seed: dealer.hashing.sha256(Array("key \(plan.seed) \(owner)".utf8)))
      .map { ClientIdentity(key: $0, server: Self.serverName) }
  }

  private func invite(
    _ role: Role?, table: Int, as owner: Int? = nil, isDouble: Bool = false,
    isHonest: Bool = true, after wait: Int
  ) {
    let peer = makePeer(role.map { (table, $0) }, comesAt: began + .milliseconds(wait))
    let seed = peer.device.seed
    peer.isDouble = isDouble
    if isHonest {
      connect(
        peer, as: owner.flatMap { identity($0) }, key: "\(plan.seed) \(peer.index)",
        SimulatedPlayer(seed: seed, waitsForSpectators: plan.tables[table].isLockedLater))
    } else {
      peer.hostile = HostileClient(
        seed: seed, encoding: peer.encoding, role: role, hashing: dealer.hashing)
    }
    peers.append(peer)
  }

  /// Gives an honest peer its client.
  private func connect(
    _ peer: SimulatedPeer, as identity: ClientIdentity?, key: String, _ player: SimulatedPlayer?
  ) {
    var core = ClientCore(
      agent: "facedown-simulated", name: "Peer \(peer.index)",
      identity: identity?.publicIdentity, reconnectPolicy: ReconnectPolicy(),
      seed: peer.device.seed, key: dealer.hashing.sha256(Array(key.utf8)),
      hashing: dealer.hashing)
    if peer.errand != nil {
      core.entriesKept = LobbyLimits.missedLimit
      core.provesAgain = true
    }
    peer.honest = DrivenClient(core, driver: player)
    peer.identity = identity
  }

  /// Adds a spectator who watches through a relay.
  func inviteViewer(of relay: SimulatedNode, table: Int, after wait: Int) {
    let peer = makePeer((table, .spectator), comesAt: began + .milliseconds(wait))
    peer.viewed = relay
    connect(
      peer, as: nil, key: "\(plan.seed) \(peer.index)", SimulatedPlayer(seed: peer.device.seed))
    peers.append(peer)
  }

  /// Adds a client of a relay, which dials at once; only one that follows a room proves the key.
  func makeRelayPeer(_ errand: RelayErrand) -> SimulatedPeer {
    let peer = makePeer(nil, comesAt: now, isRelay: true)
    peer.errand = errand
    peer.model.forgetsEntries = true
    let identity = errand.room == nil ? nil : errand.node.relay?.identity
    connect(peer, as: identity, key: "\(peer.device.seed)", nil)
    peers.append(peer)
    return peer
  }

  /// A peer with a link and a clock drawn for it; a relay has a good clock, and an address of its own.
  private func makePeer(
    _ place: (table: Int, role: Role)?, comesAt time: ServerTime, isRelay: Bool = false
  ) -> SimulatedPeer {
    let seed = plan.seed &* 1009 &+ UInt64(peers.count)
    var own = SeededRandom(seed: seed, stream: 107)
    let encoding: WireEncoding = own.happens(0.75) ? .proto : .json
    return SimulatedPeer(
      index: peers.count, encoding: isRelay ? .proto : encoding, place: place,
      device: SimulatedDevice(
        clock: isRelay ? SimulatedClock() : clock(seed: seed, &own), conditions: conditions(&own),
        seed: seed, now: time),
      address: isRelay ? nil : address(&own), comesAt: time)
  }

  /// Adds a peer that only says hello, with a token.
  func probe(_ token: [UInt8]) {
    let peer = makePeer(nil, comesAt: now)
    peer.hostile = HostileClient(
      probing: token, seed: peer.device.seed, encoding: peer.encoding, hashing: dealer.hashing)
    peers.append(peer)
  }

  /// Adds a further, idle client for each player who has proven a key.
  func inviteKeyOwners() {
    for (index, table) in plan.tables.enumerated() {
      for number in 0..<table.players {
        guard let owner = keyOwner(number, at: index), let identity = identity(owner) else {
          continue
        }
        let peer = makePeer(nil, comesAt: now)
        connect(
          peer, as: identity, key: "\(peer.device.seed)", SimulatedPlayer(seed: peer.device.seed))
        peers.append(peer)
      }
    }
  }

  private func address(_ own: inout SeededRandom) -> String? {
    plan.faults.contains(.sharedAddresses) ? "198.51.100.\(own.roll(1...2))" : nil
  }

  private func conditions(_ own: inout SeededRandom) -> LinkConditions {
    let far = plan.faults.contains(.distance) && own.happens(0.6)
    var conditions = LinkConditions(
      roundTrip: .milliseconds(far ? own.roll(60...600) : own.roll(1...60)),
      loss: plan.faults.contains(.loss) ? own.uniform(0.001...0.1) : 0,
      chaser: own.happens(0.5) ? .milliseconds(20) : nil)
    conditions.hasCongestion = plan.faults.contains(.congestion)
    conditions.isAsymmetric = far
    conditions.horizon = plan.faultPeriod
    return conditions
  }

  private func clock(seed: UInt64, _ own: inout SeededRandom) -> SimulatedClock {
    guard plan.faults.contains(.clocks) || plan.faults.contains(.sleep) else {
      return SimulatedClock(seed: seed)
    }
    var clock = SimulatedClock(seed: seed)
    let length = Double(plan.faultPeriod.wholeMilliseconds)
    func instant() -> ServerTime { began + .milliseconds(Int64(own.uniform(1000...length))) }
    if plan.faults.contains(.clocks), own.happens(0.6) {
      clock.driftPPM = own.happens(0.2) ? own.uniform(-100_000...50_000) : own.uniform(-500...500)
      let count = own.roll(0...2)
      clock.steps = (0..<count).map { _ in instant() }.sorted().map { time in
        // A clock that counts through sleep is never set back by more than its own error.
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

  /// Sends everyone who is at no table to the one planned for them.
  func sendToTables() {
    for peer in peers where peer.hasCome && !peer.isOver {
      guard let place = peer.place else {
        peer.hostile?.code = codes[0]
        continue
      }
      peer.hostile?.code = codes[place.table]
      guard let core = peer.core, core.welcome != nil, !core.isWaiting else {
        continue
      }
      if let table = core.table {
        if codes[place.table] == nil { codes[place.table] = table.code }
        if plan.tables[place.table].isLockedLater, isOpener(peer, of: place.table) {
          lock(table, by: peer)
        }
        if table.log.latest.phase == .ended, peer.boardsAsked < 2 {
          peer.boardsAsked += 1
          give(.command(.leaderboard(table.log.latest.settings.mode)), to: peer)
        }
        continue
      }
      guard peer.entryAttempts < 12 else { continue }
      let settings = plan.tables[place.table].settings
      if settings.isRated, place.role == .player, !peer.isDouble {
        // A peer whose proof was refused is a guest, and not admitted to such a table.
        guard core.welcome?.playerID != nil else { continue }
        peer.entryAttempts += 1
        give(
          .command(
            .request(
              .quickMatch(QuickMatch(mode: settings.mode, seats: settings.seats, isRated: true)))),
          to: peer)
      } else if let code = codes[place.table] {
        peer.entryAttempts += 1
        give(.command(.request(.joinRoom(JoinRoom(code: code, role: place.role)))), to: peer)
      } else if isOpener(peer, of: place.table) {
        peer.entryAttempts += 1
        // The request that opens a room is the one that nodes must not carry out twice.
        if world != nil, !areFaultsOver, now > began + .seconds(4), dice.happens(0.5) {
          peer.aimed = NetworkFault.drawn(of: plan.faults, &dice)
        }
        give(.command(.request(.createRoom(settings))), to: peer)
      }
    }
  }

  /// The owner locks a room, once it has a spectator.
  private func lock(_ table: ClientTable, by peer: SimulatedPeer) {
    var settings = table.log.latest.settings
    guard table.log.latest.phase == .waiting, settings.audience != .locked, table.audience > 0
    else {
      return
    }
    settings.audience = .locked
    give(.command(.intent(.configure(settings))), to: peer)
  }

  private func isOpener(_ peer: SimulatedPeer, of table: Int) -> Bool {
    peers.first { $0.honest != nil && $0.place?.table == table }?.index == peer.index
  }

  /// A random peer makes a random request.
  func requestAtRandom() {
    let people = peers.filter {
      $0.hasCome && !$0.isOver && $0.honest != nil && $0.errand == nil
    }
    guard let peer = dice.pick(people), let core = peer.core else { return }
    give(.command(whim(of: core)), to: peer)
  }

  private func whim(of core: ClientCore) -> ClientCommand {
    let seats = 0...SeatIndex.limit
    switch dice.roll(0...15) {
    case 0: return .request(.leaveRoom)
    case 1: return .intent(.resign)
    case 2: return .intent(.restart)
    case 3, 4, 5: return .intent(.rematch)
    case 6: return .intent(.removeSeat(SeatIndex(dice.roll(seats))))
    case 7:
      var settings = core.table?.log.latest.settings ?? MatchSettings()
      settings.pairs = dice.roll(2...8)
      settings.spectatorDelay = .seconds(dice.roll(0...8))
      if dice.happens(0.4) {
        settings.audience = dice.pick(MatchSettings.Audience.allCases) ?? .public
      }
      if dice.happens(0.3) { settings.seats = dice.roll(1...8) }
      return .intent(.configure(settings))
    case 8: return .intent(.shuffle)
    case 9, 10: return .listRooms(watch: dice.happens(0.8))
    case 11: return .intent(.addBot(level: "medium"))
    case 12:
      return .request(
        .quickMatch(QuickMatch(mode: .blitz, seats: dice.roll(1...3), isRated: dice.happens(0.2))))
    case 13: return .leaderboard(dice.pick(MatchSettings.Mode.rated) ?? .classic)
    case 14:
      return .request(
        .joinRoom(JoinRoom(code: anyCode(), role: dice.happens(0.5) ? .player : .spectator)))
    default:
      let generation = core.table?.log.latest.generation ?? 1
      return .intent(.choose(CardID(generation: generation, slot: dice.roll(0...20))))
    }
  }

  private func anyCode() -> String {
    dice.pick(codes.keys.sorted()).flatMap { codes[$0] } ?? "NOWHERE"
  }
}
