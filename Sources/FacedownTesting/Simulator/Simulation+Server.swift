// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import LibWebSockets
import Lobby
import MatchServer
import Protocol
import Wire

// The shell between the server core and the world, as `ServerShell` is between server core and
// sockets.

extension Simulation {
  func feed(_ input: ServerInput, to node: SimulatedNode) {
    guard !node.isDown else { return }
    node.inbox.append(input)
    pump(node)
  }

  /// Gives a node's server all pending inputs.
  func pump(_ node: SimulatedNode) {
    guard !node.isBusy, !node.isDown else { return }
    node.isBusy = true
    while !node.isDown, let next = node.inbox.popFirst() ?? nextReading(at: node) {
      for output in node.server.handle(next, now: time(at: node)) {
        crashIfDue(node)
        // Undelivered decisions are lost with the process.
        if node.isDown { break }
        if let output = node.topics.resolve(output) { perform(output, of: node) }
      }
    }
    node.isBusy = false
    checker.node = node.index
    if !node.isDown { checker.turned(now: now) }
  }

  func perform(_ output: ServerOutput, of node: SimulatedNode) {
    switch output {
    case .send(let bytes, let encoding, let targets):
      for target in targets {
        guard let ends = owners[target], ends.connection.isServed else { continue }
        var bytes = bytes
        if let changed = bugInjector?.alter(bytes, encoding) {
          guard !changed.isEmpty else { continue }
          bytes = changed
        }
        if trace != nil, let message = try? encoding.decodeServerMessage(bytes) {
          say("server to \(ends.peer.index) over \(target.rawValue): \(message.name)")
        }
        hash.add(target.rawValue)
        hash.add(bytes)
        checker.node = node.index
        checker.sent(bytes, over: target, now: now)
        ends.connection.sendDown(.message(bytes), now: now)
        hasSent(over: ends.connection, of: ends.peer)
      }
    case .chase, .suspect: break
    case .owner(let output): perform(output, of: node)
    case .publish, .subscribe, .unsubscribe: preconditionFailure("Topics were resolved.")
    case .damaged(let loss):
      complain(.oneLog, "Room \(loss.room.rawValue) could not be restored: \(loss.problem)")
    case .world(let request): perform(request, of: node)
    case .admin(let answer, let id): answered(answer, to: id, by: node)
    case .drained: shutDown(node)
    case .append(let records): append(records.map { .room($0) }, at: node)
    case .register(let records): append(records.map { .registry($0) }, at: node)
    case .fetch(let session, let id): fetch(session, for: id, at: node)
    case .keep(let outages): append([.outages(outages)], at: node)
    case .query(let query):
      let answer = { self.feed(.found($0, for: query), to: node) }
      node.disk?.query(query, answer)
      node.membership?.journal.query(query, answer)
    case .close(let connection, _, let reason): close(connection, reason: reason)
    }
  }

  private func append(_ records: [JournalRecord], at node: SimulatedNode) {
    checker.node = node.index
    checker.appended(records, now: now)
    let written = bugInjector?.forge(records) ?? records
    node.disk?.append(written, now: now)
    guard let member = node.membership else { return }
    let rooms = written.compactMap { if case .room(let record) = $0 { record } else { nil } }
    if !rooms.isEmpty { append(rooms, over: member, of: node) }
    let people = written.compactMap { if case .registry(let record) = $0 { record } else { nil } }
    if !people.isEmpty { register(people, over: member, of: node) }
  }

  private func fetch(_ session: SessionID, for id: CorrelationID, at node: SimulatedNode) {
    node.disk?.get(session, for: id, now: now)
    node.membership?.journal.get(session) { self.feed(.fetched($0, for: id), to: node) }
  }

  private func close(_ id: ServerConnectionID, reason: String) {
    guard let ends = owners[id] else { return }
    let (peer, connection) = (ends.peer, ends.connection)
    say("server closes \(id.rawValue) of \(peer.index): \(reason)")
    if bugInjector?.plantedBug == .forgetsFencing, reason == "session/taken_over" {
      connection.sendDown(.end, now: now)
    } else {
      connection.closeAtServer(now)
    }
    hasSent(over: connection, of: peer)
    connection.serverNotices(at: now + dice.milliseconds(0...800))
  }

  /// Reads TCP's round trip of an active connection, now and then.
  func measure(_ connection: ServerConnectionID, of peer: SimulatedPeer) {
    if let last = measuredAt[connection], now - last < .seconds(1) { return }
    measuredAt[connection] = now
    if plan.faults.contains(.unmeasured), !dice.happens(0.2) { return }
    let roundTrip = peer.device.conditions.roundTrip
    feed(
      .measured(connection, RoundTrip(minimum: roundTrip, smoothed: roundTrip + .milliseconds(5))),
      to: node(of: connection))
  }
}
