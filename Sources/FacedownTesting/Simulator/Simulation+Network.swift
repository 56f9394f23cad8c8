// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Protocol
import SocketClient
import Wire

// Messages in flight between peers and server.

extension Simulation {
  /// Delivers what is due, in both directions.
  func deliver(_ peer: SimulatedPeer) {
    touched.insert(peer.index)
    if !peer.hasCome {
      peer.hasCome = true
      give(.start(home: world == nil ? nil : Self.home), to: peer)
    }
    for connection in peer.device.connections { flush(connection, of: peer) }
    while let (connection, delivery) = peer.device.nextDelivery(now) {
      switch delivery {
      case .upgrade: upgrade(connection, of: peer)
      case .received(let bytes, _): receive(bytes, over: connection.id, of: peer)
      case .closed:
        say("server learns that \(connection.id.rawValue) of \(peer.index) is gone")
        measuredAt[connection.id] = nil
        checker.node = node(of: connection.id).index
        checker.closed(connection.id, now: now)
        feed(.closed(connection.id), to: node(of: connection.id))
      case .message(let bytes):
        let input = peer.encoding.clientInput(bytes, over: connection.number)
        if trace != nil, case .received(_, let message) = input {
          say("\(peer.index) receives \(message.name) over \(connection.id.rawValue)")
        }
        give(input, to: peer)
        compareLog(of: peer)
      case .toClient(let input): give(input, to: peer)
      }
    }
    for spent in peer.device.removeSpent() { owners[spent.id] = nil }
    if peer.isWakeDue(now) { give(.tick, to: peer) }
  }

  private func receive(_ bytes: [UInt8], over id: ServerConnectionID, of peer: SimulatedPeer) {
    if trace != nil {
      let message = try? peer.encoding.decodeClientMessage(bytes)
      say("\(peer.index) to server over \(id.rawValue): \(message?.inWords ?? "garbage")")
    }
    hash.add(bytes)
    measure(id, of: peer)
    let node = node(of: id)
    checker.node = node.index
    checker.arrived(bytes, over: id)
    let said = bugInjector?.hear(bytes, peer.encoding, of: peer.index) ?? bytes
    let connection = bugInjector?.connection(id, of: peer) ?? id
    feed(.received(connection, said, at: time(at: node)), to: node)
  }

  /// The server accepts a connection, or refuses it if its address has too many.
  private func upgrade(_ connection: SimulatedConnection, of peer: SimulatedPeer) {
    let id = connection.id
    let node = node(of: id)
    let overload =
      node.server.connecting(from: peer.address, now: time(at: node))
      ?? node.server.admitting(peer.address)
    if let overload {
      say("server refuses \(id.rawValue) of \(peer.index): \(overload)")
      connection.closeAtServer(now)
    } else {
      say("server\(node.mark) accepts \(id.rawValue) of \(peer.index)")
      connection.accept(now)
      checker.node = node.index
      checker.opened(id, peer.encoding, of: peer.errand?.node.index)
      feed(.opened(id, peer.encoding, address: peer.address), to: node)
    }
    hasSent(over: connection, of: peer)
  }

  /// The node at the other end of a connection.
  func node(of connection: ServerConnectionID) -> SimulatedNode {
    guard let ends = owners[connection] else {
      preconditionFailure("Connection \(connection.rawValue) has no ends.")
    }
    return ends.node
  }

  // MARK: The client

  func give(_ input: ClientInput, to peer: SimulatedPeer) {
    touched.insert(peer.index)
    if peer.device.hasJustWoken(now) { give(handling: .woke, to: peer) }
    give(handling: input, to: peer)
  }

  private func give(handling input: ClientInput, to peer: SimulatedPeer) {
    let local = peer.localTime(at: now)
    if let outputs = peer.honest?.handle(input, now: local) {
      listen(to: outputs, of: peer)
      let commands = passOn(input, outputs, of: peer)
      // Its relay may have ended meanwhile.
      guard peer.honest != nil else { return }
      perform(outputs, of: peer)
      for command in commands { give(.command(command), to: peer) }
    } else if let actions = peer.hostile?.handle(input, now: local) {
      perform(actions, of: peer)
    }
  }

