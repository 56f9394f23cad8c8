// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Protocol
import Wire

// Messages in flight between peers and server.

extension Simulation {
  /// Delivers what is due, in both directions.
  func deliver(_ peer: SimulatedPeer) {
    touched.insert(peer.index)
    if !peer.hasCome {
      peer.hasCome = true
      perform(peer.begin(now: now), of: peer)
    }
    for connection in peer.device.connections { flush(connection, of: peer) }
    while let (connection, delivery) = peer.device.nextDelivery(now) {
      switch delivery {
      case .upgrade: upgrade(connection, of: peer)
      case .received(let bytes, _): receive(bytes, over: connection.id, of: peer)
      case .closed:
        say("server learns that \(connection.id.rawValue) of \(peer.index) is gone")
        measuredAt[connection.id] = nil
        checker.closed(connection.id, now: now)
        feed(.closed(connection.id))
      case .toClient(let input):
        if trace != nil, case .received(_, let bytes) = input,
          let message = try? peer.encoding.decodeServerMessage(bytes)
        {
          say("\(peer.index) receives \(message.name) over \(connection.id.rawValue)")
        }
        give(input, to: peer)
        if case .received = input { compareLog(of: peer) }
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
    checker.arrived(bytes, over: id)
    let said = bugInjector?.hear(bytes, peer.encoding, of: peer.index) ?? bytes
    let connection = bugInjector?.connection(id, of: peer) ?? id
    feed(.received(connection, said, at: serverNow))
  }

  /// The server accepts a connection, or refuses it if its address has too many.
  private func upgrade(_ connection: SimulatedConnection, of peer: SimulatedPeer) {
    let id = connection.id
    let overload =
      server.connecting(from: peer.address, now: serverNow) ?? server.admitting(peer.address)
    if let overload {
      say("server refuses \(id.rawValue) of \(peer.index): \(overload)")
      connection.closeAtServer(now)
    } else {
      say("server accepts \(id.rawValue) of \(peer.index)")
      connection.accept(now)
      checker.opened(id, peer.encoding)
      feed(.opened(id, peer.encoding, address: peer.address))
    }
    hasSent(over: connection, of: peer)
  }

  // MARK: The client

  func give(_ input: ReconnectingInput, to peer: SimulatedPeer) {
    touched.insert(peer.index)
    if peer.device.hasJustWoken(now) { give(handling: .woke, to: peer) }
    give(handling: input, to: peer)
  }

  private func give(handling input: ReconnectingInput, to peer: SimulatedPeer) {
    let outputs = peer.handle(input, now: now)
    listen(to: outputs, of: peer)
    perform(outputs, of: peer)
  }

  /// Compares what a client tells its user with what it knows.
  private func listen(to outputs: [ReconnectingOutput], of peer: SimulatedPeer) {
    guard let honest = peer.honest else { return }
    var events = outputs.compactMap { output -> ClientEvent? in
      if case .event(let event) = output { event } else { nil }
    }
    if let bugInjector { events = bugInjector.retell(events) }
    for clause in peer.model.take(events, at: honest.machine.core.table, isFair: isFair) {
      complain(.reportedOnce, "Peer \(peer.index) \(clause).")
    }
  }

  func perform(_ outputs: [ReconnectingOutput], of peer: SimulatedPeer) {
    for output in outputs {
      switch output {
      case .send(let bytes, let number):
        guard let connection = peer.device.connection(number), !connection.isOverAtClient
        else { continue }
        connection.sendUp(bytes, now: now)
        if let fault = peer.aimed {
          peer.aimed = nil
          let way = Int(peer.device.conditions.roundTrip.wholeMilliseconds) * 3 / 2 + 10
          planned.append((now + dice.milliseconds(0...way), peer.index, fault))
        }
      case .event: break
      case .hangUp(let number): peer.device.connection(number)?.hangUp(now)
      case .dial(let number): dial(number, of: peer)
      }
    }
  }

  private func dial(_ number: ConnectionNumber, of peer: SimulatedPeer) {
    if isDown || peer.device.isUnplugged(now) {
      return give(.ended(number, mayRetry: true), to: peer)
    }
    lastConnection += 1
    let id = ServerConnectionID(lastConnection)
    say("\(peer.index) dials \(id.rawValue)")
    let connection = peer.device.dial(number, as: id, now: now)
    owners[id] = (peer, connection)
    guard let crawl = peer.crawl, now < crawl.until else { return }
    connection.backlog.slowDown(to: crawl.bytesPerSecond, until: crawl.until, now: now)
  }

  /// New entries in a client's log must be in the journal.
  private func compareLog(of peer: SimulatedPeer) {
    guard let table = peer.honest?.machine.core.table else { return }
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
