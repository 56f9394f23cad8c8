// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Protocol

// What is under way between peers and server.

extension Simulation {
  /// Brings what is due to a peer and from it to the server.
  func deliver(_ peer: SimulatedPeer) {
    touched.insert(peer.index)
    if !peer.hasCome {
      peer.hasCome = true
      perform(peer.begin(now: now), of: peer)
    }
    for id in peer.wires.map(\.id) {
      flush(id, of: peer)
      bringUp(id, of: peer)
      if !peer.clock.isAsleep(at: now) { bringDown(id, of: peer) }
    }
    peer.wires.removeAll { wire in
      if wire.isSpent { owners[wire.id] = nil }
      return wire.isSpent
    }
    if peer.isWakeDue(now) { give(.tick, to: peer) }
  }

  private func bringUp(_ id: LinkID, of peer: SimulatedPeer) {
    if let index = peer.wire(id), let due = peer.wires[index].connectsAt, due <= now {
      peer.wires[index].connectsAt = nil
      peer.wires[index].up.send(.upgrade, bytes: 0, at: now)
    }
    if let index = peer.wire(id), !peer.wires[index].isOverAtServer {
      for (_, parcel) in peer.wires[index].takeUp(now) { arrive(parcel, over: id, of: peer) }
    }
    if let index = peer.wire(id), let due = peer.wires[index].serverToldAt, due <= now {
      endAtServer(id, of: peer)
    }
  }

  private func arrive(_ parcel: SimulatedWire.Parcel, over id: LinkID, of peer: SimulatedPeer) {
    guard let index = peer.wire(id), !peer.wires[index].isOverAtServer else { return }
    switch parcel {
    case .upgrade: upgrade(index, of: peer)
    case .message(let bytes):
      if tell != nil {
        let message = try? peer.encoding.decodeClientMessage(bytes)
        say("\(peer.index) to server over \(id.rawValue): \(message?.inWords ?? "rubbish")")
      }
      hash.add(bytes)
      measure(id, of: peer)
      witness.arrived(bytes, over: id)
      let said = saboteur?.hear(bytes, peer.encoding, of: peer.index) ?? bytes
      let link = saboteur?.link(id, of: peer) ?? id
      feed(.received(link, said, at: serverNow))
    case .end: endAtServer(id, of: peer)
    case .accepted: break
    }
  }

  /// The server accepts a connection or, where its address has too many, sends it away.
  private func upgrade(_ index: Int, of peer: SimulatedPeer) {
    let id = peer.wires[index].id
    let overload =
      server.connecting(from: peer.address, now: serverNow) ?? server.admitting(peer.address)
    if let overload {
      say("server refuses \(id.rawValue) of \(peer.index): \(overload)")
      peer.wires[index].isOverAtServer = true
      return send(.end, bytes: 0, over: index, of: peer)
    }
    peer.wires[index].isOpenAtServer = true
    say("server accepts \(id.rawValue) of \(peer.index)")
    witness.opened(id, peer.encoding)
    feed(.opened(id, peer.encoding, address: peer.address))
    if let index = peer.wire(id) { send(.accepted, bytes: 0, over: index, of: peer) }
  }

  /// The server learns that a connection is gone.
  private func endAtServer(_ id: LinkID, of peer: SimulatedPeer) {
    guard let index = peer.wire(id) else { return }
    peer.wires[index].serverToldAt = nil
    peer.wires[index].isOverAtServer = true
    peer.wires[index].up.cut()
    peer.wires[index].backlog.drop()
    measuredAt[id] = nil
    guard peer.wires[index].isOpenAtServer else { return }
    say("server learns that \(id.rawValue) of \(peer.index) is gone")
    witness.closed(id, now: now)
    feed(.closed(id))
  }

  private func bringDown(_ id: LinkID, of peer: SimulatedPeer) {
    guard let index = peer.wire(id), !peer.wires[index].isOverAtClient else { return }
    let number = peer.wires[index].number
    for parcel in peer.wires[index].takeDown(now) {
      guard let index = peer.wire(id), !peer.wires[index].isOverAtClient else { return }
      switch parcel {
      case .message(let bytes):
        if tell != nil, let message = try? peer.encoding.decodeServerMessage(bytes) {
          say("\(peer.index) hears \(message.name) over \(id.rawValue)")
        }
        give(.received(number, bytes), to: peer)
        compareLog(of: peer)
      case .accepted: give(.opened(number), to: peer)
      case .end: endAtClient(id, of: peer)
      case .upgrade: break
      }
    }
    if let index = peer.wire(id), let due = peer.wires[index].clientToldAt, due <= now {
      endAtClient(id, of: peer)
    }
  }

