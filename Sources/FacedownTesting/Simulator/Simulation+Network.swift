// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Protocol

// Messages in flight between peers and server.

extension Simulation {
  /// Delivers what is due, in both directions.
  func deliver(_ peer: SimulatedPeer) {
    touched.insert(peer.index)
    if !peer.hasCome {
      peer.hasCome = true
      perform(peer.begin(now: now), of: peer)
    }
    for id in peer.connections.map(\.id) {
      flush(id, of: peer)
      bringUp(id, of: peer)
      if !peer.clock.isAsleep(at: now) { bringDown(id, of: peer) }
    }
    peer.connections.removeAll { wire in
      if wire.isSpent { owners[wire.id] = nil }
      return wire.isSpent
    }
    if peer.isWakeDue(now) { give(.tick, to: peer) }
  }

  private func bringUp(_ id: ServerConnectionID, of peer: SimulatedPeer) {
    if let index = peer.connectionIndex(id), let due = peer.connections[index].connectsAt,
      due <= now
    {
      peer.connections[index].connectsAt = nil
      peer.connections[index].up.send(.upgrade, bytes: 0, at: now)
    }
    if let index = peer.connectionIndex(id), !peer.connections[index].isOverAtServer {
      for (_, parcel) in peer.connections[index].takeUp(now) { arrive(parcel, over: id, of: peer) }
    }
    if let index = peer.connectionIndex(id), let due = peer.connections[index].serverNoticesAt,
      due <= now
    {
      endAtServer(id, of: peer)
    }
  }

  private func arrive(
    _ parcel: SimulatedConnection.Parcel, over id: ServerConnectionID, of peer: SimulatedPeer
  ) {
    guard let index = peer.connectionIndex(id), !peer.connections[index].isOverAtServer else {
      return
    }
    switch parcel {
    case .upgrade: upgrade(index, of: peer)
    case .message(let bytes):
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
    case .end: endAtServer(id, of: peer)
    case .accepted: break
    }
  }

  /// The server accepts a connection, or refuses it if its address has too many.
  private func upgrade(_ index: Int, of peer: SimulatedPeer) {
    let id = peer.connections[index].id
    let overload =
      server.connecting(from: peer.address, now: serverNow) ?? server.admitting(peer.address)
    if let overload {
      say("server refuses \(id.rawValue) of \(peer.index): \(overload)")
      peer.connections[index].isOverAtServer = true
      return send(.end, bytes: 0, over: index, of: peer)
    }
    peer.connections[index].isOpenAtServer = true
    say("server accepts \(id.rawValue) of \(peer.index)")
    checker.opened(id, peer.encoding)
    feed(.opened(id, peer.encoding, address: peer.address))
    if let index = peer.connectionIndex(id) { send(.accepted, bytes: 0, over: index, of: peer) }
  }

  /// The server learns that a connection is gone.
  private func endAtServer(_ id: ServerConnectionID, of peer: SimulatedPeer) {
    guard let index = peer.connectionIndex(id) else { return }
    peer.connections[index].serverNoticesAt = nil
    peer.connections[index].isOverAtServer = true
    peer.connections[index].up.cut()
    peer.connections[index].backlog.drop()
    measuredAt[id] = nil
    guard peer.connections[index].isOpenAtServer else { return }
    say("server learns that \(id.rawValue) of \(peer.index) is gone")
    checker.closed(id, now: now)
    feed(.closed(id))
  }

  private func bringDown(_ id: ServerConnectionID, of peer: SimulatedPeer) {
    guard let index = peer.connectionIndex(id), !peer.connections[index].isOverAtClient else {
      return
    }
    let number = peer.connections[index].number
    for parcel in peer.connections[index].takeDown(now) {
      guard let index = peer.connectionIndex(id), !peer.connections[index].isOverAtClient else {
        return
      }
      switch parcel {
      case .message(let bytes):
        if trace != nil, let message = try? peer.encoding.decodeServerMessage(bytes) {
          say("\(peer.index) receives \(message.name) over \(id.rawValue)")
        }
        give(.received(number, bytes), to: peer)
        compareLog(of: peer)
      case .accepted: give(.opened(number), to: peer)
      case .end: endAtClient(id, of: peer)
      case .upgrade: break
      }
    }
    if let index = peer.connectionIndex(id), let due = peer.connections[index].clientNoticesAt,
      due <= now
    {
      endAtClient(id, of: peer)
    }
  }

  /// The client learns that a connection is gone.
  func endAtClient(_ id: ServerConnectionID, of peer: SimulatedPeer) {
    guard let index = peer.connectionIndex(id), !peer.connections[index].isOverAtClient else {
      return
    }
    peer.connections[index].isOverAtClient = true
    peer.connections[index].clientNoticesAt = nil
    peer.connections[index].down.cut()
    touched.insert(peer.index)
    give(.ended(peer.connections[index].number, mayRetry: true), to: peer)
  }

  // MARK: The client

  func give(_ input: ReconnectingInput, to peer: SimulatedPeer) {
    touched.insert(peer.index)
    if peer.hasJustWoken(now) { give(handling: .woke, to: peer) }
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
        guard let index = peer.connectionIndex(number), !peer.connections[index].isOverAtClient
        else { continue }
        peer.connections[index].up.send(.message(bytes), bytes: bytes.count, at: now)
        if let fault = peer.aimed {
          peer.aimed = nil
          let way = Int(peer.conditions.roundTrip.wholeMilliseconds) * 3 / 2 + 10
          planned.append((now + dice.milliseconds(0...way), peer.index, fault))
        }
      case .event: break
      case .hangUp(let number):
        guard let index = peer.connectionIndex(number) else { continue }
        peer.connections[index].isOverAtClient = true
        peer.connections[index].down.cut()
        if peer.connections[index].connectsAt != nil {
          peer.connections[index].connectsAt = nil
          peer.connections[index].isOverAtServer = true
        } else {
          peer.connections[index].up.send(.end, bytes: 0, at: now)
        }
      case .dial(let number): dial(number, of: peer)
      }
    }
  }

  private func dial(_ number: ConnectionNumber, of peer: SimulatedPeer) {
    if isDown || peer.unpluggedUntil.map({ now < $0 }) ?? false {
      return give(.ended(number, mayRetry: true), to: peer)
    }
    lastLink += 1
    let id = ServerConnectionID(lastLink)
    say("\(peer.index) dials \(id.rawValue)")
    owners[id] = peer
    peer.connections.append(
      SimulatedConnection(
        number: number, id: id, conditions: peer.conditions,
        seed: peer.seed &+ UInt64(number.rawValue) &* 0x9e37_79b9_7f4a_7c15, now: now))
    guard let crawl = peer.crawl, now < crawl.until else { return }
    peer.connections[peer.connections.count - 1].backlog
      .slowDown(to: crawl.bytesPerSecond, until: crawl.until, now: now)
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
        "Peer \(peer.index) was sent a face or a share of the deal that does not match its commitment."
      )
    }
  }
}
