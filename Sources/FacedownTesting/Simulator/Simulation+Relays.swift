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

// Relays of a world: the shell between a relay's server core and its clients at the nodes, as
// `OwnerConnections` is over sockets.

extension Simulation {
  /// Creates the relays of the plan, and their viewers, behind all other nodes and peers.
  func inviteRelays() {
    checker.relayPlayers = relayPlayers
    var own = SeededRandom(seed: plan.seed, stream: 119)
    for (number, relayed) in plan.relays.enumerated() {
      guard let key = relayKey(number) else { continue }
      let node = SimulatedNode(
        index: nodes.count, server: makeServer(nodes.count, after: 0), disk: nil)
      node.relay = SimulatedRelay(
        identity: ClientIdentity(key: key, server: Self.serverName))
      nodes.append(node)
      open(node)
      for table in relayed.viewers {
        let opensAt = Int(plan.tables[table].opensAfter.wholeMilliseconds)
        inviteViewer(of: node, table: table, after: opensAt + own.roll(500...15_000))
      }
    }
  }

  private func relayKey(_ number: Int) -> Ed25519PrivateKey? {
    Ed25519PrivateKey(seed: dealer.hashing.sha256(Array("relay \(plan.seed) \(number)".utf8)))
  }

  /// The relays' keys, as players' ids.
  var relayPlayers: Set<String> {
    Set(plan.relays.indices.compactMap { relayKey($0) }.map { KeyProof.playerID(of: $0.publicKey) })
  }

  /// A process of a relay starts.
  func open(_ node: SimulatedNode) {
    guard let relay = node.relay else { preconditionFailure("Only a relay is opened.") }
    // Its own clock matters to nobody.
    var own = SeededRandom(
      seed: plan.seed, stream: UInt64(20_000 + 100 * node.index + node.crashes))
    node.offset = .milliseconds(own.roll(-5000...5000))
    node.disk = SimulatedDisk(plan, plantedBug: nil)
    node.server = makeServer(node.index, after: node.crashes)
    node.topics = TopicSubscribers()
    relay.begin(as: node.server.relay(of: "wss://simulated.example"))
    let spread = plan.worldFaults.contains(.nodeClocks) ? Duration.milliseconds(100) : .zero
    checker.relayStarted(node: node.index) { [unowned self] in
      (node.server.clockBound(at: time(at: node)) ?? .zero) + spread
    }
    dialOwner(from: node, relay)
  }

  /// The relay's own client begins.
  func dialOwner(from node: SimulatedNode, _ relay: SimulatedRelay) {
    relay.dialsAt = nil
    relay.main = makeRelayPeer(RelayErrand(node: node, room: nil))
  }

  /// Carries out what a relay asks of its owner.
  func perform(_ output: OwnerOutput, of node: SimulatedNode) {
    guard let relay = node.relay else { preconditionFailure("Only a relay has an owner.") }
    switch output {
    case .follow(let room, let code):
      let peer = makeRelayPeer(RelayErrand(node: node, room: room))
      relay.rooms[room] = SimulatedRelay.Followed(
        peer: peer, follower: RoomFollower(for: relay.name, in: code, hasKey: true))
    case .unfollow(let room):
      if let peer = relay.rooms.removeValue(forKey: room)?.peer { give(.close, to: peer) }
    case .watching(let room, let count):
      guard let peer = relay.rooms[room]?.peer, let core = peer.core,
        let step = relay.rooms[room]?.follower.count(count, of: core)
      else { return }
      for command in carryOut(step, in: room, of: node) { give(.command(command), to: peer) }
    case .react(let room, let kind):
      if let peer = relay.rooms[room]?.peer { give(.command(.react(kind)), to: peer) }
    case .ask(let question):
      let command = relay.conversation.ask(question)
      if let main = relay.main { give(.command(command), to: main) }
    }
  }

