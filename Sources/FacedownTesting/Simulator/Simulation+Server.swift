// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import LibWebSockets
import MatchServer
import Protocol

// The thin part between the server core and the world, as `ServerShell` is between server core and sockets.

extension Simulation {
  func feed(_ input: ServerInput) {
    guard !isDown else { return }
    inbox.append(input)
    pump()
  }

  /// Gives the server core all that waits for it.
  func pump() {
    guard !isBusy, !isDown else { return }
    isBusy = true
    while !isDown, let next = inbox.popFirst() ?? nextReading() {
      for output in server.handle(next, now: serverNow) {
        // What was decided is lost with whoever has decided it.
        if crashIfDue() { break }
        perform(output)
      }
    }
    isBusy = false
    if !isDown { witness.turned(now: now) }
  }

  func perform(_ output: ServerOutput) {
    switch output {
    case .send(let bytes, let encoding, let targets):
      for target in targets {
        guard let peer = owners[target], let index = peer.wire(target),
          peer.wires[index].isOpenAtServer, !peer.wires[index].isOverAtServer
        else { continue }
        var bytes = bytes
        if let changed = saboteur?.alter(bytes, encoding) {
          guard !changed.isEmpty else { continue }
          bytes = changed
        }
        if tell != nil, let message = try? encoding.decodeServerMessage(bytes) {
          say("server to \(peer.index) over \(target.rawValue): \(message.name)")
        }
        hash.add(target.rawValue)
        hash.add(bytes)
        witness.sent(bytes, over: target, now: now)
        send(.message(bytes), bytes: bytes.count, over: index, of: peer)
      }
    case .chase: break
    case .suspect: break
    case .admin(let answer, let id): answered(answer, to: id)
    case .drained: leave()
    case .append(let records):
      witness.appended(records, now: now)
      disk.append(saboteur?.forge(records) ?? records, now: now)
    case .inquire(let inquiry): disk.inquire(inquiry) { self.feed(.found($0, for: inquiry)) }
    case .close(let link, _, let reason): close(link, reason: reason)
    }
  }

  private func close(_ link: LinkID, reason: String) {
    guard let peer = owners[link], let index = peer.wire(link) else { return }
    say("server closes \(link.rawValue) of \(peer.index): \(reason)")
    send(.end, bytes: 0, over: index, of: peer)
    peer.wires[index].serverToldAt = now + dice.milliseconds(0...800)
    if saboteur?.sabotage == .forgetsFencing, reason == "session/taken_over" { return }
    // What still comes is read and dropped.
    peer.wires[index].isOverAtServer = true
  }

  /// Asks the kernel about a line that is in use, now and then.
  func measure(_ link: LinkID, of peer: SimulatedPeer) {
    if let last = measuredAt[link], now - last < .seconds(1) { return }
    measuredAt[link] = now
    if plan.faults.contains(.unmeasured), !dice.happens(0.2) { return }
    let line = peer.conditions.roundTrip
    feed(.measured(link, RoundTrip(minimum: line, smoothed: line + .milliseconds(5))))
  }
}
