// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import MatchClient
import MatchServer
import Wire

// The nodes of a world: what each asks of it, and what it tells them.

extension Simulation {
  /// Where clients begin; the nodes are below this host.
  static let home = try? ServerURL("wss://simulated.example")
  /// How long a node waits for the answer to a ping.
  private static let pingTimeout = Duration.seconds(1)

  /// Creates the nodes of the plan.
  func found() {
    guard plan.nodes > 1 else {
      let node = SimulatedNode(
        index: 0, server: makeServer(0, after: 0),
        disk: SimulatedDisk(plan, plantedBug: plantedBug))
      nodes = [node]
      guard let disk = node.disk else { return }
      _ = node.server.restore(disk.contents, now: time(at: node))
      return
    }
    let stream = SimulatedStream(
      seed: plan.seed, faults: plan.streamFaults, sabotage: plantedBug?.ofStream, now: now)
    let world = SimulatedWorld(stream)
    stream.onRecord = { [unowned self] in stored($0, in: world) }
    self.world = world
    nodes = (0..<plan.nodes).map {
      SimulatedNode(index: $0, server: makeServer($0, after: 0), disk: nil)
    }
    for node in nodes { enter(world, node) }
  }

  /// A process of a node enters the world.
  func enter(_ world: SimulatedWorld, _ node: SimulatedNode) {
    if plan.worldFaults.contains(.nodeClocks) { node.offset = .milliseconds(dice.roll(-100...100)) }
    let id = NodeID(name: "n\(node.index)", run: "\(node.crashes)")
    let url = "wss://n\(node.index).simulated.example"
    let journal = SimulatedNodeJournal(id, on: world.stream)
    node.membership = WorldMembership(node: id, url: url, journal: journal)
    node.server = makeServer(node.index, after: node.crashes)
    node.topics = TopicSubscribers()
    checker.started(node: node.index, at: time(at: node), offset: node.offset)
    var contents = JournalContents()
    let isAnother = plantedBug == .drawsAnotherCode
    contents.lobby.codeKey = [UInt8](repeating: isAnother ? UInt8(node.index) : 11, count: 32)
    _ = node.server.restore(contents, now: time(at: node))
    node.server.join(as: id, at: url, now: time(at: node))
    journal.onResults = { [unowned self] results in
      node.membership?.results += results.map(\.matchID)
      feed(.results(results), to: node)
    }
    journal.onBans = { [unowned self] in feed(.bans($0), to: node) }
    journal.onNodes = { [unowned self] in feed(.world(.nodes($0)), to: node) }
    journal.onPlaces = { [unowned self] in feed(.world(.places($0)), to: node) }
  }

  // MARK: The journal

  func append(_ records: [RoomRecord], over member: WorldMembership, of node: SimulatedNode) {
    member.journal.append(records) { [unowned self] outcomes in
      checker.node = node.index
      checker.reported(outcomes.map { .room($0) }, now: now)
      feed(.journalled(outcomes), to: node)
    }
  }

  func register(
    _ records: [RegistryRecord], over member: WorldMembership, of node: SimulatedNode
  ) {
    member.journal.put(records) { [unowned self] in feed(.registered($0), to: node) }
  }

  /// A record of a room is stored: by its owner, or by one who may become it.
  private func stored(_ record: StreamRecord, in world: SimulatedWorld) {
    let owner = world.owners[record.room]
    switch record.content {
    case .step(let step):
      if step.expectedLastSeq == 0 {
        world.owners[record.room] = record.node
        world.codes[record.room] = step.code
        noteOpening(step, in: world)
      } else if owner != record.node {
        complain(
          .oneOwner,
          "\(record.node) decides for room \(record.room.rawValue), which is "
            + "\(owner?.description ?? "nobody")'s.")
      }
      if let index = nodes.firstIndex(where: { $0.membership?.node.name == record.node.name }) {
        checker.node = index
      }
      landed(step, at: now)
    case .claim:
      if let owner, isPresent(owner, in: world), owner != record.node {
        complain(
          .oneOwner,
          "\(record.node) claims room \(record.room.rawValue) from \(owner), which is alive.")
      }
      world.owners[record.room] = record.node
    case .release(let destination): world.owners[record.room] = destination
    case .spectator, .spectatorLeft, .closed: break
    }
  }