  /// A relay's client has handled an input: its relay is told what that means.
  ///
  /// - Returns: what the client is commanded, once its outputs have been carried out.
  func passOn(
    _ input: ClientInput, _ outputs: [ClientOutput], of peer: SimulatedPeer
  ) -> [ClientCommand] {
    guard let errand = peer.errand, let relay = errand.node.relay, let core = peer.core else {
      return []
    }
    var hasFailed = false
    switch input {
    case .opened: peer.errand?.hasOpened = true
    case .ended(ConnectionNumber(1), _): hasFailed = !errand.hasOpened
    default: break
    }
    guard let room = errand.room else {
      guard relay.main === peer else { return [] }
      return hasFailed
        ? lostOwner(relay, of: errand.node)
        : passOn(input, outputs, core, of: relay, at: errand.node)
    }
    guard relay.rooms[room]?.peer === peer else { return [] }
    if hasFailed {
      relay.rooms[room] = nil
      feed(.owner(.room(room, .refused(Refusal(.serverRestarting)))), to: errand.node)
      give(.close, to: peer)
      return []
    }
    guard let step = relay.rooms[room]?.follower.look(at: outputs, of: core) else { return [] }
    if step.isOver { relay.rooms[room] = nil }
    let commands = carryOut(step, in: room, of: errand.node)
    guard step.isOver else { return commands }
    give(.close, to: peer)
    return []
  }

  private func passOn(
    _ input: ClientInput, _ outputs: [ClientOutput], _ core: ClientCore, of relay: SimulatedRelay,
    at node: SimulatedNode
  ) -> [ClientCommand] {
    guard let main = relay.main else { return [] }
    let step = relay.conversation.look(
      at: input, outputs, of: core, now: main.localTime(at: now), own: time(at: node))
    for input in step.inputs { feed(.owner(input), to: node) }
    guard step.problem == nil else { return lostOwner(relay, of: node) }
    relay.isOpen = relay.isOpen || relay.conversation.isReady
    return step.commands
  }

  /// The relay's own client has ended: another one dials after a pause.
  private func lostOwner(_ relay: SimulatedRelay, of node: SimulatedNode) -> [ClientCommand] {
    let former = relay.main
    relay.main = nil
    relay.conversation = OwnerConversation(for: relay.name)
    relay.dialsAt = now + SimulatedRelay.pause
    if let former { give(.close, to: former) }
    feed(.owner(.lost), to: node)
    return []
  }

  private func carryOut(
    _ step: RoomFollower.Step, in room: RoomID, of node: SimulatedNode
  ) -> [ClientCommand] {
    if let disbelief = step.disbelief {
      complain(
        .liveness,
        "The viewers of a trusted relay count as one spectator because of \(disbelief.code.rawValue)."
      )
    }
    for news in step.news { feed(.owner(news.input(for: room)), to: node) }
    return step.commands
  }

  /// A relay's process is gone, and its clients with it.
  func abandon(_ relay: SimulatedRelay, isMachineGone: Bool) {
    for peer in relay.peers {
      for connection in peer.device.connections where !connection.isOverAtClient {
        if isMachineGone {
          lose(connection, serverNotices: now + SimulatedConnection.userTimeout)
          connection.leaveClient()
        } else {
          connection.hangUp(now)
        }
      }
      peer.honest = nil
      touched.insert(peer.index)
    }
    relay.begin(as: "")
  }

  // MARK: Faults

  /// Every relay of a room learns at once what it is to be told after the delay: a planted bug.
  func forgetDelay(of room: RoomID) {
    for node in nodes {
      guard let relay = node.relay, let entries = checker.rooms[room.rawValue]?.entries else {
        continue
      }
      for (id, followed) in relay.rooms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        guard let log = followed.peer.core?.table, log.roomID == room.rawValue else { continue }
        for entry in entries.dropFirst(Int(log.log.latest.seq)) {
          feed(.owner(.room(id, .entry(entry))), to: node)
        }
      }
    }
  }

  /// Injects a fault of a relay, or of what it stands on.
  func disturbRelays() {
    let relays = nodes.compactMap(\.relay)
    guard let fault = dice.pick(RelayFault.allCases.filter(plan.relayFaults.contains)),
      let node = dice.pick(nodes.filter { $0.relay != nil && $0.isServing }),
      let relay = node.relay
    else { return }
    say("\(fault) at relay \(node.index)")
    switch fault {
    case .relayKilled: crash(node)
    case .lineCut:
      guard let peer = dice.pick(relay.peers),
        let fault = NetworkFault.drawn(of: [.cuts, .stalls], &dice)
      else { return }
      apply(fault, on: peer)
    case .roomMoved, .ownerKilled:
      let followed = relays.flatMap(\.peers).compactMap { $0.core?.table?.roomID }
      guard let world, let room = dice.pick(followed).map({ RoomID($0) }),
        let owner = nodes.first(where: { $0.membership?.node == world.owners[room] }),
        owner.isServing, let code = world.codes[room]
      else { return }
      world.disturbedUntil = max(world.disturbedUntil, now)
      if fault == .ownerKilled { return crash(owner) }
      order(.move(code: code.rawValue, to: nil), of: owner)
    }
  }
}
