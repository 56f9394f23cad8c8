// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import MatchServer

// Slow readers, as the loop reports them to its server: in steps, and in the following turn.

extension Simulation {
  /// Sends something over a connection, behind what waits there.
  func send(
    _ parcel: SimulatedConnection.Parcel, bytes: Int, over index: Int, of peer: SimulatedPeer
  ) {
    peer.connections[index].sendDown(parcel, bytes: bytes, now: now)
    noteWaiting(index, of: peer)
    touched.insert(peer.index)
  }

  /// Sends what there is room for by now.
  func flush(_ id: ServerConnectionID, of peer: SimulatedPeer) {
    guard let index = peer.connectionIndex(id),
      let due = peer.connections[index].backlog.nextInstant, due <= now
    else { return }
    peer.connections[index].flush(now)
    noteWaiting(index, of: peer)
    pump()
  }

  private func noteWaiting(_ index: Int, of peer: SimulatedPeer) {
    let step = plan.limits.backlog.mergeAbove / 4
    guard peer.connections[index].backlog.isWorthReporting(inStepsOf: step) else { return }
    let id = peer.connections[index].id
    if !noted.contains(id) { noted.append(id) }
  }

  /// The next report to the server about a reader that got slower or faster.
  func nextReading() -> ServerInput? {
    while let id = noted.popFirst() {
      guard let peer = owners[id], let index = peer.connectionIndex(id),
        peer.connections[index].isOpenAtServer,
        !peer.connections[index].isOverAtServer
      else { continue }
      let bytes = peer.connections[index].backlog.bytes
      say("\(bytes) bytes wait for \(id.rawValue) of \(peer.index)")
      checker.noted(bytes, waitingFor: id, now: now)
      if bugInjector?.plantedBug == .ignoresSlowness { continue }
      return .waiting(id, bytes: bytes)
    }
    return nil
  }

  /// A peer's machine reads slowly from all its connections.
  func crawl(_ peer: SimulatedPeer, bytesPerSecond rate: Int, for length: Duration) {
    peer.crawl = (rate, now + length)
    for index in peer.connections.indices where !peer.connections[index].isOverAtClient {
      peer.connections[index].backlog.slowDown(to: rate, until: now + length, now: now)
    }
  }

  func speedUp(_ peer: SimulatedPeer) {
    peer.crawl = nil
    for index in peer.connections.indices where !peer.connections[index].isOverAtClient {
      peer.connections[index].backlog.speedUp(now)
    }
  }
}