  /// A request opens one room, however often it is repeated and wherever.
  private func noteOpening(_ step: Batch, in world: SimulatedWorld) {
    for origin in step.requests {
      if let other = world.openings[origin], other != step.room {
        complain(
          .once,
          "Request \(origin.request.rawValue) of session \(origin.session.rawValue) opens two "
            + "rooms.")
      }
      world.openings[origin] = step.room
    }
  }

  /// Whether a node's run has been alive and undisturbed for a while, so that nobody can take it for
  /// gone.
  private func isPresent(_ id: NodeID, in world: SimulatedWorld) -> Bool {
    nodes.contains { $0.membership?.node == id && $0.isServing }
      && now > world.disturbedUntil + .seconds(15)
  }

  // MARK: Between nodes

  func perform(_ request: WorldRequest, of node: SimulatedNode) {
    guard let world, let member = node.membership else {
      preconditionFailure("A server by itself asks nothing of a world.")
    }
    switch request {
    case .claim(let claim):
      say("\(member.node) asks for room \(claim.code.rawValue)")
      if !claim.gone.isEmpty, !member.contact.isSettled(at: now) {
        complain(
          .oneOwner,
          "\(member.node) claims \(claim.code.rawValue) from nodes that are gone, but has not had "
            + "the journal for \(JournalContact.delay).")
      }
      member.journal.claim(claim) { [unowned self] outcome in
        if case .owned(let room, let aliveUntil) = outcome {
          say("\(member.node) owns room \(room.id.rawValue) after entry \(room.entries.count)")
          checker.node = node.index
          checker.claimed(room, aliveUntil: aliveUntil, at: time(at: node))
        }
        feed(.world(.claimed(claim.code, outcome)), to: node)
      }
    case .release(let room, let destination):
      member.journal.release(room, to: destination) { [unowned self] in
        feed(.world(.released(room, $0)), to: node)
      }
    case .letGo(let room): member.journal.letGo(room)
    case .announce(let record):
      let isBlind = plantedBug == .claimsBlind
      member.journal.announce(record) { [unowned self] isStored in
        if isStored { node.membership?.contact.heard(at: now) }
        if !isBlind { feed(.world(.announced(isStored)), to: node) }
      }
      if isBlind { feed(.world(.announced(true)), to: node) }
    case .ping(let other): ping(other, in: world, from: node, as: member.node)
    case .tell(let message, let destination):
      let bytes = message.encoded(from: member.node.description)
      for other in nodes where other !== node && other.relay == nil {
        guard destination == nil || other.membership?.node == destination else { continue }
        tell(message, as: bytes, to: other, in: world, from: node)
      }
    }
  }

  private func tell(
    _ said: NodeMessage, as bytes: [UInt8], to other: SimulatedNode, in world: SimulatedWorld,
    from node: SimulatedNode
  ) {
    let run = other.membership?.node
    world.messages.add(at: now + wayBetweenNodes()) { [unowned self] in
      let isLost = world.isCut(node.index, other.index, now) || other.membership?.node != run
      if isLost, case .attached(let session, _, _) = said {
        checker.lost(noteOf: session, from: node.index, to: other.index)
      }
      guard !isLost,
        let (name, message) = try? NodeMessage.decode(bytes), let message, let id = NodeID(name)
      else { return }
      feed(.world(.told(message, by: id)), to: other)
    }
  }

