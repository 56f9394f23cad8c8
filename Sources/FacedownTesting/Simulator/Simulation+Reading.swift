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
    if !noted.contains(connection.id) { noted.append(connection.id) }
  }

  /// Sends what there is room for by now.
  func flush(_ connection: SimulatedConnection, of peer: SimulatedPeer) {
    guard let due = connection.backlog.nextInstant, due <= now else { return }
    connection.flush(now)
    hasSent(over: connection, of: peer)
    pump()
  }

  /// The next report to the server about a reader that got slower or faster.
  func nextReading() -> ServerInput? {
    while let id = noted.popFirst() {
      guard let (peer, connection) = owners[id], connection.isServed else { continue }
      let bytes = connection.backlog.bytes
      say("\(bytes) bytes wait for \(id.rawValue) of \(peer.index)")
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
