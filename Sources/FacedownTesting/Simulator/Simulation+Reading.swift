// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import MatchServer

// Readers that do not keep up, as the loop tells its server of them: in steps, and in the turn after.

extension Simulation {
  /// Sends something down a connection, behind what waits there.
  func send(_ parcel: SimulatedWire.Parcel, bytes: Int, over index: Int, of peer: SimulatedPeer) {
    peer.wires[index].sendDown(parcel, bytes: bytes, now: now)
    noteWaiting(index, of: peer)
    touched.insert(peer.index)
  }

  /// Brings what there is room for by now on its way.
  func flush(_ id: LinkID, of peer: SimulatedPeer) {
    guard let index = peer.wire(id), let due = peer.wires[index].backlog.nextInstant, due <= now
    else { return }
    peer.wires[index].flush(now)
    noteWaiting(index, of: peer)
    pump()
  }

  private func noteWaiting(_ index: Int, of peer: SimulatedPeer) {
    let step = plan.limits.backlog.mergeAbove / 4
    guard peer.wires[index].backlog.isWorthTelling(inStepsOf: step) else { return }
    let id = peer.wires[index].id
    if !noted.contains(id) { noted.append(id) }
  }

  /// What the server is told next of those that read more slowly, or faster again.
  func nextReading() -> ServerInput? {
    while let id = noted.popFirst() {
      guard let peer = owners[id], let index = peer.wire(id), peer.wires[index].isOpenAtServer,
        !peer.wires[index].isOverAtServer
      else { continue }
      let bytes = peer.wires[index].backlog.bytes
      say("\(bytes) bytes wait for \(id.rawValue) of \(peer.index)")
      witness.told(bytes, waitFor: id, now: now)
      if saboteur?.sabotage == .ignoresSlowness { continue }
      return .waiting(id, bytes: bytes)
    }
    return nil
  }

  /// A peer's machine takes its time with all that it is sent.
  func crawl(_ peer: SimulatedPeer, bytesPerSecond rate: Int, for length: Duration) {
    peer.crawl = (rate, now + length)
    for index in peer.wires.indices where !peer.wires[index].isOverAtClient {
      peer.wires[index].backlog.slowDown(to: rate, until: now + length, now: now)
    }
  }

  /// It keeps up again.
  func hurry(_ peer: SimulatedPeer) {
    peer.crawl = nil
    for index in peer.wires.indices where !peer.wires[index].isOverAtClient {
      peer.wires[index].backlog.speedUp(now)
    }
  }
}