  private func ping(
    _ id: NodeID, in world: SimulatedWorld, from node: SimulatedNode, as asker: NodeID
  ) {
    let began = time(at: node)
    let sentAt = now
    let answer = { [unowned self] (outcome: PingOutcome) in
      // Another run of the asker knows nothing of it.
      guard node.membership?.node == asker else { return }
      feed(.world(.pinged(id, outcome)), to: node)
    }
    let way = wayBetweenNodes()
    world.messages.add(at: now + way) { [unowned self] in
      let other = nodes.first { $0.membership?.node == id }
      let isCut = other.map { world.isCut(node.index, $0.index, now) } ?? false
      if isCut {
        world.messages.add(at: sentAt + Self.pingTimeout) { answer(.silent) }
      } else if let other, !other.isDown {
        let clock = time(at: other)
        world.messages.add(at: now + way) { [unowned self] in
          answer(.answered(at: clock, took: time(at: node) - began))
        }
      } else {
        world.messages.add(at: now + way) { answer(.nobody) }
      }
    }
  }

  private func wayBetweenNodes() -> Duration { .microseconds(dice.roll(100...2000)) }

  /// The node that a client reaches; nil if none answers.
  func node(for target: DialTarget, of peer: SimulatedPeer) -> SimulatedNode? {
    guard let world else { return nodes[0].isDown ? nil : nodes[0] }
    let isReachable = { [now] (node: SimulatedNode) in
      !node.isDown && world.cutFromClients[node.index].map { now >= $0 } ?? true
    }
    if let relay = peer.viewed {
      return relay.relay?.isOpen == true && isReachable(relay) ? relay : nil
    }
    let reachable = nodes.filter { $0.relay == nil && isReachable($0) }
    switch target {
    case .home: return dice.pick(reachable)
    case .node(let url):
      return reachable.first { $0.membership.map { $0.url.contains(url.host) } ?? false }
    }
  }

  // MARK: Faults

  /// Injects a fault that a server by itself does not have.
  func disturb(_ world: SimulatedWorld) {
    guard let fault = dice.pick(WorldFault.allCases.filter(plan.worldFaults.contains)),
      let node = dice.pick(nodes)
    else { return }
    let end = now + dice.milliseconds(dice.happens(0.5) ? 200...2500 : 2500...12_000)
    say("\(fault) at n\(node.index)")
    world.disturbedUntil = max(world.disturbedUntil, end)
    switch fault {
    case .leaderLoss:
      let end = now + dice.milliseconds(4000...9000)
      world.disturbedUntil = max(world.disturbedUntil, end)
      world.stream.loseLeader(until: end)
    case .cutFromJournal: node.membership?.journal.cut(until: end)
    case .cutFromNeighbours: world.cutFromNeighbours[node.index] = end
    case .cutOff:
      node.membership?.journal.cut(until: end)
      world.cutFromNeighbours[node.index] = end
    case .cutFromClients:
      world.cutFromClients[node.index] = end
      for peer in peers { cut(peer, from: node, until: end) }
    case .nodeClocks: break
    }
  }

  /// Heals everything that is cut.
  func heal(_ world: SimulatedWorld) {
    world.stream.isSound = true
    world.stream.loseLeader(until: .zero)
    world.cutFromNeighbours = [:]
    world.cutFromClients = [:]
    world.disturbedUntil = now
    for node in nodes { node.membership?.journal.cut(until: .zero) }
  }

  /// What of the world is not at rest, in a sentence; nil if everything is.
  func unsettled(_ world: SimulatedWorld) -> String? {
    let results = world.stream.store.results.map(\.matchID)
    for node in nodes where node.relay == nil && node.membership?.results != results {
      return "Node \(node.index) has other results than the journal."
    }
    for id in checker.rooms.keys.sorted() {
      guard let room = checker.rooms[id], room.isOpen, let owner = world.owners[RoomID(id)] else {
        continue
      }
      if !nodes.contains(where: { $0.membership?.node == owner }) {
        // Its node died before the table of rooms knew of it: it rests until somebody asks for it.
        if !world.isListed(room.id) {
          room.isOpen = false
          continue
        }
        return "Room \(id) is \(owner)'s, which is gone."
      }
    }
    return checker.twiceConnected()
  }
}

extension PlantedBug {
  /// How the nodes' journal breaks a promise with it.
  fileprivate var ofStream: StreamSabotage? {
    switch self {
    case .acceptsTwo: .acceptsTwo
    case .trustsStaleRead: .trustsStaleRead
    default: nil
    }
  }
}