  /// The client learns that a connection is gone.
  func endAtClient(_ id: LinkID, of peer: SimulatedPeer) {
    guard let index = peer.wire(id), !peer.wires[index].isOverAtClient else { return }
    peer.wires[index].isOverAtClient = true
    peer.wires[index].clientToldAt = nil
    peer.wires[index].down.cut()
    touched.insert(peer.index)
    give(.ended(peer.wires[index].number, mayRetry: true), to: peer)
  }

  // MARK: The client

  func give(_ input: LinkInput, to peer: SimulatedPeer) {
    touched.insert(peer.index)
    if peer.hasJustWoken(now) { give(handling: .woke, to: peer) }
    give(handling: input, to: peer)
  }

  private func give(handling input: LinkInput, to peer: SimulatedPeer) {
    let outputs = peer.handle(input, now: now)
    listen(to: outputs, of: peer)
    perform(outputs, of: peer)
  }

  /// Holds what a client tells its user against what it knows.
  private func listen(to outputs: [LinkOutput], of peer: SimulatedPeer) {
    guard let honest = peer.honest else { return }
    var events = outputs.compactMap { output -> ClientEvent? in
      if case .event(let event) = output { event } else { nil }
    }
    if let saboteur { events = saboteur.retell(events) }
    for clause in peer.book.take(events, at: honest.machine.core.table, isFair: isFair) {
      complain(.told, "Peer \(peer.index) \(clause).")
    }
  }

  func perform(_ outputs: [LinkOutput], of peer: SimulatedPeer) {
    for output in outputs {
      switch output {
      case .send(let bytes, let number):
        guard let index = peer.wire(number), !peer.wires[index].isOverAtClient else { continue }
        peer.wires[index].up.send(.message(bytes), bytes: bytes.count, at: now)
        if let deed = peer.aimed {
          peer.aimed = nil
          let way = Int(peer.conditions.roundTrip.wholeMilliseconds) * 3 / 2 + 10
          planned.append((now + dice.milliseconds(0...way), peer.index, deed))
        }
      case .event: break
      case .hangUp(let number):
        guard let index = peer.wire(number) else { continue }
        peer.wires[index].isOverAtClient = true
        peer.wires[index].down.cut()
        if peer.wires[index].connectsAt != nil {
          peer.wires[index].connectsAt = nil
          peer.wires[index].isOverAtServer = true
        } else {
          peer.wires[index].up.send(.end, bytes: 0, at: now)
        }
      case .dial(let number): dial(number, of: peer)
      }
    }
  }

  private func dial(_ number: LinkNumber, of peer: SimulatedPeer) {
    if isDown || peer.unpluggedUntil.map({ now < $0 }) ?? false {
      return give(.ended(number, mayRetry: true), to: peer)
    }
    lastLink += 1
    let id = LinkID(lastLink)
    say("\(peer.index) dials \(id.rawValue)")
    owners[id] = peer
    peer.wires.append(
      SimulatedWire(
        number: number, id: id, conditions: peer.conditions,
        seed: peer.seed &+ UInt64(number.rawValue) &* 0x9e37_79b9_7f4a_7c15, now: now))
    guard let crawl = peer.crawl, now < crawl.until else { return }
    peer.wires[peer.wires.count - 1].backlog
      .slowDown(to: crawl.bytesPerSecond, until: crawl.until, now: now)
  }

  /// What is new in a client's log must be in the journal.
  private func compareLog(of peer: SimulatedPeer) {
    guard let table = peer.honest?.machine.core.table else { return }
    guard let room = witness.rooms[table.roomID] else {
      return complain(.journalFirst, "Peer \(peer.index) is in a room that is not in the journal.")
    }
    let log = table.log
    if peer.seenThrough.room != table.roomID || peer.seenThrough.seq < log.base.seq {
      peer.seenThrough = (table.roomID, log.base.seq)
    }
    for entry in log.entries.dropFirst(Int(peer.seenThrough.seq - log.base.seq))
    where room.entry(entry.seq) != entry {
      complain(.oneLog, "Peer \(peer.index) has another entry \(entry.seq) than the journal.")
    }
    peer.seenThrough.seq = log.latest.seq
    if table.brokenFlips + table.brokenShares > 0, isFair {
      complain(
        .rules,
        "Peer \(peer.index) was shown a face, or a share of a deal, that does not fit its commitment."
      )
    }
  }
}
