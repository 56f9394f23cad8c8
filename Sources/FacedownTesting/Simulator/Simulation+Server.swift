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
  func feed(_ input: ServerInput) {
    guard !isDown else { return }
    inbox.append(input)
    pump()
  }

  /// Gives the server core all pending inputs.
  func pump() {
    guard !isBusy, !isDown else { return }
    isBusy = true
    while !isDown, let next = inbox.popFirst() ?? nextReading() {
      for output in server.handle(next, now: serverNow) {
        // Undelivered decisions are lost with the process.
        if crashIfDue() { break }
        if let output = topics.resolve(output) { perform(output) }
      }
    }
    isBusy = false
    if !isDown { checker.turned(now: now) }
  }

  func perform(_ output: ServerOutput) {
    switch output {
    case .send(let bytes, let encoding, let targets):
      for target in targets {
        guard let (peer, connection) = owners[target], connection.isServed else { continue }
        var bytes = bytes
        if let changed = bugInjector?.alter(bytes, encoding) {
          guard !changed.isEmpty else { continue }
          bytes = changed
        }
        if trace != nil, let message = try? encoding.decodeServerMessage(bytes) {
          say("server to \(peer.index) over \(target.rawValue): \(message.name)")
        }
        hash.add(target.rawValue)
        hash.add(bytes)
        checker.sent(bytes, over: target, now: now)
        connection.sendDown(.message(bytes), now: now)
        hasSent(over: connection, of: peer)
      }
    case .chase, .suspect, .owner: break
    case .publish, .subscribe, .unsubscribe: preconditionFailure("Topics were resolved.")
    case .world: preconditionFailure("The server is a node of no world.")
    case .damaged(let loss):
      complain(.oneLog, "Room \(loss.room.rawValue) could not be restored: \(loss.problem)")
    case .admin(let answer, let id): answered(answer, to: id)
    case .drained: shutDown()
    case .append(let records): append(records.map { .room($0) })
    case .register(let records): append(records.map { .registry($0) })
    case .fetch(let session, let id): disk.get(session, for: id, now: now)
    case .keep(let outages): append([.outages(outages)])
    case .query(let query): disk.query(query) { self.feed(.found($0, for: query)) }
    case .close(let connection, _, let reason): close(connection, reason: reason)
    }
  }

  private func append(_ records: [JournalRecord]) {
    checker.appended(records, now: now)
    disk.append(bugInjector?.forge(records) ?? records, now: now)
  }

  private func close(_ id: ServerConnectionID, reason: String) {
    guard let (peer, connection) = owners[id] else { return }
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
      .measured(connection, RoundTrip(minimum: roundTrip, smoothed: roundTrip + .milliseconds(5))))
  }
}