  /// Compares what a client tells its user with what it knows.
  private func listen(to outputs: [ClientOutput], of peer: SimulatedPeer) {
    guard let core = peer.core else { return }
    var events = outputs.compactMap { output -> ClientEvent? in
      if case .event(let event) = output { event } else { nil }
    }
    if let bugInjector { events = bugInjector.retell(events) }
    for clause in peer.model.take(events, at: core.table, isFair: isFair) {
      complain(.reportedOnce, "Peer \(peer.index) \(clause).")
    }
  }

  func perform(_ outputs: [ClientOutput], of peer: SimulatedPeer) {
    for output in outputs {
      switch output {
      case .send(let message, let number):
        send(peer.encoding.encode(message), over: number, of: peer)
      case .sign(let statement, let number):
        guard let identity = peer.identity else {
          preconditionFailure("Peer \(peer.index) has no key to prove.")
        }
        give(identity.sign(statement, over: number), to: peer)
      case .event: break
      case .hangUp(let number): peer.device.connection(number)?.hangUp(now)
      case .dial(let number, let target): dial(number, target, of: peer)
      }
    }
  }

  func perform(_ actions: [HostileClient.Action], of peer: SimulatedPeer) {
    for action in actions {
      switch action {
      case .send(let bytes, let number): send(bytes, over: number, of: peer)
      case .hangUp(let number): peer.device.connection(number)?.hangUp(now)
      case .dial(let number): dial(number, .home, of: peer)
      }
    }
  }

  private func send(_ bytes: [UInt8], over number: ConnectionNumber, of peer: SimulatedPeer) {
    guard let connection = peer.device.connection(number), !connection.isOverAtClient
    else { return }
    connection.sendUp(bytes, now: now)
    guard let fault = peer.aimed else { return }
    peer.aimed = nil
    let way = Int(peer.device.conditions.roundTrip.wholeMilliseconds) * 3 / 2 + 10
    planned.append((now + dice.milliseconds(0...way), peer.index, fault))
  }

  private func dial(
    _ number: ConnectionNumber, _ target: DialTarget, of peer: SimulatedPeer
  ) {
    guard let node = node(for: target, of: peer), !peer.device.isUnplugged(now) else {
      return give(.ended(number, mayRetry: true), to: peer)
    }
    lastConnection += 1
    let id = ServerConnectionID(lastConnection)
    say("\(peer.index) dials \(id.rawValue)")
    let connection = peer.device.dial(number, as: id, now: now)
    owners[id] = Ends(peer: peer, connection: connection, node: node)
    guard let crawl = peer.crawl, now < crawl.until else { return }
    connection.backlog.slowDown(to: crawl.bytesPerSecond, until: crawl.until, now: now)
  }

  /// New entries in a client's log must be in the journal.
  private func compareLog(of peer: SimulatedPeer) {
    guard let table = peer.core?.table else { return }
    guard let room = checker.rooms[table.roomID] else {
      return complain(.journalFirst, "Peer \(peer.index) is in a room that is not in the journal.")
    }
    let log = table.log
    if peer.seenThrough.room != table.roomID || peer.seenThrough.seq < log.base.seq {
      peer.seenThrough = (table.roomID, log.base.seq)
    }
    for entry in log.entries.dropFirst(Int(peer.seenThrough.seq - log.base.seq))
    where room.entry(entry.seq) != entry {
      complain(
        .oneLog, "Peer \(peer.index) has an entry \(entry.seq) that differs from the journal's.")
    }
    peer.seenThrough.seq = log.latest.seq
    if table.brokenFlips + table.brokenShares > 0, isFair {
      complain(
        .rules,
        "Peer \(peer.index) was sent a face or a share of the deal that does not match its "
          + "commitment.")
    }
  }
}
