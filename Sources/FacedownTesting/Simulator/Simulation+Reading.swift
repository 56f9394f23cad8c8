// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import MatchServer

// Slow readers, as the loop reports them to its server: in steps, and in the following turn.

extension Simulation {
  /// Notes what has been sent over a connection, or read from it by its client.
  func hasSent(over connection: SimulatedConnection, of peer: SimulatedPeer) {
    touched.insert(peer.index)
    let step = plan.limits.backlog.mergeAbove / 4
    guard connection.backlog.isWorthReporting(inStepsOf: step) else { return }
    let node = node(of: connection.id)
    if !node.noted.contains(connection.id) { node.noted.append(connection.id) }
  }

  /// Sends what there is room for by now.
  func flush(_ connection: SimulatedConnection, of peer: SimulatedPeer) {
    guard let due = connection.backlog.nextInstant, due <= now else { return }
    connection.flush(now)
    hasSent(over: connection, of: peer)
    pump(node(of: connection.id))
  }

  /// The next report to a server about a reader that got slower or faster.
  func nextReading(at node: SimulatedNode) -> ServerInput? {
    while let id = node.noted.popFirst() {
      guard let ends = owners[id], ends.connection.isServed else { continue }
      let bytes = ends.connection.backlog.bytes
      say("\(bytes) bytes wait for \(id.rawValue) of \(ends.peer.index)")
      checker.noted(bytes, waitingFor: id, now: now)
      if bugInjector?.plantedBug == .ignoresSlowness { continue }
      return .waiting(id, bytes: bytes)
    }
    return nil
  }

  /// A peer's device reads slowly from all its connections.
  func crawl(_ peer: SimulatedPeer, bytesPerSecond rate: Int, for length: Duration) {
    peer.crawl = (rate, now + length)
    for connection in peer.device.connections where !connection.isOverAtClient {
      connection.backlog.slowDown(to: rate, until: now + length, now: now)
    }
  }

  func speedUp(_ peer: SimulatedPeer) {
    peer.crawl = nil
    for connection in peer.device.connections where !connection.isOverAtClient {
      connection.backlog.speedUp(now)
    }
  }
}
